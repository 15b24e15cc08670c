"""A battle report: one page that needs nothing else, for printing and for keeping."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from importlib.resources import files
from math import ceil

from sightline.core.table import Point
from sightline.server.messages import AstrayView, Frame, LuckView, ModelView, Replay, Scene, TallyView

COLOURS = ("#1d6fb8", "#d2541b", "#2f8f4e", "#8a4fbf")
"""The colours of the sides, in their order; their shapes differ as well."""
NAMED = {"red": "#c23b2e", "blue": "#1d6fb8", "green": "#2f8f4e", "yellow": "#b58900"}
"""The colours of sides that are called by one."""
MOMENTS = 8
"""How many moments are told."""
CHART = (640.0, 200.0)
STYLE = "battle_report.css"

Pictures = list[tuple[int, dict[str, ModelView]]]
Drawn = Callable[[float, float], str]
"""Where a surplus at an action is drawn."""


def battle_report_html(film: Replay) -> str:
    """A match on one page: result, rounds in pictures, key moments, who did what, and luck."""
    title = f"{film.table}: {' against '.join(film.squads.values())}"
    style = files(__package__).joinpath(STYLE).read_text(encoding="utf-8")
    sections = [head(film), rounds(film), moments(film), deeds_table(film), luck(film), foot(film)]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{style}</style></head><body><main>\n"
        + "\n".join(section for section in sections if section)
        + "\n</main></body></html>\n"
    )


def colours(film: Replay) -> dict[str, str]:
    """The colour of each side."""
    return {side: NAMED.get(side) or COLOURS[place % len(COLOURS)] for place, side in enumerate(film.scene.sides)}


def round_side(film: Replay) -> str:
    """The side whose sign is round, as on the screen: the one called blue, else the first."""
    return "blue" if "blue" in film.scene.sides else next(iter(film.scene.sides))


def named(film: Replay, side: str) -> str:
    """Who played a side."""
    seat = film.seats.get(side)
    return seat.name if seat is not None and seat.name else side.capitalize()


def mark(film: Replay, side: str) -> str:
    """The small sign of a side: a disc for the one, a square for the others."""
    first = side == round_side(film)
    shape = '<circle cx="6" cy="6" r="5"/>' if first else '<rect x="1" y="1" width="10" height="10" rx="2"/>'
    return f'<svg class="mark" viewBox="0 0 12 12" fill="{colours(film)[side]}" aria-hidden="true">{shape}</svg>'


# ------------------------------------------------------------------ the result


def head(film: Replay) -> str:
    """Who met where, and how it ended."""
    scores = film.report.scores[-1] if film.report.scores else {}
    sides = "".join(
        f'<div class="side"><h2>{mark(film, side)}{escape(named(film, side))}</h2>'
        f"<p>{escape(film.squads.get(side, ''))}</p>"
        f'<p class="score">{scores.get(side, 0):g}</p></div>'
        for side in film.scene.sides
    )
    ended = film.outcome.text if film.outcome else "Not finished"
    rule = f' <span class="rule">{escape(film.outcome.rule)}</span>' if film.outcome else ""
    return (
        f'<header><p class="over">{escape(film.title)}</p><h1>{escape(film.table)}</h1>'
        f'<p class="result">{escape(ended)}{rule}</p><div class="sides">{sides}</div></header>'
    )


# ------------------------------------------------------------------ pictures


def rounds(film: Replay) -> str:
    """The table at the end of each round, with what it brought."""
    shown = "".join(
        f"<figure>{picture(film, models)}<figcaption>{caption(film, number)}</figcaption></figure>"
        for number, models in ends(film)
    )
    return f'<section><h2>Round by round</h2><div class="rounds">{shown}</div></section>' if shown else ""


def ends(film: Replay) -> Pictures:
    """The models at the end of every round; 0 is before the first."""
    models = dict(film.scene.models)
    found: Pictures = []
    for place, frame in enumerate(film.frames):
        models.update(frame.change.models)
        last = place + 1 == len(film.frames)
        if last or film.frames[place + 1].round != frame.round:
            found.append((frame.round, dict(models)))
    return found


def caption(film: Replay, number: int) -> str:
    """A round in a line."""
    name = film.scene.clock.name
    if not 0 < number <= len(film.report.rounds):
        return "<b>Before the first</b>"
    damage, scores = film.report.rounds[number - 1], film.report.scores[number - 1]
    figures = " · ".join(
        f"{mark(film, side)}{damage.get(side, 0):g} damage, {scores.get(side, 0):g} scored" for side in film.scene.sides
    )
    return f"<b>{escape(name)} {number}</b> {figures}"


def picture(film: Replay, models: Mapping[str, ModelView]) -> str:
    """The table from above, in inches."""
    scene = film.scene
    inner = "".join((*_terrain(scene), *_models(film, models)))
    return (
        f'<svg class="mat" viewBox="-0.2 -0.2 {scene.width + 0.4:g} {scene.height + 0.4:g}" role="img" '
        f'aria-label="The table">'
        f'<rect width="{scene.width:g}" height="{scene.height:g}" rx="0.4" class="ground"/>{inner}</svg>'
    )


def _points(polygon: Sequence[Point], scene: Scene) -> str:
    return " ".join(f"{x:.2f},{scene.height - y:.2f}" for x, y in polygon)


def _terrain(scene: Scene) -> Iterator[str]:
    blocking = set(scene.blocks)
    for piece in scene.pieces:
        kind = "tall" if piece.id in blocking else "low"
        yield f'<polygon class="{kind}" points="{_points(piece.polygon, scene)}"/>'


def _models(film: Replay, models: Mapping[str, ModelView]) -> Iterator[str]:
    first, paint = round_side(film), colours(film)
    for model in models.values():
        if model.at is None or model.kind != "model":
            continue
        x, y, r = model.at[0], film.scene.height - model.at[1], model.radius
        fill = paint.get(model.side, "#666")
        shape = (
            f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{r:g}"'
            if model.side == first
            else f'<rect x="{x - r:.2f}" y="{y - r:.2f}" width="{2 * r:g}" height="{2 * r:g}" rx="{r / 3:.2f}"'
        )
        yield f'{shape} fill="{fill}" class="model"/>'
        yield f'<text x="{x:.2f}" y="{y + 0.22:.2f}" class="initial">{escape(_initial(model.name))}</text>'


def _initial(name: str) -> str:
    """A letter, and the number of those who have one."""
    words = name.split()
    return (words[0][:1] + (words[-1] if words[-1].isdecimal() and len(words[-1]) < 3 else "")) if words else ""


# ------------------------------------------------------------------ moments and models


def moments(film: Replay) -> str:
    """What mattered most, in the order it happened."""
    weighed = sorted(film.frames, key=_weight, reverse=True)[:MOMENTS]
    told = sorted((frame for frame in weighed if _weight(frame) > 0), key=lambda frame: frame.action)
    rows = "".join(
        f'<li><span class="when">{escape(film.scene.clock.name)} {frame.round}, #{frame.action}</span> '
        f"{mark(film, frame.side) if frame.side in film.scene.sides else ''}{_moment(film, frame)} "
        f'<span class="rule">{escape(frame.rule)}</span></li>'
        for frame in told
    )
    return f"<section><h2>Key moments</h2><ol>{rows}</ol></section>" if rows else ""


def _weight(frame: Frame) -> float:
    return sum(frame.damage.values()) + 10 * len(frame.fallen)


def _moment(film: Replay, frame: Frame) -> str:
    """A moment in a sentence, with those who fell in it."""
    names = {t.model: t.name for t in film.report.tallies}
    fell = [names.get(id, id) for id in frame.fallen if names.get(id, id) not in frame.text]
    return escape(frame.text + (f"; {', '.join(fell)} {'falls' if len(fell) == 1 else 'fall'}" if fell else ""))


def deeds_table(film: Replay) -> str:
    """What every model did."""
    rows = "".join(_row(film, tally) for tally in sorted(film.report.tallies, key=lambda t: (-t.kills, -t.dealt)))
    rows += "".join(_astray(film, one) for one in film.report.astray)
    top = "<tr><th>Model</th><th>Dealt</th><th>Taken</th><th>Kills</th><th>Fell</th></tr>"
    return f"<section><h2>Who did what</h2><table><thead>{top}</thead><tbody>{rows}</tbody></table></section>"


def _row(film: Replay, tally: TallyView) -> str:
    fell = f"{escape(film.scene.clock.name)} {tally.fell}" if tally.fell else "stands"
    fell = f"{escape(tally.parted)}, {fell}" if tally.parted else fell
    sign = mark(film, tally.side) if tally.side in film.scene.sides else ""
    figures = "".join(f"<td>{value:g}</td>" for value in (tally.dealt, tally.taken, tally.kills))
    return f"<tr><td>{sign}{escape(tally.name)}</td>{figures}<td>{fell}</td></tr>"


def _astray(film: Replay, one: AstrayView) -> str:
    """What befell a side by nobody's hand, so that all that was taken adds up."""
    sign = mark(film, one.side) if one.side in film.scene.sides else ""
    to = escape(named(film, one.side)) if one.side in film.scene.sides else escape(one.side)
    return (
        f'<tr class="astray"><td>{sign}By the ground and other causes, to {to}</td>'
        f"<td>{one.taken:g}</td><td></td><td>{one.fell:g}</td><td></td></tr>"
    )


# ------------------------------------------------------------------ luck


def luck(film: Replay) -> str:
    """How lucky the sides were, exactly."""
    rows = "".join(
        f"<li>{mark(film, one.side)}<b>{escape(named(film, one.side))} {one.surplus:+.1f}</b> {escape(one.text)} "
        f'<span class="when">{one.successes} of {one.dice} dice, {one.expected:.1f} expected</span></li>'
        for one in film.report.luck
    )
    method = f'<p class="method">{escape(film.report.method)}</p>'
    return f'<section><h2>Luck</h2>{chart(film)}<ul class="luck">{rows}</ul>{method}</section>'


def chart(film: Replay) -> str:
    """The surplus of every side over the match, and how far games stray."""
    views = [view for view in film.report.luck if view.points]
    if not views:
        return ""
    width, height = CHART
    last = max(1, film.frames[-1].action if film.frames else 1)
    top = ceil(max(*(abs(p.surplus) for v in views for p in v.points), *(w for v in views for _, w in v.band90), 1))

    def at(action: float, value: float) -> str:
        return f"{action / last * width:.1f},{height / 2 - value / top * height / 2:.1f}"

    widest = max(views, key=lambda view: view.band90[-1][1])
    bands = "".join(_band(at, band, last, name) for band, name in ((widest.band90, "wide"), (widest.band50, "half")))
    lines = "".join(_line(film, view, at, last) for view in views)
    return (
        f'<svg class="chart" viewBox="-34 -8 {width + 42:g} {height + 16:g}" role="img" aria-label="Luck over time">'
        f'{bands}<path class="zero" d="M0 {height / 2:g}H{width:g}"/>{lines}'
        f'<text x="-6" y="6">+{top}</text><text x="-6" y="{height / 2 + 4:g}">0</text>'
        f'<text x="-6" y="{height + 2:g}">&minus;{top}</text></svg>'
    )


def _band(at: Drawn, band: Sequence[tuple[int, float]], last: int, name: str) -> str:
    steps = [(0.0, 0.0), *band, (last, band[-1][1])]
    around = [at(a, w) for a, w in steps] + [at(a, -w) for a, w in reversed(steps)]
    return f'<polygon class="{name}" points="{" ".join(around)}"/>'


def _line(film: Replay, view: LuckView, at: Drawn, last: int) -> str:
    steps: list[tuple[float, float]] = [(0, 0.0)]
    for point in view.points:
        steps += [(point.action, steps[-1][1]), (point.action, point.surplus)]
    steps.append((last, steps[-1][1]))
    dashed = "" if view.side == round_side(film) else ' stroke-dasharray="7 4"'
    points = " ".join(at(action, value) for action, value in steps)
    return f'<polyline points="{points}" stroke="{colours(film)[view.side]}"{dashed}/>'


def foot(film: Replay) -> str:
    """How the dice can be checked, and what wrote this."""
    proof = ""
    if film.dice is not None and film.dice.key:
        shares = ", ".join(f"{side} {share}" for side, share in film.dice.shares.items())
        proof = (
            f"<p>Dice: lock <code>{escape(film.dice.lock)}</code>, key <code>{escape(film.dice.key)}</code>"
            f"{escape(', shares ' + shares if shares else '')}</p>"
        )
    return f"<footer>{proof}<p>{len(film.frames)} actions, told by Sightline.</p></footer>"
