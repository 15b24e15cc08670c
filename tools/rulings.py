"""Writes docs/rulings/<game>.md from the ledgers: every reading we adopted, with its reason and its option."""

from pathlib import Path

from sightline.core import rulebook
from sightline.core.rulebook import Rule, Rulebook

PAGES = Path(__file__).parent.parent / "docs" / "rulings"


def page(book: Rulebook) -> str:
    """The page of one book, in Markdown."""
    lines = [
        f"# Rulings: {book.title}",
        "",
        "Where the book leaves a question open, this is how Sightline answers it, and why.",
        "`sightline rules` shows each rule with its worked examples. Written by `make docs` from the ledger.",
    ]
    for section, title in book.sections.items():
        rules = [rule for rule in book.rules.values() if rule.section == section and (rule.ruling or rule.option)]
        if rules:
            lines += ["", f"## {title}"]
        for rule in rules:
            lines += entry(rule)
    return "\n".join(lines) + "\n"


def entry(rule: Rule) -> list[str]:
    """One rule on the page."""
    house = " (house rule)" if rule.origin == "house" else ""
    lines = ["", f"### {rule.id} {rule.title}{house}"]
    if rule.ruling:
        lines += ["", rule.ruling]
    if rule.option:
        values = ", ".join(f"`{str(value).lower()}`" for value in rule.option.values)
        lines += ["", f"Option `{rule.option.name}`, default `{str(rule.option.default).lower()}`; values {values}."]
    return lines


def main() -> None:
    """Write the page of every installed game."""
    PAGES.mkdir(parents=True, exist_ok=True)
    for game in rulebook.packages():
        (PAGES / f"{game}.md").write_text(page(rulebook.of(game)))


if __name__ == "__main__":
    main()
