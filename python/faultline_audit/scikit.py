"""For scikit-learn: an audit of an estimator, and mitigation as an estimator."""

from __future__ import annotations

import os
import tempfile
from typing import Any

import numpy
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_val_predict
from sklearn.utils import assert_all_finite, get_tags
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_consistent_length, check_is_fitted, column_or_1d, validate_data

from ._arguments import columns_of
from ._commands import mitigate, scan
from ._frames import column_names, library_of
from ._result import Result

_SCORE = "score"  # the column of predictions, beside the sensitive features
_ID = "who"  # whom a lot is drawn for


def scan_estimator(
    estimator: Any, X: Any, y: Any, *, sensitive_features: Any = None, cv: Any = 5, **options: Any
) -> Result:
    """Where are the probabilities of an estimator wrong? Everybody's is predicted by a copy that was fitted
    without them (`cv` folds), so that a model is not praised for what it has memorised; then `scan` runs
    with `options`. `sensitive_features` are arrays, a data frame, or names of columns of `X`; without them, all columns
    of `X` are scanned."""
    if not hasattr(estimator, "predict_proba"):
        raise TypeError(f"`estimator`: {type(estimator).__name__} predicts no probabilities (predict_proba)")
    y = numpy.asarray(y)
    classes = numpy.unique(y)
    if len(classes) != 2:
        raise ValueError(f"`y` has {len(classes)} classes; scan_estimator takes two")
    predicted = cross_val_predict(estimator, X, y, cv=cv, method="predict_proba")[:, 1]
    names = sensitive_features is None or _are_names(sensitive_features, X)
    data = X if names and library_of(X) else None
    features = X if sensitive_features is None and data is None else sensitive_features
    return scan(data, y_true=y == classes[1], y_prob=predicted, sensitive_features=features, **options)


class ThresholdRules(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """A classifier of two classes whose thresholds differ between groups of people, so that disparities of error
    rates which base rates do not justify become smaller (`mitigate`).

    `fit` fits the estimator, predicts everybody out of fold, and finds the rules; `predict` applies them.
    `sensitive_features` are arrays, a data frame, or names of columns of `X`; with names, `predict` finds them itself.
    Without them in `fit` there is one threshold for everybody.

    Parameters
    ----------
    estimator
        Whatever predicts probabilities; logistic regression by default
    threshold
        Decide positively above this probability, where no rule says otherwise
    method
        `smooth`: thresholds by points, which hold on new people; `iterative`: the paper's correction
    error, alpha, replicates, max_corrections, move, holdout
        As in `mitigate`; the rules are made from everybody unless `holdout` says otherwise
    lam
        Its `lambda_`; a parameter must not end with an underscore here
    cv
        Folds of the predictions that the rules are found with
    random_state, n_jobs
        As everywhere
    """

    def __init__(
        self,
        estimator: Any = None,
        *,
        threshold: float = 0.5,
        method: Any = "smooth",
        error: Any = "fpr",
        lam: float = 0.0,
        alpha: float = 0.05,
        replicates: int = 999,
        max_corrections: int = 10,
        move: Any = "both",
        holdout: Any = "none",
        cv: Any = 5,
        random_state: int | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.estimator = estimator
        self.threshold = threshold
        self.method = method
        self.error = error
        self.lam = lam
        self.alpha = alpha
        self.replicates = replicates
        self.max_corrections = max_corrections
        self.move = move
        self.holdout = holdout
        self.cv = cv
        self.random_state = random_state
        self.n_jobs = n_jobs

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        tags.input_tags = get_tags(self._base()).input_tags
        return tags

    def _base(self) -> Any:
        return LogisticRegression() if self.estimator is None else self.estimator

    def fit(self, X: Any, y: Any, sensitive_features: Any = None) -> ThresholdRules:
        """Fits the estimator and finds the rules. `result_` is what `mitigate` says of them."""
        # What X may hold is for the estimator to say: a pipeline takes texts.
        validate_data(self, X, skip_check_array=True)
        check_consistent_length(X, y)
        y = column_or_1d(y, warn=True)
        assert_all_finite(y, input_name="y")
        check_classification_targets(y)
        self.classes_ = numpy.unique(y)
        if len(self.classes_) > 2:
            raise ValueError(f"Only binary classification is supported. The target has {len(self.classes_)} classes")
        if len(self.classes_) < 2:
            raise ValueError("Classifier can't train when only one class is present.")
        base = self._base()
        self.estimator_ = clone(base).fit(X, y)
        self.result_: Any = None
        self.sensitive_names_: Any = sensitive_features if _are_names(sensitive_features, X) else None
        if sensitive_features is None:
            return self
        predicted = cross_val_predict(clone(base), X, y, cv=self.cv, method="predict_proba")[:, 1]
        columns = _named(sensitive_features, X)
        self.result_ = mitigate(
            {**columns, _SCORE: predicted, "outcome": y == self.classes_[1]},
            outcome="outcome",
            score=_SCORE,
            threshold=f">{self.threshold}",
            fit_probability="logistic",
            attributes=list(columns),
            method=self.method,
            error=self.error,
            lambda_=self.lam,
            alpha=self.alpha,
            replicates=self.replicates,
            max_corrections=self.max_corrections,
            move=self.move,
            holdout=str(self.holdout),
            random_state=self.random_state,
            n_jobs=self.n_jobs,
        )
        return self

    def predict_proba(self, X: Any) -> Any:
        """Of the estimator: rules move thresholds, not probabilities."""
        check_is_fitted(self, "estimator_")
        return self.estimator_.predict_proba(X)

    def predict(self, X: Any, sensitive_features: Any = None) -> Any:
        """The decisions; `sensitive_features` has the columns that `fit` had, when it had any that are not in `X`."""
        score = self.predict_proba(X)[:, 1]
        if self.result_ is None:
            return self.classes_[(score > self.threshold).astype(int)]
        if sensitive_features is None:
            sensitive_features = self.sensitive_names_
        if sensitive_features is None:
            raise ValueError("`sensitive_features`: the rules were made with them, so predict needs them too")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "rules.json")
            self.result_.save_rules(path)
            columns = _named(sensitive_features, X)
            # Where a lot decides, people who look alike get the same one: a prediction depends on the person alone.
            who = [repr(values) for values in zip(score.tolist(), *(list(column) for column in columns.values()))]
            applied: Any = mitigate({**columns, _SCORE: score, _ID: who}, score=_SCORE, apply=path, id=_ID)
        decided = applied.to_columns()["decision"]
        return self.classes_[numpy.asarray(decided, dtype=int)]


def _are_names(sensitive_features: Any, X: Any) -> bool:
    """Whether these are names of columns of X, not values."""
    if not library_of(X):
        return False
    listed = [sensitive_features] if isinstance(sensitive_features, str) else sensitive_features
    return (
        isinstance(listed, (list, tuple))
        and len(listed) > 0
        and set(map(str, listed)) <= set(map(str, column_names(X)))
    )


def _named(sensitive_features: Any, X: Any) -> dict[str, Any]:
    """The columns by name. A name that the score, the outcome or the person has gets an underscore."""
    if _are_names(sensitive_features, X):
        listed = [sensitive_features] if isinstance(sensitive_features, str) else sensitive_features
        columns = {name: X[name] for name in listed}
    elif isinstance(sensitive_features, str):
        raise ValueError(f"`sensitive_features` = {sensitive_features!r}: `X` has no such column")
    else:
        columns = dict(columns_of("sensitive_features", sensitive_features))
    if not columns:
        columns = {"sensitive_features": list(sensitive_features)}
    return {name + "_" * (name in (_SCORE, _ID, "outcome")): values for name, values in columns.items()}
