"""The little statistics that simulated games need."""

from math import sqrt

Z95 = 1.959963984540054
"""Standard deviations on either side that hold 95 % of a normal distribution."""


def wilson(successes: int, trials: int, z: float = Z95) -> tuple[float, float]:
    """The Wilson score interval of a share: honest for few trials and for shares near none or all."""
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} of {trials} is no share")
    if trials == 0:
        return 0.0, 1.0
    share = successes / trials
    slack = z * z / trials
    centre = (share + slack / 2) / (1 + slack)
    half = z / (1 + slack) * sqrt(share * (1 - share) / trials + slack / trials / 4)
    # At the ends the exact bounds are 0 and 1; rounding must not push them in.
    low = 0.0 if successes == 0 else max(0.0, centre - half)
    high = 1.0 if successes == trials else min(1.0, centre + half)
    return low, high


def quantile(values: list[float], share: float) -> float:
    """The smallest value that at least this share of the values does not exceed."""
    if not values:
        raise ValueError("no values")
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, max(0, -int(-share * len(ordered) // 1) - 1))]
