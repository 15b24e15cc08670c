"""The little statistics that simulated games need."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import exp, log, sqrt
from random import Random

Z95 = 1.959963984540054
"""Standard deviations on either side that hold 95 % of a normal distribution."""
DOUBT = 2.0
"""Pairs of independent games that are imagined beside those seen, where the spread of pairs is judged."""
ELO = 400 / log(10)
"""Points of a rating for each factor of e in the odds."""

Pairing = tuple[str, str]
"""Two who met, the one whose score is counted first."""


def wilson(successes: int, trials: int, z: float = Z95) -> tuple[float, float]:
    """The Wilson score interval of a share: honest for few trials and for shares near none or all."""
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} of {trials} is no share")
    if trials == 0:
        return 0.0, 1.0
    return _wilson(successes / trials, trials, z)


def _wilson(share: float, trials: float, z: float) -> tuple[float, float]:
    slack = z * z / trials
    centre = (share + slack / 2) / (1 + slack)
    half = z / (1 + slack) * sqrt(share * (1 - share) / trials + slack / trials / 4)
    # At the ends the exact bounds are 0 and 1; rounding must not push them in.
    low = 0.0 if share == 0 else max(0.0, centre - half)
    high = 1.0 if share == 1 else min(1.0, centre + half)
    return low, high


def quantile(values: list[float], share: float) -> float:
    """The smallest value that at least this share of the values does not exceed."""
    if not values:
        raise ValueError("no values")
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, max(0, -int(-share * len(ordered) // 1) - 1))]


def whole_pairs(games: Iterable[tuple[int, float]]) -> list[float]:
    """The mean scores of pairs of games, from numbered games of which 1 and 2 are a pair, 3 and 4 and so on.

    A game whose pair was not played is left out.
    """
    pairs: dict[int, list[float]] = {}
    for number, score in sorted(games):
        pairs.setdefault((number + 1) // 2, []).append(score)
    return [sum(found) / 2 for found in pairs.values() if len(found) == 2]


def paired_score(pairs: Sequence[float], z: float = Z95) -> tuple[float, float]:
    """The interval of a mean score, where each value is the mean of two games that belong together.

    Wilson's interval with as many trials as the spread of the pairs is worth. Two independent games without draws are
    worth two trials; draws, and pairs whose games cancel each other out, are worth more, pairs that are won or lost
    whole are worth less. A little doubt keeps few pairs that happen to agree from looking certain.
    """
    count = len(pairs)
    if not count:
        return 0.0, 1.0
    mean = sum(pairs) / count
    widest = mean * (1 - mean)  # The variance of pairs that are always won or lost whole.
    seen = sum((score - mean) ** 2 for score in pairs)
    spread = (seen / widest + DOUBT / 2) / (count - 1 + DOUBT) if widest else 0.5
    return _wilson(mean, count / min(spread, 1.0), z)


def bradley_terry(
    scores: Mapping[Pairing, tuple[float, float]], anchor: str, added: Callable[[], float] = lambda: 1.0
) -> dict[str, float]:
    """Ratings on the Elo scale: for each who met, (points, games) of the first of them; the anchor has 0.

    One drawn game is added to each pairing, so that somebody who won every game is far ahead and not infinitely far;
    `added` may let it count for more or less. All must be connected by games (see `connected`).
    """
    names = sorted({name for pairing in scores for name in pairing} - {anchor})
    place = {name: n for n, name in enumerate(names)}
    met = []
    for (first, second), (points, games) in scores.items():
        extra = added()
        met.append((place.get(first, -1), place.get(second, -1), points + extra / 2, games + extra))
    strength = [0.0] * len(names)
    for _ in range(100):
        slope = [0.0] * len(names)
        bend = [[0.0] * len(names) for _ in names]
        for a, b, points, games in met:
            chance = 1 / (1 + exp((strength[b] if b >= 0 else 0.0) - (strength[a] if a >= 0 else 0.0)))
            weight = games * chance * (1 - chance)
            for one, other, sign in ((a, b, 1.0), (b, a, -1.0)):
                if one >= 0:
                    slope[one] += sign * (points - games * chance)
                    bend[one][one] += weight
                    if other >= 0:
                        bend[one][other] -= weight
        step = solved(bend, slope)
        # Newton's step overshoots far from the goal; two factors of e at a time are quick enough.
        longest = max(map(abs, step), default=0.0)
        shrink = min(1.0, 2 / longest) if longest else 1.0
        strength = [now + shrink * more for now, more in zip(strength, step, strict=True)]
        if longest < 1e-9:
            break
    return {anchor: 0.0, **{name: strength[place[name]] * ELO for name in names}}


def solved(rows: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """The solution of as many linear equations as there are unknowns, by elimination with pivots."""
    size = len(right)
    work = [[*row, value] for row, value in zip(rows, right, strict=True)]
    for n in range(size):
        best = max(range(n, size), key=lambda row: abs(work[row][n]))
        work[n], work[best] = work[best], work[n]
        if not work[n][n]:
            raise ValueError("the equations do not settle every unknown")
        for row in range(n + 1, size):
            factor = work[row][n] / work[n][n]
            work[row] = [below - factor * above for below, above in zip(work[row], work[n], strict=True)]
    found = [0.0] * size
    for n in reversed(range(size)):
        found[n] = (work[n][size] - sum(work[n][k] * found[k] for k in range(n + 1, size))) / work[n][n]
    return found


def connected(pairings: Iterable[Pairing]) -> list[list[str]]:
    """Those who met, by who can be compared with whom: directly, or through others."""
    groups: list[list[str]] = []
    for a, b in pairings:
        touched = [group for group in groups if a in group or b in group]
        merged = list(dict.fromkeys([name for group in touched for name in group] + [a, b]))
        groups = [group for group in groups if group not in touched] + [merged]
    return groups


def ratings(
    pairs: Mapping[Pairing, Sequence[float]], anchor: str = "", *, seed: str = "ratings", draws: int = 1000
) -> dict[str, tuple[float, float, float]]:
    """Ratings with 95 % bounds, from the scores of pairs of games; the bounds come from drawing the pairs again.

    Where somebody won every game, drawing again finds nothing new. So the drawn game that is added to each pairing
    counts for more or less each time (as in the Bayesian bootstrap), and the bounds are as wide as they should be.
    The anchor has 0; without one, whoever is rated lowest. All must be connected by games.
    """
    known = {pairing: scores for pairing, scores in pairs.items() if scores}
    if not known:
        return {}

    def rated(
        scores: Mapping[Pairing, Sequence[float]], anchor: str, added: Callable[[], float] = lambda: 1.0
    ) -> dict[str, float]:
        return bradley_terry({p: (2 * sum(found), 2 * len(found)) for p, found in scores.items()}, anchor, added)

    first = rated(known, anchor or next(iter(known))[0])
    if not anchor:
        anchor = min(first, key=first.__getitem__)
        first = rated(known, anchor)
    rng = Random(f"bootstrap {seed}")  # noqa: S311 - statistics, not a lock
    drawn: dict[str, list[float]] = {name: [] for name in first}
    for _ in range(draws):
        again = {pairing: rng.choices(scores, k=len(scores)) for pairing, scores in known.items()}
        for name, value in rated(again, anchor, lambda: max(0.01, rng.expovariate(1.0))).items():
            drawn[name].append(value)
    return {
        name: (value, quantile(drawn[name], 0.025), quantile(drawn[name], 0.975))
        for name, value in sorted(first.items(), key=lambda one: one[1])
    }
