import re
import tomllib

from sightline import __version__
from tests.kit import ROOT, SOURCE

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
LOCKS = ("requirements.lock", "web/package-lock.json")


def plain_name(requirement: str) -> str:
    return re.split(r"[^A-Za-z0-9._-]", requirement)[0].lower().replace("_", "-")


def test_the_base_install_is_small() -> None:
    assert sorted(map(plain_name, PROJECT["dependencies"])) == [
        "litestar",
        "msgspec",
        "rich",
        "typer",
        "uvicorn",
        "websockets",
    ]


def test_the_version_is_said_once() -> None:
    assert PROJECT["version"] == __version__


def test_lock_files_name_no_host() -> None:
    # Addresses of funding pages are data of npm's own; what matters is where packages come from.
    for name in LOCKS:
        path = ROOT / name
        if path.exists():
            text = re.sub(r'"(?:url|funding)": (?:"[^"]*"|\[[^]]*\])', "", path.read_text())
            assert not re.findall(r"\S*://\S*|\bfile:\S*|--(?:index|extra-index|find-links)\S*|\"resolved\"", text), (
                name
            )


def test_every_locked_package_is_pinned_with_hashes() -> None:
    text = (ROOT / "requirements.lock").read_text().replace("\\\n", "")
    entries = [line for line in text.splitlines() if line and not line.startswith("#")]
    assert entries
    for entry in entries:
        assert re.match(r"[a-z0-9.-]+==\S+ .*--hash=sha256:[0-9a-f]{64}", entry), entry[:60]


def test_the_lock_holds_all_that_is_declared() -> None:
    build = tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]["requires"]
    extras = [name for names in PROJECT["optional-dependencies"].values() for name in names]
    locked = {line.split("==")[0] for line in (ROOT / "requirements.lock").read_text().splitlines() if "==" in line}
    assert {plain_name(name) for name in [*PROJECT["dependencies"], *extras, *build]} <= locked


def test_every_game_folder_is_registered() -> None:
    folders = {path.parent.name for path in (SOURCE / "games").glob("*/rules.toml")}
    assert set(PROJECT["entry-points"]["sightline.games"]) == folders
