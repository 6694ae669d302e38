"""A finding. Made by python/generate.py from the schema of results."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Mapping


@dataclass(frozen=True, eq=True)
class Finding:
    """A subgroup that a scan found. What a method does not have is None."""

    method: str | None = None
    """Method that made the finding."""
    metric: str | None = None
    """Criterion that the finding is about."""
    direction: str | None = None
    """Direction of the observed event against its expectation."""
    family: str | None = None
    """What the outcome of a scan is, where it is not one of two values."""
    outcome_class: str | None = None
    """Class of a nominal outcome that is compared with the rest."""
    expected_overall: bool | None = None
    """Whether the overall mean or share was expected of everybody, because no predictions were given."""
    also: str | None = None
    """Complementary criterion, whose test is the same; null without one."""
    protected: dict[str, Any] | None = None
    """Protected class; null where there is none."""
    comparable_in: list[Any] | None = None
    """Columns in which people count as comparable."""
    set_aside: dict[str, Any] | None = None
    """Columns that tell the prediction, in which people are therefore not compared."""
    rank: int | None = None
    """Place in its search; 1 is the best."""
    subgroup: dict[str, Any] | None = None
    """Values by restricted attribute; {} is everybody, null that no subgroup scores above 0."""
    text: str | None = None
    """The subgroup in words."""
    score: float | None = None
    """Penalised log-likelihood ratio that was maximised."""
    log_likelihood_ratio: float | None = None
    """Log-likelihood ratio before the penalty."""
    penalty: float | None = None
    """Penalty for the subgroup's complexity."""
    theta: float | None = None
    """Size of the effect; null when it has a limit only, or nothing was found."""
    theta_name: str | None = None
    """Parameter that theta is."""
    theta_limit: str | None = None
    """Limit of a theta without a finite value."""
    theta_interval: tuple[float | None, float | None] | None = None
    """Interval of theta with confidence 1 - alpha over the whole search; an infinite end is null."""
    theta_shrunken: float | None = None
    """theta drawn towards no difference by what a search finds in noise."""
    n: int | None = None
    """Number of people in the subgroup."""
    not_compared: int | None = None
    """People of the class without anybody comparable, who are not in n; null where all are compared."""
    observed: float | None = None
    """Observed rate or mean in the subgroup; null without people."""
    expected: float | None = None
    """Expected rate or mean in the subgroup; null without people."""
    observed_count: float | None = None
    """Number of events, or sum of the values."""
    expected_count: float | None = None
    """Its expectation."""
    observed_interval: tuple[float | None, float | None] | None = None
    """Interval of the rate: with theta_interval the one that its ends imply, over the whole search; without it 95 %, the search not counted."""
    comparison: dict[str, Any] | None = None
    """People compared with: the same subgroup outside the class, or everybody else."""
    p_value: float | None = None
    """p-value; null when it was not or cannot be tested."""
    p_value_adjusted: float | None = None
    """p-value adjusted for the number of tests."""
    p_value_interval: tuple[float | None, float | None] | None = None
    """95 % interval of the p-value for its Monte Carlo error alone."""
    replicates: int | None = None
    """Number of finished replicates behind the p-value."""
    exceedances: int | None = None
    """Number of replicates that reach the observed score."""
    proven: bool | None = None
    """Whether the p-value is a proven upper bound that counts the whole search and needs no replicates."""
    verdict_risk: float | None = None
    """Probability that the verdict would differ with endlessly many replicates; null when all were drawn."""
    significant: bool | None = None
    """Whether the adjusted p-value is at most alpha."""
    verdict: str | None = None
    """What may be said of the finding."""
    score_tested: float | None = None
    """Score that was compared with the replicates, where skewness may account for a part of it."""
    worse: bool | None = None
    """Whether it is a change for the worse; only in comparisons."""
    null_scores_quantiles: dict[str, Any] | None = None
    """Quantiles of the null scores, by probability."""
    null_scores: list[Any] | None = None
    """Best score of each finished replicate, in order."""
    detectable: dict[str, Any] | None = None
    """How large an effect would have had to be to be found, where it was asked for."""
    by_expectation: list[Any] | None = None
    """The scan under every model of the expectation, its own first, where it was asked for."""
    search: dict[str, Any] | None = None
    """How the subgroup was searched."""
    breakdown: list[Any] | None = None
    """The subgroup's people, value by value."""
    neighbours: list[Any] | None = None
    """Subgroups with one condition less, and the best with one more; none of them is tested."""
    warnings: list[Any] | None = None
    """What undermines the finding, as sentences."""
    lambda_: float | None = None
    """Points of error rate that one point of base rate justifies."""
    error: str | None = None
    """Error rate that was compared."""
    adjustments: list[Any] | None = None
    """Corrections of the expectation, in order."""
    base_rate: float | None = None
    """Mean true probability inside the subgroup."""
    base_rate_outside: float | None = None
    """Mean true probability outside the subgroup."""
    allowed: float | None = None
    """Highest rate inside that the base rates justify; lowest, where too low a rate hurts."""
    ended_below: bool | None = None
    """Whether it was not tested because a smaller lambda was not rejected."""

    @classmethod
    def from_dict(cls, entry: Mapping[str, Any]) -> Finding:
        given: dict[str, Any] = {}
        for field in fields(cls):
            value = entry.get(field.name.rstrip("_"))
            given[field.name] = tuple(value) if field.name.endswith("interval") and value else value
        return cls(**given)
