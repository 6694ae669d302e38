"""compare.py PROGRAM: the rates of `faultline metrics` are those of scikit-learn and fairlearn.

On COMPAS and Adult, every rate of every value and intersection of sex and race agrees to 1e-12 with fairlearn's MetricFrame of
scikit-learn's functions (slopes, which both sides iterate, to 1e-6); so do rates along a threshold, rates of weighted people, and
errors of predicted numbers. Differences and ratios to the largest group follow from them. Where a rate is not defined, Faultline says so and the others are not asked. Runs itself again in the virtual environment
that tools/peers.sh makes, and says that it is skipped where that or the data are not there.
"""

import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile

SKIPPED = 77
ROOT = pathlib.Path(__file__).resolve().parents[3]
RATES = 1e-12
SLOPES = 1e-6


def skip(why):
    print(f"skipped: {why}")
    sys.exit(SKIPPED)


def enter_environment():
    """Starts this file again with the libraries, unless they are here."""
    folder = pathlib.Path(subprocess.run([ROOT / "tools" / "peers.sh", "--path"], capture_output=True, text=True, check=True).stdout.strip())
    if pathlib.Path(sys.prefix) == folder:
        return
    if not (folder / "ready").exists():
        skip("scikit-learn and fairlearn are not there; tools/peers.sh fetches them")
    os.execv(folder / "bin" / "python", [str(folder / "bin" / "python"), *sys.argv])


enter_environment()
PROGRAM = str(pathlib.Path(sys.argv[1]).resolve())
SHARED = pathlib.Path(os.environ.get("FAULTLINE_SHARED", ROOT / ".." / "shared")).resolve()

import numpy as np  # noqa: E402
import pandas as pd  # noqa: E402
from fairlearn import metrics as fair  # noqa: E402
from sklearn import linear_model  # noqa: E402
from sklearn import metrics as sk  # noqa: E402


def compas():
    people = pd.read_csv(SHARED / "data" / "compas-scores-two-years.csv")
    return pd.DataFrame({"sex": people.sex, "race": people.race, "y": people.two_year_recid, "p": people.decile_score / 10.5,
                         "w": 1 + people.age / 7, "number": people.priors_count, "predicted": 0.9 * people.decile_score - 0.3})


def adult():
    names = ("age work weight education years marital job relation race sex gain loss hours country income").split()
    people = pd.read_csv(SHARED / "data" / "adult.data", names=names, skipinitialspace=True)
    odds = 0.35 * (people.years - 11) + 0.03 * (people.hours - 45) + 0.02 * (people.age - 45)
    return pd.DataFrame({"sex": people.sex, "race": people.race, "y": (people.income == ">50K").astype(int), "p": 1 / (1 + np.exp(-odds)),
                         "w": people.weight, "number": people.hours, "predicted": 25 + 1.5 * people.years})


def slope(y, p):
    odds = np.asarray(np.log(p / (1 - p))).reshape(-1, 1)
    return linear_model.LogisticRegression(penalty=None, tol=1e-12, max_iter=10000).fit(odds, y).coef_[0, 0]


# By outcome and decision, and by outcome and score.
BY_DECISION = {
    "selection_rate": lambda y, d: fair.selection_rate(y, d),
    "fpr": lambda y, d: fair.false_positive_rate(y, d),
    "fnr": lambda y, d: fair.false_negative_rate(y, d),
    "tpr": lambda y, d: fair.true_positive_rate(y, d),
    "tnr": lambda y, d: fair.true_negative_rate(y, d),
    "ppv": lambda y, d: sk.precision_score(y, d, zero_division=np.nan),
    "npv": lambda y, d: sk.precision_score(y, d, pos_label=0, zero_division=np.nan),
    "fdr": lambda y, d: 1 - sk.precision_score(y, d, zero_division=np.nan),
    "for": lambda y, d: 1 - sk.precision_score(y, d, pos_label=0, zero_division=np.nan),
    "accuracy": sk.accuracy_score,
    "balanced_accuracy": sk.balanced_accuracy_score,
    "f1": lambda y, d: sk.f1_score(y, d, zero_division=np.nan),
}
BY_SCORE = {
    "base_rate": lambda y, p: float(np.mean(y)),
    "brier": sk.brier_score_loss,
    "log_loss": lambda y, p: sk.log_loss(y, p, labels=[0, 1]),
    "mean_score": lambda y, p: fair.mean_prediction(y, p),
    "calibration_gap": lambda y, p: fair.mean_prediction(y, p) - float(np.mean(y)),
    "calibration_slope": slope,
    "auc": sk.roc_auc_score,
}


BY_NUMBER = {
    "mean_outcome": lambda y, p: float(np.mean(y)),
    "mean_score": lambda y, p: fair.mean_prediction(y, p),
    "mean_error": lambda y, p: float(np.mean(p - y)),
    "mae": sk.mean_absolute_error,
    "rmse": sk.root_mean_squared_error,
}
WEIGHTED = {
    "selection_rate": fair.selection_rate,
    "fpr": fair.false_positive_rate,
    "fnr": fair.false_negative_rate,
    "tpr": fair.true_positive_rate,
    "tnr": fair.true_negative_rate,
    "ppv": lambda y, d, sample_weight: sk.precision_score(y, d, sample_weight=sample_weight, zero_division=np.nan),
    "accuracy": sk.accuracy_score,
    "balanced_accuracy": sk.balanced_accuracy_score,
    "f1": lambda y, d, sample_weight: sk.f1_score(y, d, sample_weight=sample_weight, zero_division=np.nan),
}
WEIGHTED_SCORES = {
    "brier": sk.brier_score_loss,
    "log_loss": lambda y, p, sample_weight: sk.log_loss(y, p, sample_weight=sample_weight, labels=[0, 1]),
    "mean_score": fair.mean_prediction,
}


def guarded(function):
    """MetricFrame asks every group; what has no answer there is not a number."""

    def asked(y, prediction, **params):
        try:
            return function(y, prediction, **params)
        except ValueError:
            return math.nan

    return asked


def frames(people, columns, parts, weights=None):
    """Rates by group: {(value, ...): {rate: number}}. `parts` are functions, outcome and prediction."""
    found = {}
    for functions, outcome, prediction in parts:
        params = None if weights is None else {name: {"sample_weight": weights} for name in functions}
        frame = fair.MetricFrame(metrics={name: guarded(one) for name, one in functions.items()}, y_true=outcome, y_pred=prediction,
                                 sensitive_features=people[columns], sample_params=params)
        for group, row in frame.by_group.iterrows():
            group = group if isinstance(group, tuple) else (group,)
            found.setdefault(group, {}).update(row.to_dict())
    return found


def run(name, folder, *options):
    done = subprocess.run([PROGRAM, "metrics", f"{name}.csv", "--protected", "sex,race", "--format", "json", *options], cwd=folder,
                          capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{name}: {done.stderr}")
    return json.loads(done.stdout)


def by_group(groups):
    return {tuple(sorted(group["group"].items())): group for group in groups}


def agree(name, ours, people, parts, weights=None):
    """Counts the rates that agree; stops at the first that does not."""
    compared, undefined = 0, 0
    for columns in (["sex"], ["race"], ["sex", "race"]):
        for values, rates in frames(people, columns, parts, weights).items():
            group = ours.get(tuple(sorted(zip(columns, values))))
            if group is None:
                if all(math.isnan(rate) for rate in rates.values()):
                    continue  # an intersection that has nobody
                sys.exit(f"{name}: no group {values}")
            for rate, expected in rates.items():
                entry = group["rates"][rate]
                if entry["estimate"] is None:
                    undefined += 1
                    if not entry["why"]:
                        sys.exit(f"{name} {values} {rate}: not estimable without a reason")
                    continue
                compared += 1
                if not abs(entry["estimate"] - expected) <= (SLOPES if rate == "calibration_slope" else RATES) * max(1, abs(expected)):
                    sys.exit(f"{name} {values} {rate}: {entry['estimate']!r} here, {expected!r} there")
                low, high = entry["interval"] or (-math.inf, math.inf)
                if not low <= entry["estimate"] <= high:
                    sys.exit(f"{name} {values} {rate}: {entry['estimate']} outside {entry['interval']}")
    print(f"{name}: {compared} rates agree, {undefined} not estimable")
    return compared


def check_differences(name, result):
    ours = by_group(result["groups"])
    for one in result["comparisons"]:
        if one["difference"] is None:
            continue
        mine = ours[tuple(sorted(one["group"].items()))]["rates"][one["rate"]]["estimate"]
        theirs = ours[tuple(sorted(one["reference"].items()))]["rates"][one["rate"]]["estimate"]
        size = max(1, abs(mine), abs(theirs))
        if abs(one["difference"] - (mine - theirs)) > RATES * size or (one["ratio"] is not None and abs(one["ratio"] - mine / theirs) > RATES):
            sys.exit(f"{name}: {one}")


def at_least(name, compared, least):
    if compared < least:
        sys.exit(f"{name}: only {compared} rates were compared")


def compare(name, people, folder):
    people["d"] = (people.p >= 0.5).astype(int)
    # Every digit, so that both sides see the same scores.
    people.to_csv(folder / f"{name}.csv", index=False, float_format=lambda number: repr(float(number)))
    binary = ["--outcome", "y", "--score", "p"]
    result = run(name, folder, *binary, "--threshold", "0.5")
    parts = [(BY_DECISION, people.y, people.d), (BY_SCORE, people.y, people.p)]
    at_least(name, agree(name, by_group(result["groups"]), people, parts), 300)
    check_differences(name, result)

    result = run(name, folder, *binary, "--threshold", "0.1:0.9:0.2")
    compared = 0
    for at in result["thresholds"]:
        decision = (people.p >= at["threshold"]).astype(int)
        compared += agree(f"{name} at {at['threshold']}", by_group(at["groups"]), people, [(BY_DECISION, people.y, decision)])
    at_least(f"{name} along thresholds", compared, 800)

    result = run(name, folder, *binary, "--threshold", "0.5", "--weight", "w")
    parts = [(WEIGHTED, people.y, people.d), (WEIGHTED_SCORES, people.y, people.p)]
    at_least(f"{name} weighted", agree(f"{name} weighted", by_group(result["groups"]), people, parts, people.w), 180)
    check_differences(f"{name} weighted", result)

    result = run(name, folder, "--outcome", "number", "--score", "predicted")
    numbers = agree(f"{name} numbers", by_group(result["groups"]), people, [(BY_NUMBER, people.number, people.predicted)])
    at_least(f"{name} numbers", numbers, 70)
    check_differences(f"{name} numbers", result)


def main():
    for file in ("compas-scores-two-years.csv", "adult.data"):
        if not (SHARED / "data" / file).exists():
            skip(f"needs the shared file data/{file}")
    with tempfile.TemporaryDirectory() as folder:
        compare("compas", compas(), pathlib.Path(folder))
        compare("adult", adult(), pathlib.Path(folder))


main()
