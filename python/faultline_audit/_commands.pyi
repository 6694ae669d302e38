"""Made by python/generate.py from the engine's description of its options."""

import os
from typing import Any, Iterable, Literal, Mapping

from ._result import AppliedRules, Result
from ._types import Column, Columns, Data, NamedTexts, Texts

__all__: list[str]

def run(
    spec: Mapping[str, Any] | str | Result, data: Data | None = None, *, progress: bool | None = None
) -> Any:
    """Runs a spec: a dict, its JSON, or a Result, whose run is repeated."""

def scan(
    data: Data | None = None,
    *,
    input_format: Literal["csv", "tsv", "parquet", "jsonl", "duckdb"] | None = None,
    delimiter: str | float | os.PathLike[str] | None = None,
    columns: Texts | None = None,
    table: str | float | os.PathLike[str] | None = None,
    null: Texts | None = None,
    missing: Literal["refuse", "drop"] | None = 'refuse',
    derive: NamedTexts | None = None,
    where: str | float | os.PathLike[str] | None = None,
    bins: NamedTexts | None = None,
    outcome: Column | None = None,
    score: Column | None = None,
    risk_score: Column | None = None,
    decision: Column | None = None,
    threshold: str | float | os.PathLike[str] | None = None,
    attributes: Columns | None = None,
    ordered: Texts | None = None,
    count: Column | None = None,
    weight: Column | None = None,
    cluster: Column | None = None,
    family: Literal["auto", "bernoulli", "gaussian", "poisson", "ordinal", "nominal"] | None = 'auto',
    order: Texts | None = None,
    class_scores: NamedTexts | None = None,
    direction: Literal["higher", "lower", "both"] | None = 'both',
    penalty: float | None = 1.0,
    strategy: Literal["auto", "ascent", "exhaustive", "bounded"] | None = 'auto',
    restarts: int | None = 50,
    search_budget: int | None = 2000000000,
    top: int | None = 1,
    replicates: int | None = 9999,
    alpha: float | None = 0.05,
    sequential: Literal["yes", "no"] | bool | None = 'yes',
    seed: int | None = 1,
    threads: int | None = 0,
    clip: float | None = None,
    power: bool | None = False,
    holdout: str | float | os.PathLike[str] | None = None,
    subgroup: NamedTexts | None = None,
    y_true: Column | None = None,
    y_prob: Column | None = None,
    y_pred: Column | None = None,
    sensitive_features: Columns | None = None,
    sample_weight: Column | None = None,
    random_state: int | None = None,
    n_jobs: int | None = None,
    progress: bool | None = None,
) -> Result:
    """Finds the subgroup whose outcomes depart most from the predicted probabilities (Bias Scan).

    Parameters
    ----------
    data
        The people: a data frame (pandas, polars, pyarrow, or anything else with
        `__arrow_c_stream__`), a dict of columns, or the path of a file
    input_format
        Read the file as this format; needed when its name does not tell (csv, tsv, parquet, jsonl,
        duckdb)
    delimiter
        Split the lines of a CSV file at this character; without it, the character is detected
    columns
        Name the columns of a CSV file that has no header
    table
        Read this table of a DuckDB database
    null
        Treat these spellings as missing values, besides empty ones: 'N/A,?'
    missing
        Refuse or drop rows without an outcome, prediction, decision, class, number or count (refuse,
        drop)
    derive
        Add a column, computed by an SQL expression; repeatable
    where
        Keep only the rows for which this SQL condition holds
    bins
        Cut a column of numbers into intervals: at cut points (age=25,45), into parts with equally
        many people (x=quantile:4) or of equal width (x=width:5); repeatable
    outcome
        Take what happened, one of two values, from this column; or its values, as an array
    score
        Take the predicted probability, 0 to 1, from this column; or its values, as an array
    risk_score
        Take an ordinal score from this column; the prediction is the share of positive outcomes at
        each score; or its values, as an array
    decision
        Take the decision, one of two values, from this column; error rates need it, or `threshold`;
        or its values, as an array
    threshold
        Decide positively where the prediction is at least 0.5 (T is 0.5) or above it (T is '>0.5')
    attributes
        Form subgroups from these columns; without it, from columns with 2 to 20 values that have no
        other role and do not appear to be derived from the outcome or the prediction; or the values
        themselves, as arrays
    ordered
        Treat these attributes as ordered, so that subgroups use ranges of values (one penalty per
        range): A,B, or 'size=small<medium<large' where the values do not say their order; repeatable.
        Columns cut by `bins` are ordered automatically; none turns that off
    count
        Take the number of people that each row stands for from this column; or its values, as an
        array
    weight
        Take sampling weights from this column (not accepted by this command, but by metrics); or its
        values, as an array
    cluster
        Treat rows with the same value of this column as belonging to one person (not accepted by this
        command, but by metrics); or its values, as an array
    family
        Treat the outcome as one of two values, a number, a count, an ordered class or one of several
        classes (`score` is then the number predicted); auto accepts two-valued outcomes and otherwise
        asks you to choose (auto, bernoulli, gaussian, poisson, ordinal, nominal)
    order
        Order the classes of an ordinal outcome that is text, from the lowest to the highest
    class_scores
        Take the predicted probability of every class of a nominal outcome from these columns
    direction
        Look for outcomes that are more frequent (higher) or less frequent (lower) than predicted
        (higher, lower, both)
    penalty
        Subtract X from the score for every value that a subgroup lists; a range of an ordered
        attribute counts once
    strategy
        Search for the best subgroup in this way; auto is exhaustive where that is quick; otherwise it
        uses ascent, and then tries to prove that nothing scores higher (auto, ascent, exhaustive,
        bounded)
    restarts
        Start ascent from N random subgroups
    search_budget
        Let bounded search do at most N steps, then report the gap that remains (1,000 million steps
        take about half a minute)
    top
        Report up to N subgroups of each scan, each tested given those before it; the list stops at
        the first that fails
    replicates
        Redraw the data at most N times as if nothing were wrong, to compute p-values; 0 skips the
        test
    alpha
        Call a finding significant when its adjusted p-value is at most X
    sequential
        Stop redrawing once the verdict is settled (at most a 1 in 1,000 chance of error) (yes, no)
    seed
        Seed all random numbers with N; the same seed gives the same result
    threads
        Use N threads, or all cores with 0; the result does not depend on it
    clip
        Move predictions into the range from X to 1 - X
    power
        Also report the critical value and the bias that the scan would detect
    holdout
        Estimate and test what was found on people who took no part in the search: a share of them,
        such as 0.5, or those of a second file with the same columns
    subgroup
        Test this subgroup, such as 'race=A|B;sex=Female', without a search; with `power`: search, and
        say what would be detected in it
    y_true
        Another name of `outcome`
    y_prob
        Another name of `score`
    y_pred
        Another name of `decision`
    sensitive_features
        Another name of `attributes`
    sample_weight
        Another name of `weight`
    random_state
        Another name of `seed`
    n_jobs
        Another name of `threads`
    progress
        Show progress; by default in notebooks and on terminals

    Returns
    -------
    Result
    """

def audit(
    data: Data | None = None,
    *,
    input_format: Literal["csv", "tsv", "parquet", "jsonl", "duckdb"] | None = None,
    delimiter: str | float | os.PathLike[str] | None = None,
    columns: Texts | None = None,
    table: str | float | os.PathLike[str] | None = None,
    null: Texts | None = None,
    missing: Literal["refuse", "drop"] | None = 'refuse',
    derive: NamedTexts | None = None,
    where: str | float | os.PathLike[str] | None = None,
    bins: NamedTexts | None = None,
    outcome: Column | None = None,
    score: Column | None = None,
    risk_score: Column | None = None,
    decision: Column | None = None,
    threshold: str | float | os.PathLike[str] | None = None,
    attributes: Columns | None = None,
    ordered: Texts | None = None,
    count: Column | None = None,
    weight: Column | None = None,
    cluster: Column | None = None,
    protected: Columns | None = None,
    against: NamedTexts | None = None,
    covariates: Columns | None = None,
    metric: Texts | None = None,
    direction: Literal["higher", "lower", "both"] | None = None,
    harm: Literal["positive", "negative"] | None = 'positive',
    propensity: str | float | os.PathLike[str] | None = 'logistic',
    expectation: str | float | os.PathLike[str] | None = 'logistic',
    doubly_robust: bool | None = False,
    ridge: float | None = 1.0,
    sigma: str | float | os.PathLike[str] | None = '1',
    clip: float | None = 0.001,
    penalty: float | None = 1.0,
    strategy: Literal["auto", "ascent", "exhaustive", "bounded"] | None = 'auto',
    restarts: int | None = 50,
    search_budget: int | None = 2000000000,
    top: int | None = 1,
    replicates: int | None = 9999,
    alpha: float | None = 0.05,
    sequential: Literal["yes", "no"] | bool | None = 'yes',
    seed: int | None = 1,
    threads: int | None = 0,
    permute: Literal["auto", "within", "redraw", "everyone"] | None = 'auto',
    power: bool | None = False,
    subgroup: NamedTexts | None = None,
    holdout: str | float | os.PathLike[str] | None = None,
    y_true: Column | None = None,
    y_prob: Column | None = None,
    y_pred: Column | None = None,
    sensitive_features: Columns | None = None,
    sample_weight: Column | None = None,
    random_state: int | None = None,
    n_jobs: int | None = None,
    progress: bool | None = None,
) -> Result:
    """Finds, for every protected class and criterion, the subgroup of the class that fares worst against
    comparable people outside it (Conditional Bias Scan).

    Parameters
    ----------
    data
        The people: a data frame (pandas, polars, pyarrow, or anything else with
        `__arrow_c_stream__`), a dict of columns, or the path of a file
    input_format
        Read the file as this format; needed when its name does not tell (csv, tsv, parquet, jsonl,
        duckdb)
    delimiter
        Split the lines of a CSV file at this character; without it, the character is detected
    columns
        Name the columns of a CSV file that has no header
    table
        Read this table of a DuckDB database
    null
        Treat these spellings as missing values, besides empty ones: 'N/A,?'
    missing
        Refuse or drop rows without an outcome, prediction, decision, class, number or count (refuse,
        drop)
    derive
        Add a column, computed by an SQL expression; repeatable
    where
        Keep only the rows for which this SQL condition holds
    bins
        Cut a column of numbers into intervals: at cut points (age=25,45), into parts with equally
        many people (x=quantile:4) or of equal width (x=width:5); repeatable
    outcome
        Take what happened, one of two values, from this column; or its values, as an array
    score
        Take the predicted probability, 0 to 1, from this column; or its values, as an array
    risk_score
        Take an ordinal score from this column; the prediction is the share of positive outcomes at
        each score; or its values, as an array
    decision
        Take the decision, one of two values, from this column; error rates need it, or `threshold`;
        or its values, as an array
    threshold
        Decide positively where the prediction is at least 0.5 (T is 0.5) or above it (T is '>0.5')
    attributes
        Form subgroups from these columns; without it, from columns with 2 to 20 values that have no
        other role and do not appear to be derived from the outcome or the prediction; or the values
        themselves, as arrays
    ordered
        Treat these attributes as ordered, so that subgroups use ranges of values (one penalty per
        range): A,B, or 'size=small<medium<large' where the values do not say their order; repeatable.
        Columns cut by `bins` are ordered automatically; none turns that off
    count
        Take the number of people that each row stands for from this column; or its values, as an
        array
    weight
        Take sampling weights from this column (not accepted by this command, but by metrics); or its
        values, as an array
    cluster
        Treat rows with the same value of this column as belonging to one person (not accepted by this
        command, but by metrics); or its values, as an array
    protected
        Compare this class with everybody else: a value, several ('race=A|B'), an intersection
        ('sex=Female;race=A'), or each value in turn of one column or more (sex,race); repeatable; or
        the values themselves, as arrays
    against
        Compare the class with these people only, not with everybody else
    covariates
        Treat people as comparable if they are alike in these columns, categories or numbers; without
        it, in `attributes` where these are named, else in all usable columns, at most 20; or the
        values themselves, as arrays
    metric
        Audit these criteria: balance-negative, balance-positive, fpr, tnr, tpr, fnr, calibration,
        calibration-negative, ppv, fdr, for, npv, separation-scores, separation-decisions,
        sufficiency-scores or sufficiency-decisions; all is the first 12. Without it, audit balance-
        negative, fpr, calibration and ppv, or, with `harm` negative, balance-positive, tpr,
        calibration and for
    direction
        Look for events that are more frequent in the class than expected (higher), or less (lower);
        without it, for the direction that harms the class (higher, lower, both)
    harm
        Say whether a positive decision harms (as for a risk score) or a negative one (as for a loan)
        (positive, negative)
    propensity
        Model class membership with logistic, boosted or forest, or take it from a column
    expectation
        Model the event outside the class with logistic, boosted or forest, or take it from a column;
        all: logistic decides, and a table shows what the others find
    doubly_robust
        Fit the expectation unweighted, then adjust its level using the weights
    ridge
        Penalise logistic models with strength X; 0 is no penalty
    sigma
        Set the standard deviation of predictions' log-odds, which criteria about mean predictions
        use, or estimate it from the data
    clip
        Keep predictions between X and 1 - X where their log-odds are needed
    penalty
        Subtract X from the score for every value that a subgroup lists; a range of an ordered
        attribute counts once
    strategy
        Search for the best subgroup in this way; auto is exhaustive where that is quick; otherwise it
        uses ascent, and then tries to prove that nothing scores higher (auto, ascent, exhaustive,
        bounded)
    restarts
        Start ascent from N random subgroups
    search_budget
        Let bounded search do at most N steps, then report the gap that remains (1,000 million steps
        take about half a minute)
    top
        Report up to N subgroups of each scan, each tested given those before it; the list stops at
        the first that fails
    replicates
        Redraw the data at most N times as if nothing were wrong, to compute p-values; 0 skips the
        test
    alpha
        Call a finding significant when its adjusted p-value is at most X
    sequential
        Stop redrawing once the verdict is settled (at most a 1 in 1,000 chance of error) (yes, no)
    seed
        Seed all random numbers with N; the same seed gives the same result
    threads
        Use N threads, or all cores with 0; the result does not depend on it
    permute
        Draw class membership for the test in this way: exchange it among people alike in covariates
        and condition (within), draw it from a model of membership (redraw), or exchange it over all
        people (everyone: as published, not valid when the class depends on the covariates); auto is
        within where nearly all of the class can be exchanged, else redraw (auto, within, redraw,
        everyone)
    power
        Also report how large an effect would have had to be for the test to find it
    subgroup
        Test this subgroup of each class, such as 'race=A|B;sex=Female', without a search; with
        `power`: search, and say what would be found in it
    holdout
        Estimate and test what was found on people who took no part in the search: a share of them,
        such as 0.5, or those of a second file with the same columns
    y_true
        Another name of `outcome`
    y_prob
        Another name of `score`
    y_pred
        Another name of `decision`
    sensitive_features
        Another name of `protected`
    sample_weight
        Another name of `weight`
    random_state
        Another name of `seed`
    n_jobs
        Another name of `threads`
    progress
        Show progress; by default in notebooks and on terminals

    Returns
    -------
    Result
    """

def ijdi(
    data: Data | None = None,
    *,
    input_format: Literal["csv", "tsv", "parquet", "jsonl", "duckdb"] | None = None,
    delimiter: str | float | os.PathLike[str] | None = None,
    columns: Texts | None = None,
    table: str | float | os.PathLike[str] | None = None,
    null: Texts | None = None,
    missing: Literal["refuse", "drop"] | None = 'refuse',
    derive: NamedTexts | None = None,
    where: str | float | os.PathLike[str] | None = None,
    bins: NamedTexts | None = None,
    outcome: Column | None = None,
    score: Column | None = None,
    risk_score: Column | None = None,
    decision: Column | None = None,
    threshold: str | float | os.PathLike[str] | None = None,
    attributes: Columns | None = None,
    ordered: Texts | None = None,
    count: Column | None = None,
    weight: Column | None = None,
    cluster: Column | None = None,
    true_probability: Column | None = None,
    fit_probability: Literal["logistic", "boosted", "forest"] | None = None,
    covariates: Columns | None = None,
    error: Literal["fpr", "tpr", "both"] | None = 'both',
    lambda_: Texts | None = None,
    costs: str | float | os.PathLike[str] | None = None,
    harm: Literal["positive", "negative"] | None = 'positive',
    subgroup: NamedTexts | None = None,
    clip: float | None = 1e-06,
    penalty: float | None = 0.1,
    strategy: Literal["auto", "ascent", "exhaustive", "bounded"] | None = 'auto',
    restarts: int | None = 50,
    search_budget: int | None = 2000000000,
    top: int | None = 1,
    replicates: int | None = 9999,
    alpha: float | None = 0.05,
    sequential: Literal["yes", "no"] | bool | None = 'yes',
    seed: int | None = 1,
    threads: int | None = 0,
    least_people: int | None = 1,
    redraw: Literal["everything", "decisions"] | None = None,
    y_true: Column | None = None,
    y_prob: Column | None = None,
    y_pred: Column | None = None,
    sensitive_features: Columns | None = None,
    sample_weight: Column | None = None,
    random_state: int | None = None,
    n_jobs: int | None = None,
    progress: bool | None = None,
) -> Result:
    """Finds the subgroup whose error rate exceeds what its base rate justifies (IJDI-Scan).

    Parameters
    ----------
    data
        The people: a data frame (pandas, polars, pyarrow, or anything else with
        `__arrow_c_stream__`), a dict of columns, or the path of a file
    input_format
        Read the file as this format; needed when its name does not tell (csv, tsv, parquet, jsonl,
        duckdb)
    delimiter
        Split the lines of a CSV file at this character; without it, the character is detected
    columns
        Name the columns of a CSV file that has no header
    table
        Read this table of a DuckDB database
    null
        Treat these spellings as missing values, besides empty ones: 'N/A,?'
    missing
        Refuse or drop rows without an outcome, prediction, decision, class, number or count (refuse,
        drop)
    derive
        Add a column, computed by an SQL expression; repeatable
    where
        Keep only the rows for which this SQL condition holds
    bins
        Cut a column of numbers into intervals: at cut points (age=25,45), into parts with equally
        many people (x=quantile:4) or of equal width (x=width:5); repeatable
    outcome
        Take what happened, one of two values, from this column; or its values, as an array
    score
        Take the predicted probability, 0 to 1, from this column; or its values, as an array
    risk_score
        Take an ordinal score from this column; the prediction is the share of positive outcomes at
        each score; or its values, as an array
    decision
        Take the decision, one of two values, from this column; error rates need it, or `threshold`;
        or its values, as an array
    threshold
        Decide positively where the prediction is at least 0.5 (T is 0.5) or above it (T is '>0.5')
    attributes
        Form subgroups from these columns; without it, from columns with 2 to 20 values that have no
        other role and do not appear to be derived from the outcome or the prediction; or the values
        themselves, as arrays
    ordered
        Treat these attributes as ordered, so that subgroups use ranges of values (one penalty per
        range): A,B, or 'size=small<medium<large' where the values do not say their order; repeatable.
        Columns cut by `bins` are ordered automatically; none turns that off
    count
        Take the number of people that each row stands for from this column; or its values, as an
        array
    weight
        Take sampling weights from this column (not accepted by this command, but by metrics); or its
        values, as an array
    cluster
        Treat rows with the same value of this column as belonging to one person (not accepted by this
        command, but by metrics); or its values, as an array
    true_probability
        Take the true probability of the outcome, 0 to 1, from this column; its means are the base
        rates; or its values, as an array
    fit_probability
        Estimate the true probability from `covariates` with this model, out of fold (logistic,
        boosted, forest)
    covariates
        Give these columns, categories or numbers, to the model; without it, the attributes that form
        subgroups; or the values themselves, as arrays
    error
        Compare false positive rates, true positive rates, or both (fpr, tpr, both)
    lambda_
        Let one point of base rate justify X points of error rate: a value, a list such as 0,0.3,1 or
        a range such as 0:3:0.5, tested upwards as far as there is evidence; without it 0,0.5,1,2,5 (0
        asks for equal error rates)
    costs
        Compute lambda from the costs of a false positive, of a false negative, and of a disparity in
        each rate per person
    harm
        Say whether a positive decision harms (too high a rate, as for a risk score) or a negative one
        (too low a rate, as for a loan or a bed in hospital) (positive, negative)
    subgroup
        Test this subgroup, such as 'race=A|B;sex=Female', without a search
    clip
        Keep expectations between X and 1 - X
    penalty
        Subtract X from the score for every value that a subgroup lists; a range of an ordered
        attribute counts once
    strategy
        Search for the best subgroup in this way; auto is exhaustive where that is quick; otherwise it
        uses ascent, and then tries to prove that nothing scores higher (auto, ascent, exhaustive,
        bounded)
    restarts
        Start ascent from N random subgroups
    search_budget
        Let bounded search do at most N steps, then report the gap that remains (1,000 million steps
        take about half a minute)
    top
        Report up to N subgroups of each scan; the best one is tested, the others are the next best of
        the same search and are not
    replicates
        Redraw the data at most N times as if nothing were wrong, to compute p-values; 0 skips the
        test
    alpha
        Call a finding significant when its adjusted p-value is at most X
    sequential
        Stop redrawing once the verdict is settled (at most a 1 in 1,000 chance of error) (yes, no)
    seed
        Seed all random numbers with N; the same seed gives the same result
    threads
        Use N threads, or all cores with 0; the result does not depend on it
    least_people
        Look only at subgroups with at least N people of those whose error rate is compared
    redraw
        Draw this for the test; without it everything where the probability is fitted, and decisions
        where a column gives it (everything, decisions)
    y_true
        Another name of `outcome`
    y_prob
        Another name of `score`
    y_pred
        Another name of `decision`
    sensitive_features
        Another name of `attributes`
    sample_weight
        Another name of `weight`
    random_state
        Another name of `seed`
    n_jobs
        Another name of `threads`
    progress
        Show progress; by default in notebooks and on terminals

    Returns
    -------
    Result
    """

def elicit(
    data: Data | None = None,
    *,
    error: Literal["fpr", "tpr"] | None = 'fpr',
    questions: int | None = 5,
    cost_ratio: float | None = None,
    person: str | float | os.PathLike[str] | None = None,
    answers: str | float | os.PathLike[str] | None = None,
    answer: Texts | None = None,
    positive: str | float | os.PathLike[str] | None = 'positive',
    negative: str | float | os.PathLike[str] | None = 'negative',
    people: str | float | os.PathLike[str] | None = 'people',
    outcome_text: str | float | os.PathLike[str] | None = 'had the outcome',
    no_outcome_text: str | float | os.PathLike[str] | None = None,
    input_format: Literal["csv", "tsv", "parquet", "jsonl", "duckdb"] | None = None,
    delimiter: str | float | os.PathLike[str] | None = None,
    columns: Texts | None = None,
    table: str | float | os.PathLike[str] | None = None,
    null: Texts | None = None,
    missing: Literal["refuse", "drop"] | None = 'refuse',
    derive: NamedTexts | None = None,
    where: str | float | os.PathLike[str] | None = None,
    bins: NamedTexts | None = None,
    outcome: Column | None = None,
    score: Column | None = None,
    risk_score: Column | None = None,
    decision: Column | None = None,
    threshold: str | float | os.PathLike[str] | None = None,
    attributes: Columns | None = None,
    ordered: Texts | None = None,
    count: Column | None = None,
    weight: Column | None = None,
    cluster: Column | None = None,
    true_probability: Column | None = None,
    fit_probability: Literal["logistic", "boosted", "forest"] | None = None,
    covariates: Columns | None = None,
    harm: Literal["positive", "negative"] | None = 'positive',
    seed: int | None = 1,
    threads: int | None = 0,
    y_true: Column | None = None,
    y_prob: Column | None = None,
    y_pred: Column | None = None,
    sensitive_features: Columns | None = None,
    sample_weight: Column | None = None,
    random_state: int | None = None,
    n_jobs: int | None = None,
    progress: bool | None = None,
) -> Result:
    """Asks how many errors it is worth to close a gap between the error rates of two groups, and
    computes lambda from the answers: how far a difference in base rates justifies a difference in
    error rates. With a file of people, says what that would allow their groups.

    Parameters
    ----------
    data
        The people: a data frame (pandas, polars, pyarrow, or anything else with
        `__arrow_c_stream__`), a dict of columns, or the path of a file
    error
        Ask about false positives (fpr, which gives lambda_N) or false negatives (tpr, which gives
        lambda_P) (fpr, tpr)
    questions
        Ask about N pairs of rates
    cost_ratio
        Set the cost of a false negative relative to a false positive; without it, this is asked too
    person
        Record the answers under this name
    answers
        Ask nothing; read the columns person, z1, z2 and z3 from this CSV file instead
    answer
        Ask nothing; take this answer: error rates of Z1 % and Z2 % in two groups are as bad as Z3 %
        in both; repeatable
    positive
        Call people with a positive decision this
    negative
        Call people with a negative decision this
    people
        Call the people whom decisions are about this, in the plural
    outcome_text
        Describe what people with the outcome did, to complete 'people who ...'
    no_outcome_text
        Describe what the others did; without it, 'never' and the text of the outcome
    input_format
        Read the file as this format; needed when its name does not tell (csv, tsv, parquet, jsonl,
        duckdb)
    delimiter
        Split the lines of a CSV file at this character; without it, the character is detected
    columns
        Name the columns of a CSV file that has no header
    table
        Read this table of a DuckDB database
    null
        Treat these spellings as missing values, besides empty ones: 'N/A,?'
    missing
        Refuse or drop rows without an outcome, prediction, decision, class, number or count (refuse,
        drop)
    derive
        Add a column, computed by an SQL expression; repeatable
    where
        Keep only the rows for which this SQL condition holds
    bins
        Cut a column of numbers into intervals: at cut points (age=25,45), into parts with equally
        many people (x=quantile:4) or of equal width (x=width:5); repeatable
    outcome
        Take what happened, one of two values, from this column; or its values, as an array
    score
        Take the predicted probability, 0 to 1, from this column; or its values, as an array
    risk_score
        Take an ordinal score from this column; the prediction is the share of positive outcomes at
        each score; or its values, as an array
    decision
        Take the decision, one of two values, from this column; error rates need it, or `threshold`;
        or its values, as an array
    threshold
        Decide positively where the prediction is at least 0.5 (T is 0.5) or above it (T is '>0.5')
    attributes
        Form subgroups from these columns; without it, from columns with 2 to 20 values that have no
        other role and do not appear to be derived from the outcome or the prediction; or the values
        themselves, as arrays
    ordered
        Treat these attributes as ordered, so that subgroups use ranges of values (one penalty per
        range): A,B, or 'size=small<medium<large' where the values do not say their order; repeatable.
        Columns cut by `bins` are ordered automatically; none turns that off
    count
        Take the number of people that each row stands for from this column; or its values, as an
        array
    weight
        Take sampling weights from this column (not accepted by this command, but by metrics); or its
        values, as an array
    cluster
        Treat rows with the same value of this column as belonging to one person (not accepted by this
        command, but by metrics); or its values, as an array
    true_probability
        Take the true probability of the outcome, 0 to 1, from this column; its means are the base
        rates; or its values, as an array
    fit_probability
        Estimate the true probability from `covariates` with this model, out of fold (logistic,
        boosted, forest)
    covariates
        Give these columns, categories or numbers, to the model; without it, the attributes that form
        subgroups; or the values themselves, as arrays
    harm
        Say whether a positive decision harms (too high a rate, as for a risk score) or a negative one
        (too low a rate, as for a loan) (positive, negative)
    seed
        Seed the rates that are asked about with N; the same seed asks the same questions
    threads
        Use N threads, or all cores with 0; the result does not depend on it
    y_true
        Another name of `outcome`
    y_prob
        Another name of `score`
    y_pred
        Another name of `decision`
    sensitive_features
        Another name of `attributes`
    sample_weight
        Another name of `weight`
    random_state
        Another name of `seed`
    n_jobs
        Another name of `threads`
    progress
        Show progress; by default in notebooks and on terminals

    Returns
    -------
    Result
    """

def mitigate(
    data: Data | None = None,
    *,
    input_format: Literal["csv", "tsv", "parquet", "jsonl", "duckdb"] | None = None,
    delimiter: str | float | os.PathLike[str] | None = None,
    columns: Texts | None = None,
    table: str | float | os.PathLike[str] | None = None,
    null: Texts | None = None,
    missing: Literal["refuse", "drop"] | None = 'refuse',
    derive: NamedTexts | None = None,
    where: str | float | os.PathLike[str] | None = None,
    bins: NamedTexts | None = None,
    outcome: Column | None = None,
    score: Column | None = None,
    risk_score: Column | None = None,
    decision: Column | None = None,
    threshold: str | float | os.PathLike[str] | None = None,
    attributes: Columns | None = None,
    ordered: Texts | None = None,
    count: Column | None = None,
    weight: Column | None = None,
    cluster: Column | None = None,
    true_probability: Column | None = None,
    fit_probability: Literal["logistic", "boosted", "forest"] | None = None,
    covariates: Columns | None = None,
    error: Literal["fpr", "tpr"] | None = 'fpr',
    lambda_: float | None = None,
    costs: str | float | os.PathLike[str] | None = None,
    harm: Literal["positive", "negative"] | None = 'positive',
    clip: float | None = 1e-06,
    method: Literal["smooth", "groups", "iterative", "randomize"] | None = 'smooth',
    move: Literal["both", "up", "down"] | None = 'both',
    holdout: str | float | os.PathLike[str] | None = None,
    thresholds: Texts | None = None,
    max_corrections: int | None = 10,
    quantile: Literal["higher", "linear", "exact"] | None = 'higher',
    apply: str | float | os.PathLike[str] | None = None,
    penalty: float | None = 0.1,
    strategy: Literal["auto", "ascent", "exhaustive", "bounded"] | None = 'auto',
    restarts: int | None = 50,
    search_budget: int | None = 2000000000,
    replicates: int | None = 9999,
    alpha: float | None = 0.05,
    sequential: Literal["yes", "no"] | bool | None = 'yes',
    seed: int | None = 1,
    threads: int | None = 0,
    id: Column | None = None,
    y_true: Column | None = None,
    y_prob: Column | None = None,
    y_pred: Column | None = None,
    sensitive_features: Columns | None = None,
    sample_weight: Column | None = None,
    random_state: int | None = None,
    n_jobs: int | None = None,
    progress: bool | None = None,
) -> Result | AppliedRules:
    """Chooses new thresholds on the score that reduce disparities which base rates do not justify.

    Parameters
    ----------
    data
        The people: a data frame (pandas, polars, pyarrow, or anything else with
        `__arrow_c_stream__`), a dict of columns, or the path of a file
    input_format
        Read the file as this format; needed when its name does not tell (csv, tsv, parquet, jsonl,
        duckdb)
    delimiter
        Split the lines of a CSV file at this character; without it, the character is detected
    columns
        Name the columns of a CSV file that has no header
    table
        Read this table of a DuckDB database
    null
        Treat these spellings as missing values, besides empty ones: 'N/A,?'
    missing
        Refuse or drop rows without an outcome, prediction, decision, class, number or count (refuse,
        drop)
    derive
        Add a column, computed by an SQL expression; repeatable
    where
        Keep only the rows for which this SQL condition holds
    bins
        Cut a column of numbers into intervals: at cut points (age=25,45), into parts with equally
        many people (x=quantile:4) or of equal width (x=width:5); repeatable
    outcome
        Take what happened, one of two values, from this column; or its values, as an array
    score
        Take the predicted probability, 0 to 1, from this column; or its values, as an array
    risk_score
        Take an ordinal score from this column; the prediction is the share of positive outcomes at
        each score; or its values, as an array
    decision
        Take the decision, one of two values, from this column; error rates need it, or `threshold`;
        or its values, as an array
    threshold
        Decide positively where the prediction is at least 0.5 (T is 0.5) or above it (T is '>0.5')
    attributes
        Form subgroups from these columns; without it, from columns with 2 to 20 values that have no
        other role and do not appear to be derived from the outcome or the prediction; or the values
        themselves, as arrays
    ordered
        Treat these attributes as ordered, so that subgroups use ranges of values (one penalty per
        range): A,B, or 'size=small<medium<large' where the values do not say their order; repeatable.
        Columns cut by `bins` are ordered automatically; none turns that off
    count
        Take the number of people that each row stands for from this column; or its values, as an
        array
    weight
        Take sampling weights from this column (not accepted by this command, but by metrics); or its
        values, as an array
    cluster
        Treat rows with the same value of this column as belonging to one person (not accepted by this
        command, but by metrics); or its values, as an array
    true_probability
        Take the true probability of the outcome, 0 to 1, from this column; its means are the base
        rates; or its values, as an array
    fit_probability
        Estimate the true probability from `covariates` with this model, out of fold (logistic,
        boosted, forest)
    covariates
        Give these columns, categories or numbers, to the model; without it, the attributes that form
        subgroups; or the values themselves, as arrays
    error
        Reduce disparities of false positive rates or of true positive rates (fpr, tpr)
    lambda_
        Let one point of base rate justify X points of error rate; without it and `costs`, 0: equal
        error rates
    costs
        Compute lambda from the costs of a false positive, of a false negative, and of a disparity in
        each rate per person, and say what the correction costs and saves
    harm
        Say whether a positive decision harms (too high a rate, as for a risk score) or a negative one
        (too low a rate, as for a loan or a bed in hospital); with smooth (positive, negative)
    clip
        Keep expectations between X and 1 - X
    method
        Give five groups by points thresholds that hold on new people (smooth), correct what is found
        step by step (iterative), use given thresholds (groups), or draw thresholds at random
        (randomize) (smooth, groups, iterative, randomize)
    move
        Let smooth move thresholds both ways, only up (nobody is newly flagged) or only down (both,
        up, down)
    holdout
        Make the rules without a share of the people, such as 0.3, or without those of another file,
        and tell what they do to these; none: make and test them with everybody. Without it, 0.5 with
        smooth and none with iterative
    thresholds
        Use these thresholds with groups: 'race=Black:0.55;*:0.5', where * is everybody else;
        repeatable
    max_corrections
        Make at most N corrections with iterative
    quantile
        Let iterative choose a threshold at an observed score, which keeps the promise (higher),
        between two (linear), or one that meets the target, with a lot for people exactly at it
        (exact) (higher, linear, exact)
    apply
        Only apply this rules file to the input, and write the decisions to the output
    penalty
        Subtract X from the score for every value that a subgroup lists; a range of an ordered
        attribute counts once
    strategy
        Search for the best subgroup in this way; auto is exhaustive where that is quick; otherwise it
        uses ascent, and then tries to prove that nothing scores higher (auto, ascent, exhaustive,
        bounded)
    restarts
        Start ascent from N random subgroups
    search_budget
        Let bounded search do at most N steps, then report the gap that remains (1,000 million steps
        take about half a minute)
    replicates
        Redraw the data at most N times as if nothing were wrong, to compute p-values; 0 skips the
        test
    alpha
        Call a finding significant when its adjusted p-value is at most X
    sequential
        Stop redrawing once the verdict is settled (at most a 1 in 1,000 chance of error) (yes, no)
    seed
        Seed all random numbers with N; the same seed gives the same result
    threads
        Use N threads, or all cores with 0; the result does not depend on it
    id
        Name the rows of decisions by this column, and draw lots by it; without it, by the number of
        the row; or its values, as an array
    y_true
        Another name of `outcome`
    y_prob
        Another name of `score`
    y_pred
        Another name of `decision`
    sensitive_features
        Another name of `attributes`
    sample_weight
        Another name of `weight`
    random_state
        Another name of `seed`
    n_jobs
        Another name of `threads`
    progress
        Show progress; by default in notebooks and on terminals

    Returns
    -------
    Result
    """

def counterfactual(
    data: Data | None = None,
    *,
    input_format: Literal["csv", "tsv", "parquet", "jsonl", "duckdb"] | None = None,
    delimiter: str | float | os.PathLike[str] | None = None,
    columns: Texts | None = None,
    table: str | float | os.PathLike[str] | None = None,
    null: Texts | None = None,
    missing: Literal["refuse", "drop"] | None = 'refuse',
    derive: NamedTexts | None = None,
    where: str | float | os.PathLike[str] | None = None,
    bins: NamedTexts | None = None,
    outcome: Column | None = None,
    treatment: Column | None = None,
    decision: Columns | None = None,
    score: Columns | None = None,
    threshold: str | float | os.PathLike[str] | None = None,
    protected: Columns | None = None,
    covariates: Columns | None = None,
    external: str | float | os.PathLike[str] | None = None,
    external_covariates: Texts | None = None,
    count: Column | None = None,
    cluster: Column | None = None,
    propensity: str | float | os.PathLike[str] | None = 'logistic',
    refit: Literal["yes", "no"] | bool | None = None,
    estimator: Literal["weighting", "regression", "doubly-robust"] | None = 'weighting',
    clip: float | None = 0.005,
    trim: float | None = 0.0,
    replicates: int | None = 999,
    margin: float | None = 0.0,
    ties: Literal["strict", "half", "inclusive"] | None = 'strict',
    bootstrap: int | None = 1000,
    resample: Literal["replacement", "stratified"] | None = 'replacement',
    alpha: float | None = 0.05,
    seed: int | None = 1,
    threads: int | None = 0,
    m: str | float | os.PathLike[str] | None = 'exponent:0.75',
    y_true: Column | None = None,
    y_prob: Columns | None = None,
    y_pred: Columns | None = None,
    sensitive_features: Columns | None = None,
    sample_weight: Column | None = None,
    random_state: int | None = None,
    n_jobs: int | None = None,
    progress: bool | None = None,
) -> Result:
    """Estimates the error rates that a decision would have had if nobody had been treated, for every
    intersection of the protected attributes: cFPR, the share of positive decisions among people who
    would not have had the outcome, and cFNR, the share of negative decisions among those who would.
    Assumes that, given groups, covariates and decision, treatment is as good as random, and that
    everybody could have gone untreated.

    Parameters
    ----------
    data
        The people: a data frame (pandas, polars, pyarrow, or anything else with
        `__arrow_c_stream__`), a dict of columns, or the path of a file
    input_format
        Read the file as this format; needed when its name does not tell (csv, tsv, parquet, jsonl,
        duckdb)
    delimiter
        Split the lines of a CSV file at this character; without it, the character is detected
    columns
        Name the columns of a CSV file that has no header
    table
        Read this table of a DuckDB database
    null
        Treat these spellings as missing values, besides empty ones: 'N/A,?'
    missing
        Refuse or drop rows without an outcome, prediction, decision, class, number or count (refuse,
        drop)
    derive
        Add a column, computed by an SQL expression; repeatable
    where
        Keep only the rows for which this SQL condition holds
    bins
        Cut a column of numbers into intervals: at cut points (age=25,45), into parts with equally
        many people (x=quantile:4) or of equal width (x=width:5); repeatable
    outcome
        Take what happened, one of two values, from this column; or its values, as an array
    treatment
        Take who was treated, one of two values, from this column; rates are those had nobody been
        treated; or its values, as an array
    decision
        Take decisions, one of two values, from these columns, and compare them; repeatable; or the
        values themselves, as arrays
    score
        Take predicted probabilities, 0 to 1, from these columns, make decisions of them with
        `threshold`, and compare them; repeatable; or the values themselves, as arrays
    threshold
        Decide positively where the score is at least 0.5 (T is 0.5) or above it (T is '>0.5')
    protected
        Form groups from all intersections of these columns; repeatable; or the values themselves, as
        arrays
    covariates
        Adjust for these columns, categories or numbers, on which treatment and outcome depend; or the
        values themselves, as arrays
    external
        Read further people from this file, of whom only groups and some covariates are known, to
        estimate rates of small groups; it is read as it is, without `derive`, `where` and `bins`
    external_covariates
        Use these covariates of the external file; without it, all that both files have
    count
        Take the number of people that each row stands for from this column; or its values, as an
        array
    cluster
        Take from this column which rows belong together, as several of one person do; intervals allow
        for it; or its values, as an array
    propensity
        Model treatment with logistic, or with ensemble (logistic regression, forest and boosted
        trees), or take its probability from a column
    refit
        Fit the models again in every permutation and resample; without it, yes unless the propensity
        is an ensemble or a column (yes, no)
    estimator
        Base tests and intervals on this estimator; the others are shown beside it (weighting,
        regression, doubly-robust)
    clip
        Keep propensities between X and 1 - X
    trim
        Leave out untreated people whose propensity is above 1 - X; 0 leaves out nobody
    replicates
        Permute the protected attributes together N times; 0 computes no u-values
    margin
        Compute the u-value as the share of permutations below the estimate minus X
    ties
        Count permutations that equal the estimate not at all (strict), half, or fully (inclusive) in
        the u-value (strict, half, inclusive)
    bootstrap
        Draw N resamples; 0 computes no intervals
    resample
        Draw resamples with replacement, or without it within group, outcome and decision (stratified,
        whose standard errors are too small) (replacement, stratified)
    alpha
        Compute intervals that cover with probability 1 - X; also the level of `fail_on`
    seed
        Seed all random numbers with N; the same seed gives the same result
    threads
        Use N threads, or all cores with 0; the result does not depend on it
    m
        Draw resamples of n to the power X, or of the share X of n people
    y_true
        Another name of `outcome`
    y_prob
        Another name of `score`
    y_pred
        Another name of `decision`
    sensitive_features
        Another name of `protected`
    sample_weight
        Another name of `count`
    random_state
        Another name of `seed`
    n_jobs
        Another name of `threads`
    progress
        Show progress; by default in notebooks and on terminals

    Returns
    -------
    Result
    """

def sources(
    data: Data | None = None,
    *,
    input_format: Literal["csv", "tsv", "parquet", "jsonl", "duckdb"] | None = None,
    delimiter: str | float | os.PathLike[str] | None = None,
    columns: Texts | None = None,
    table: str | float | os.PathLike[str] | None = None,
    null: Texts | None = None,
    missing: Literal["refuse", "drop"] | None = 'refuse',
    derive: NamedTexts | None = None,
    where: str | float | os.PathLike[str] | None = None,
    bins: NamedTexts | None = None,
    outcome: Column | None = None,
    protected: Columns | None = None,
    covariates: Columns | None = None,
    text: Column | None = None,
    score: Columns | None = None,
    memberships: Columns | None = None,
    threshold: str | float | os.PathLike[str] | None = None,
    count: Column | None = None,
    candidates: Columns | None = None,
    model: Texts | None = None,
    tune: Literal["yes", "no"] | bool | None = 'yes',
    parts: Iterable[Literal["costs", "decomposition", "curves", "noise", "clusters", "candidates", "forecasts"]] | Literal["costs", "decomposition", "curves", "noise", "clusters", "candidates", "forecasts"] | None = ('costs', 'candidates', 'forecasts', 'decomposition', 'noise', 'clusters'),
    targeted: Literal["yes", "no"] | bool | None = 'yes',
    vocabulary: int | None = 5000,
    evaluation: Literal["folds", "split"] | None = 'folds',
    folds: int | None = 5,
    test_share: float | None = 0.2,
    repetitions: int | None = 20,
    sizes: Texts | None = None,
    gap: float | None = 0.01,
    budget: float | None = 0.0,
    draws: Literal["halves", "bootstrap", "splits"] | None = 'halves',
    noise_estimator: Literal["nearest-neighbour", "boosted", "range", "candidates"] | None = 'candidates',
    lambda_: float | None = 0.01,
    neighbours: int | None = 5,
    least_people: int | None = 50,
    k_means: int | None = 8,
    topics: int | None = 10,
    top: int | None = 10,
    rank_clusters: Literal["gap", "variance"] | None = 'gap',
    labels: int | None = 1000,
    alpha: float | None = 0.05,
    seed: int | None = 1,
    threads: int | None = 0,
    y_true: Column | None = None,
    y_prob: Columns | None = None,
    sensitive_features: Columns | None = None,
    sample_weight: Column | None = None,
    random_state: int | None = None,
    n_jobs: int | None = None,
    progress: bool | None = None,
) -> Result:
    """Explains why a model's errors differ between groups: bias of the model, variance from too little
    data, or noise that the covariates leave. Trains a learner repeatedly (or takes given
    predictions), estimates what more data would change, and recommends what to do for every pair of
    groups.

    Parameters
    ----------
    data
        The people: a data frame (pandas, polars, pyarrow, or anything else with
        `__arrow_c_stream__`), a dict of columns, or the path of a file
    input_format
        Read the file as this format; needed when its name does not tell (csv, tsv, parquet, jsonl,
        duckdb)
    delimiter
        Split the lines of a CSV file at this character; without it, the character is detected
    columns
        Name the columns of a CSV file that has no header
    table
        Read this table of a DuckDB database
    null
        Treat these spellings as missing values, besides empty ones: 'N/A,?'
    missing
        Refuse or drop rows without an outcome, prediction, decision, class, number or count (refuse,
        drop)
    derive
        Add a column, computed by an SQL expression; repeatable
    where
        Keep only the rows for which this SQL condition holds
    bins
        Cut a column of numbers into intervals: at cut points (age=25,45), into parts with equally
        many people (x=quantile:4) or of equal width (x=width:5); repeatable
    outcome
        Predict this column: one of two values, or a number; or its values, as an array
    protected
        Compare the groups that this column forms; of several columns, all intersections; or the
        values themselves, as arrays
    covariates
        Predict from these columns, categories or numbers; the protected columns are not among them
        unless named; or the values themselves, as arrays
    text
        Use the words in this column of texts as covariates and to form topics; or its values, as an
        array
    score
        Take the predictions of existing models from these columns, and compare them: probabilities,
        or numbers where the outcome is a number; or the values themselves, as arrays
    memberships
        Take soft memberships in clusters, 0 to 1, from these columns, such as topic proportions; or
        the values themselves, as arrays
    threshold
        Decide positively where the score is at least T; without it, where it is above 0.5
    count
        Take the number of people that each row stands for from this column; or its values, as an
        array
    candidates
        Say what these columns, which the model does not have, would change as covariates; or the
        values themselves, as arrays
    model
        Train these learners: logistic (L2), logistic-l1, ridge, tree, forest or boosted; of several,
        the first is decomposed and all are compared
    tune
        Choose penalty or depth from the training people, for every training size (yes, no)
    parts
        Run these parts: costs, candidates, forecasts, decomposition, noise, clusters, or the paper's
        curves, which are not among the default (costs, decomposition, curves, noise, clusters,
        candidates, forecasts)
    targeted
        Also compute learning curves in which one group alone grows (yes, no)
    vocabulary
        Use the N most frequent words of `text`
    evaluation
        Measure costs by cross-validation over everybody (folds), or on one test part (split) (folds,
        split)
    folds
        Divide people into N folds for cross-validation
    test_share
        Put this share of people into a test part
    repetitions
        Draw N training sets for the decomposition, and N splits for every learning curve
    sizes
        Train on these numbers of people for the learning curve; without it, on eight from a 64th of
        the people to all who are not tested
    gap
        Estimate how many people would bring the difference down to X; 0 stands for a tenth of the
        present difference where the outcome is a number, and for 0.01 elsewhere
    budget
        Start no new fit for curves and decomposition after this many seconds; 0 sets no limit
    draws
        Train the decomposition on halves of the people, on bootstrap samples, or on random splits
        (halves, bootstrap, splits)
    noise_estimator
        Estimate the best possible prediction, for the decomposition, in this way; candidates takes
        the model that costs the group least, range gives the range of the other two (nearest-
        neighbour, boosted, range, candidates)
    lambda_
        Add X as a ridge to the covariances in Bhattacharyya's bound (this is not the lambda of ijdi);
        leave it as it is unless you know it
    neighbours
        Use N neighbours in the nearest-neighbour bound
    least_people
        Compare a group within a cluster when it has at least N people there
    k_means
        Form N clusters by k-means; 0 forms none
    topics
        Form N topics from `text`
    top
        Report the N clusters with the largest gaps for each metric
    rank_clusters
        Put clusters first by the difference of the two groups farthest apart, or by the variance of
        all groups' costs (gap, variance)
    labels
        Say how N new labels, shared among the groups, would help the worst-off group most; 0 does not
        ask
    alpha
        Compute intervals that cover with probability 1 - X; also the level of the tests
    seed
        Seed all random numbers with N; the same seed gives the same result
    threads
        Use N threads, or all cores with 0; the result does not depend on it
    y_true
        Another name of `outcome`
    y_prob
        Another name of `score`
    sensitive_features
        Another name of `protected`
    sample_weight
        Another name of `count`
    random_state
        Another name of `seed`
    n_jobs
        Another name of `threads`
    progress
        Show progress; by default in notebooks and on terminals

    Returns
    -------
    Result
    """

def metrics(
    data: Data | None = None,
    *,
    input_format: Literal["csv", "tsv", "parquet", "jsonl", "duckdb"] | None = None,
    delimiter: str | float | os.PathLike[str] | None = None,
    columns: Texts | None = None,
    table: str | float | os.PathLike[str] | None = None,
    null: Texts | None = None,
    missing: Literal["refuse", "drop"] | None = 'refuse',
    derive: NamedTexts | None = None,
    where: str | float | os.PathLike[str] | None = None,
    bins: NamedTexts | None = None,
    outcome: Column | None = None,
    score: Column | None = None,
    risk_score: Column | None = None,
    decision: Column | None = None,
    threshold: str | float | os.PathLike[str] | None = None,
    protected: Columns | None = None,
    by: Column | None = None,
    count: Column | None = None,
    weight: Column | None = None,
    cluster: Column | None = None,
    metric: Iterable[Literal["base_rate", "selection_rate", "fpr", "fnr", "tpr", "tnr", "ppv", "npv", "fdr", "for", "accuracy", "balanced_accuracy", "f1", "brier", "log_loss", "mean_score", "calibration_gap", "calibration_slope", "auc", "mean_outcome", "mean_error", "mae", "rmse"]] | Literal["base_rate", "selection_rate", "fpr", "fnr", "tpr", "tnr", "ppv", "npv", "fdr", "for", "accuracy", "balanced_accuracy", "f1", "brier", "log_loss", "mean_score", "calibration_gap", "calibration_slope", "auc", "mean_outcome", "mean_error", "mae", "rmse"] | None = None,
    reference: str | float | os.PathLike[str] | None = 'largest',
    impact: bool | None = False,
    small_categories: Literal["keep", "exclude"] | None = 'keep',
    alpha: float | None = 0.05,
    threads: int | None = 0,
    y_true: Column | None = None,
    y_prob: Column | None = None,
    y_pred: Column | None = None,
    sensitive_features: Columns | None = None,
    sample_weight: Column | None = None,
    n_jobs: int | None = None,
    progress: bool | None = None,
) -> Result:
    """Shows every rate of every group, with intervals: error rates, predictive values, accuracy, losses,
    calibration and AUC, for each value of the protected columns and for their intersections; and how
    the groups differ from a reference.

    Parameters
    ----------
    data
        The people: a data frame (pandas, polars, pyarrow, or anything else with
        `__arrow_c_stream__`), a dict of columns, or the path of a file
    input_format
        Read the file as this format; needed when its name does not tell (csv, tsv, parquet, jsonl,
        duckdb)
    delimiter
        Split the lines of a CSV file at this character; without it, the character is detected
    columns
        Name the columns of a CSV file that has no header
    table
        Read this table of a DuckDB database
    null
        Treat these spellings as missing values, besides empty ones: 'N/A,?'
    missing
        Refuse or drop rows without an outcome, prediction, decision, class, number or count (refuse,
        drop)
    derive
        Add a column, computed by an SQL expression; repeatable
    where
        Keep only the rows for which this SQL condition holds
    bins
        Cut a column of numbers into intervals: at cut points (age=25,45), into parts with equally
        many people (x=quantile:4) or of equal width (x=width:5); repeatable
    outcome
        Take what happened from this column: one of two values, or numbers, whose errors are then
        shown; without it, only selection rates and mean scores are shown; or its values, as an array
    score
        Take the predicted probability, 0 to 1, from this column, or the predicted number where
        outcomes are numbers; or its values, as an array
    risk_score
        Take an ordinal score from this column; the prediction is the share of positive outcomes at
        each score; or its values, as an array
    decision
        Take the decision, one of two values, from this column; or its values, as an array
    threshold
        Decide positively where the prediction is at least 0.5 (T is 0.5) or above it (T is '>0.5');
        several, 0.1:0.9:0.1 (from, to, step) or 0.3,0.5, show the rates along them
    protected
        Form groups from the values of these columns, and from all their intersections; or the values
        themselves, as arrays
    by
        Show the table for each value of this column, such as month or site, too; p-values are
        adjusted for all of them; or its values, as an array
    count
        Take the number of people that each row stands for from this column; or its values, as an
        array
    weight
        Take sampling weights, above 0, from this column; intervals and tests allow for them; or its
        values, as an array
    cluster
        Take from this column which rows belong together, as several of one person do; intervals and
        tests allow for it; or its values, as an array
    metric
        Show and compare these rates only; without it, all that the columns allow. The fewer, the less
        p-values are adjusted (base_rate, selection_rate, fpr, fnr, tpr, tnr, ppv, npv, fdr, for,
        accuracy, balanced_accuracy, f1, brier, log_loss, mean_score, calibration_gap,
        calibration_slope, auc, mean_outcome, mean_error, mae, rmse)
    reference
        Compare groups with the largest group, the best one in each rate, the rest (everybody else),
        or groups that are named, such as 'sex=Male;race=White'
    impact
        Also divide the selection rate of each category by the highest, as New York City's Local Law
        144 asks; with `score` alone, the share of people above the median score
    small_categories
        With `impact`: keep or exclude categories with fewer than 2 % of all people; they are marked
        either way (keep, exclude)
    alpha
        Compute intervals that cover with probability 1 - X; also the level of tests
    threads
        Use N threads, or all cores with 0; the result does not depend on it
    y_true
        Another name of `outcome`
    y_prob
        Another name of `score`
    y_pred
        Another name of `decision`
    sensitive_features
        Another name of `protected`
    sample_weight
        Another name of `weight`
    n_jobs
        Another name of `threads`
    progress
        Show progress; by default in notebooks and on terminals

    Returns
    -------
    Result
    """

def check(
    data: Data | None = None,
    *,
    input_format: Literal["csv", "tsv", "parquet", "jsonl", "duckdb"] | None = None,
    delimiter: str | float | os.PathLike[str] | None = None,
    columns: Texts | None = None,
    table: str | float | os.PathLike[str] | None = None,
    null: Texts | None = None,
    missing: Literal["refuse", "drop"] | None = 'refuse',
    derive: NamedTexts | None = None,
    where: str | float | os.PathLike[str] | None = None,
    bins: NamedTexts | None = None,
    outcome: Column | None = None,
    score: Column | None = None,
    risk_score: Column | None = None,
    decision: Column | None = None,
    threshold: str | float | os.PathLike[str] | None = None,
    attributes: Columns | None = None,
    ordered: Texts | None = None,
    count: Column | None = None,
    weight: Column | None = None,
    cluster: Column | None = None,
    protected: Columns | None = None,
    covariates: Columns | None = None,
    harm: Literal["positive", "negative"] | None = 'positive',
    replicates: int | None = 1999,
    alpha: float | None = 0.05,
    seed: int | None = 1,
    threads: int | None = 0,
    y_true: Column | None = None,
    y_prob: Column | None = None,
    y_pred: Column | None = None,
    sensitive_features: Columns | None = None,
    sample_weight: Column | None = None,
    random_state: int | None = None,
    n_jobs: int | None = None,
    progress: bool | None = None,
) -> Result:
    """Checks a model in every way that the columns allow: rates group by group, subgroups for which the
    predictions are wrong, protected classes against comparable people, and what errors cost each
    group. One page and one list of verdicts, all tests adjusted together.

    Parameters
    ----------
    data
        The people: a data frame (pandas, polars, pyarrow, or anything else with
        `__arrow_c_stream__`), a dict of columns, or the path of a file
    input_format
        Read the file as this format; needed when its name does not tell (csv, tsv, parquet, jsonl,
        duckdb)
    delimiter
        Split the lines of a CSV file at this character; without it, the character is detected
    columns
        Name the columns of a CSV file that has no header
    table
        Read this table of a DuckDB database
    null
        Treat these spellings as missing values, besides empty ones: 'N/A,?'
    missing
        Refuse or drop rows without an outcome, prediction, decision, class, number or count (refuse,
        drop)
    derive
        Add a column, computed by an SQL expression; repeatable
    where
        Keep only the rows for which this SQL condition holds
    bins
        Cut a column of numbers into intervals: at cut points (age=25,45), into parts with equally
        many people (x=quantile:4) or of equal width (x=width:5); repeatable
    outcome
        Take what happened, one of two values, from this column; or its values, as an array
    score
        Take the predicted probability, 0 to 1, from this column; or its values, as an array
    risk_score
        Take an ordinal score from this column; the prediction is the share of positive outcomes at
        each score; or its values, as an array
    decision
        Take the decision, one of two values, from this column; error rates need it, or `threshold`;
        or its values, as an array
    threshold
        Decide positively where the prediction is at least 0.5 (T is 0.5) or above it (T is '>0.5')
    attributes
        Form subgroups from these columns; without it, from columns with 2 to 20 values that have no
        other role and do not appear to be derived from the outcome or the prediction; or the values
        themselves, as arrays
    ordered
        Treat these attributes as ordered, so that subgroups use ranges of values (one penalty per
        range): A,B, or 'size=small<medium<large' where the values do not say their order; repeatable.
        Columns cut by `bins` are ordered automatically; none turns that off
    count
        Take the number of people that each row stands for from this column; or its values, as an
        array
    weight
        Take sampling weights from this column (not accepted by this command, but by metrics); or its
        values, as an array
    cluster
        Treat rows with the same value of this column as belonging to one person (not accepted by this
        command, but by metrics); or its values, as an array
    protected
        Compare the groups that these columns form, and audit each of their values in turn (sex,race);
        or one class, such as 'race=A|B' or 'sex=Female;race=A'; repeatable; or the values themselves,
        as arrays
    covariates
        Treat people as comparable if they are alike in these columns, categories or numbers; without
        it, in `attributes` where these are named, else in all usable columns, at most 20; or the
        values themselves, as arrays
    harm
        Say whether a positive decision harms (as for a risk score) or a negative one (as for a loan)
        (positive, negative)
    replicates
        Redraw the data at most N times as if nothing were wrong, to compute p-values; 0 skips the
        tests of searches
    alpha
        Call a difference evidence when its adjusted p-value is at most X
    seed
        Seed all random numbers with N; the same seed gives the same result
    threads
        Use N threads, or all cores with 0; the result does not depend on it
    y_true
        Another name of `outcome`
    y_prob
        Another name of `score`
    y_pred
        Another name of `decision`
    sensitive_features
        Another name of `protected`
    sample_weight
        Another name of `weight`
    random_state
        Another name of `seed`
    n_jobs
        Another name of `threads`
    progress
        Show progress; by default in notebooks and on terminals

    Returns
    -------
    Result
    """

def compare(
    data: Data | None = None,
    *,
    input_format: Literal["csv", "tsv", "parquet", "jsonl", "duckdb"] | None = None,
    delimiter: str | float | os.PathLike[str] | None = None,
    columns: Texts | None = None,
    table: str | float | os.PathLike[str] | None = None,
    null: Texts | None = None,
    missing: Literal["refuse", "drop"] | None = 'refuse',
    derive: NamedTexts | None = None,
    where: str | float | os.PathLike[str] | None = None,
    bins: NamedTexts | None = None,
    outcome: Column | None = None,
    score: Columns | None = None,
    decision: Columns | None = None,
    threshold: str | float | os.PathLike[str] | None = None,
    by: Column | None = None,
    after: str | float | os.PathLike[str] | None = None,
    attributes: Columns | None = None,
    ordered: Texts | None = None,
    protected: Columns | None = None,
    covariates: Columns | None = None,
    count: Column | None = None,
    loss: Iterable[Literal["error", "brier", "log_loss"]] | Literal["error", "brier", "log_loss"] | None = None,
    criterion: Texts | None = None,
    harm: Literal["positive", "negative"] | None = 'positive',
    direction: Literal["worse", "better", "both"] | None = 'worse',
    metric: Iterable[Literal["base_rate", "selection_rate", "fpr", "fnr", "tpr", "tnr", "ppv", "npv", "fdr", "for", "accuracy", "balanced_accuracy", "f1", "brier", "log_loss", "mean_score", "calibration_gap", "calibration_slope", "auc", "mean_outcome", "mean_error", "mae", "rmse"]] | Literal["base_rate", "selection_rate", "fpr", "fnr", "tpr", "tnr", "ppv", "npv", "fdr", "for", "accuracy", "balanced_accuracy", "f1", "brier", "log_loss", "mean_score", "calibration_gap", "calibration_slope", "auc", "mean_outcome", "mean_error", "mae", "rmse"] | None = None,
    penalty: float | None = 1.0,
    strategy: Literal["auto", "ascent", "exhaustive", "bounded"] | None = 'auto',
    restarts: int | None = 50,
    search_budget: int | None = 2000000000,
    top: int | None = 1,
    replicates: int | None = 9999,
    alpha: float | None = 0.05,
    sequential: Literal["yes", "no"] | bool | None = 'yes',
    seed: int | None = 1,
    threads: int | None = 0,
    subgroup: NamedTexts | None = None,
    y_true: Column | None = None,
    y_prob: Columns | None = None,
    y_pred: Columns | None = None,
    sensitive_features: Columns | None = None,
    sample_weight: Column | None = None,
    random_state: int | None = None,
    n_jobs: int | None = None,
    progress: bool | None = None,
) -> Result:
    """Compares two models on the same people, or one model in two periods or files: every rate of every
    group side by side, and the subgroup in which the change is worst, with a p-value that counts the
    whole search.

    Parameters
    ----------
    data
        The people: a data frame (pandas, polars, pyarrow, or anything else with
        `__arrow_c_stream__`), a dict of columns, or the path of a file
    input_format
        Read the file as this format; needed when its name does not tell (csv, tsv, parquet, jsonl,
        duckdb)
    delimiter
        Split the lines of a CSV file at this character; without it, the character is detected
    columns
        Name the columns of a CSV file that has no header
    table
        Read this table of a DuckDB database
    null
        Treat these spellings as missing values, besides empty ones: 'N/A,?'
    missing
        Refuse or drop rows without an outcome, prediction, decision, class, number or count (refuse,
        drop)
    derive
        Add a column, computed by an SQL expression; repeatable
    where
        Keep only the rows for which this SQL condition holds
    bins
        Cut a column of numbers into intervals: at cut points (age=25,45), into parts with equally
        many people (x=quantile:4) or of equal width (x=width:5); repeatable
    outcome
        Take what happened, one of two values, from this column; or its values, as an array
    score
        Take the predicted probabilities of two models, 0 to 1, from these columns: first the one
        before, then the one after; of two periods from one column; or the values themselves, as
        arrays
    decision
        Take the decisions of two models, one of two values, from these columns: first the one before,
        then the one after; of two periods from one column; or the values themselves, as arrays
    threshold
        Decide positively where the prediction is at least 0.5 (T is 0.5) or above it (T is '>0.5')
    by
        Compare two periods given by this column: with two values the later one is after; otherwise
        name it (COL=VALUE), and it is compared with all others; or its values, as an array
    after
        Compare with the people of this second file, which has the same columns
    attributes
        Form subgroups from these columns; without it, from columns with 2 to 20 values that have no
        other role and do not appear to be derived from the outcome or the prediction; or the values
        themselves, as arrays
    ordered
        Treat these attributes as ordered, so that subgroups use ranges of values (one penalty per
        range): A,B, or 'size=small<medium<large' where the values do not say their order; repeatable.
        Columns cut by `bins` are ordered automatically; none turns that off
    protected
        Show the rates of the values of these columns and of all their intersections side by side;
        without it, of the values of the attributes; or the values themselves, as arrays
    covariates
        Of two periods, treat people as comparable if they are alike in these columns, categories or
        numbers; without it, in `attributes` where these are named, else in all usable columns, at
        most 20; or the values themselves, as arrays
    count
        Take the number of people that each row stands for from this column; or its values, as an
        array
    loss
        Search where two models' losses differ: wrong decisions, squared distances (brier) or surprise
        (log_loss); without it, error and brier as far as there are decisions and scores (error,
        brier, log_loss)
    criterion
        Of two periods, search where these criteria of audit got worse: fpr, ppv, calibration and so
        on; without it, those that audit takes and the other error rate
    harm
        Of two periods, say whether a positive decision harms (as for a risk score) or a negative one
        (as for a loan) (positive, negative)
    direction
        Look for the subgroup where it got worse, better, or for both (worse, better, both)
    metric
        Show and test these rates only; without it, all that the columns allow. The fewer, the less
        p-values are adjusted (base_rate, selection_rate, fpr, fnr, tpr, tnr, ppv, npv, fdr, for,
        accuracy, balanced_accuracy, f1, brier, log_loss, mean_score, calibration_gap,
        calibration_slope, auc, mean_outcome, mean_error, mae, rmse)
    penalty
        Subtract X from the score for every value that a subgroup lists; a range of an ordered
        attribute counts once
    strategy
        Search for the best subgroup in this way; auto is exhaustive where that is quick; otherwise it
        uses ascent, and then tries to prove that nothing scores higher (auto, ascent, exhaustive,
        bounded)
    restarts
        Start ascent from N random subgroups
    search_budget
        Let bounded search do at most N steps, then report the gap that remains (1,000 million steps
        take about half a minute)
    top
        Of two periods, report up to N subgroups of each scan, each tested given those before it; the
        list stops at the first that fails. Two models have one of each loss and direction
    replicates
        Redraw the data at most N times as if nothing were wrong, to compute p-values; 0 skips the
        test
    alpha
        Call a finding significant when its adjusted p-value is at most X
    sequential
        Stop redrawing once the verdict is settled (at most a 1 in 1,000 chance of error) (yes, no)
    seed
        Seed all random numbers with N; the same seed gives the same result
    threads
        Use N threads, or all cores with 0; the result does not depend on it
    subgroup
        Test this subgroup, such as 'race=A|B;sex=Female', without a search
    y_true
        Another name of `outcome`
    y_prob
        Another name of `score`
    y_pred
        Another name of `decision`
    sensitive_features
        Another name of `protected`
    sample_weight
        Another name of `count`
    random_state
        Another name of `seed`
    n_jobs
        Another name of `threads`
    progress
        Show progress; by default in notebooks and on terminals

    Returns
    -------
    Result
    """
