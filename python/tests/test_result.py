"""The result object."""

from __future__ import annotations

import html
import json
import pickle
import re
import sys
import types
import xml.etree.ElementTree

import numpy
import pandas
import polars
import pyarrow
import pytest

import faultline_audit as fl


@pytest.fixture(scope="module")
def biased():
    """A model that is wrong for women in the South, beyond doubt."""
    draw = numpy.random.default_rng(1)
    frame = pandas.DataFrame({
        "sex": draw.choice(["F", "M"], 3000), "region": draw.choice(["North", "South", "West"], 3000),
        "age": draw.integers(18, 90, 3000), "p": 0.3,
    })  # fmt: skip
    worse = (frame["sex"] == "F") & (frame["region"] == "South")
    frame["y"] = (draw.random(3000) < numpy.where(worse, 0.6, 0.3)).astype(int)
    return frame


@pytest.fixture(scope="module")
def found(biased):
    return fl.scan(biased, outcome="y", score="p", bins={"age": "quantile:3"}, direction="higher")


def test_findings(found):
    assert found.best.subgroup == {"sex": ["F"], "region": ["South"]}
    assert found.significant == [found.best] == list(found)
    assert found.best.p_value_adjusted < 0.001
    assert found.best.theta_interval[0] > 1


def test_prints_as_the_terminal_text(found):
    assert "Faultline" in str(found)
    assert found.best.text in repr(found)


def test_mask_is_the_subgroup(found, biased):
    mask = found.mask(0, biased)
    assert mask.dtype == bool
    assert (mask == ((biased["sex"] == "F") & (biased["region"] == "South")).to_numpy()).all()
    assert set(biased[mask]["region"]) == {"South"}
    shuffled = biased.sample(frac=1, random_state=1)
    assert (found.mask(found.best, shuffled) == mask[shuffled.index]).all()
    table = polars.from_pandas(biased)
    assert table.filter(found.mask(-1, table)).height == found.best.n
    arrow = pyarrow.Table.from_pandas(biased)
    assert arrow.filter(found.mask(0, arrow)).num_rows == found.best.n
    with pytest.raises(IndexError, match="there are 1 findings"):
        found.mask(5, biased)


def test_mask_of_new_people_takes_the_bins_of_the_run(biased):
    draw = numpy.random.default_rng(2)
    old = biased.assign(y=(draw.random(3000) < numpy.where(biased["age"] < 40, 0.6, 0.3)).astype(int))
    result = fl.scan(old, outcome="y", score="p", bins="age=quantile:3", attributes="age", direction="higher")
    (label,) = result.best.subgroup["age"]
    cut = float(re.fullmatch(r"< (\d+)", label).group(1))
    new = pandas.DataFrame({"age": [17, cut - 1, cut, 89]})  # whose own quantiles are elsewhere
    assert result.mask(0, new).tolist() == [True, True, False, False]


def test_mask_leaves_out_what_where_left_out(biased):
    result = fl.scan(biased, outcome="y", score="p", attributes=["sex", "region"], where="age < 50", direction="higher")
    mask = result.mask(0, biased)
    assert len(mask) == 3000
    assert mask.sum() == result.best.n
    assert (biased["age"][mask] < 50).all()


def test_mask_of_an_audit_is_within_the_class(people):
    options = {"outcome": "outcome", "score": "prediction", "decision": "decision", "replicates": 0}
    single = fl.audit(people, **options, protected="sex=Female", attributes=["ward"])
    at = next(i for i, one in enumerate(single.findings) if one.subgroup)
    mask = single.mask(at, people)
    assert set(people[mask]["sex"]) == {"Female"}
    made = fl.audit(
        people, **options, protected={"sex": "Female", "age_group": ["18 to 39", "75 or over"]}, attributes=["ward"]
    )
    at = next(i for i, one in enumerate(made.findings) if one.subgroup is not None)
    members = people[made.mask(at, people)]
    assert set(members["sex"]) == {"Female"}
    assert set(members["age_group"]) <= {"18 to 39", "75 or over"}
    assert len(members) > 0


def test_mask_says_which_column_is_missing(found):
    with pytest.raises(ValueError, match="region"):
        found.mask(0, pandas.DataFrame({"sex": ["F"], "age": [3]}))


def test_frames_come_in_the_library_of_the_data(found, biased):
    frame = found.to_frame()
    assert isinstance(frame, pandas.DataFrame)
    assert frame.loc[0, "text"] == found.best.text
    assert frame.loc[0, "theta_low"] == found.best.theta_interval[0]
    assert isinstance(found.to_frame(library="polars"), polars.DataFrame)
    assert isinstance(found.to_frame(library="pyarrow"), pyarrow.Table)
    assert found.to_frame(library="dict")["n"] == [found.best.n]
    same = fl.scan(polars.from_pandas(biased), outcome="y", score="p", attributes=["sex"], replicates=0)
    assert isinstance(same.to_frame(), polars.DataFrame)
    with pytest.raises(ValueError, match="`library` = 'excel'"):
        found.to_frame(library="excel")
    with pytest.raises(ValueError, match="`table` = 'groups'"):
        found.to_frame("groups")


def test_metrics_as_a_table(people):
    rates = fl.metrics(people, y_true="outcome", y_pred="decision", sensitive_features=["sex"])
    frame = rates.to_frame()
    assert set(frame["sex"].dropna()) == {"Female", "Male"}
    assert (frame["fpr_low"] <= frame["fpr"]).all()
    assert "comparisons" in rates.tables
    assert "difference" in rates.to_frame("comparisons")


def test_check_has_verdicts_and_parts(people):
    check = fl.check(
        people, outcome="outcome", score="prediction", decision="decision", protected="sex", attributes=["sex", "ward"],
        replicates=199,
    )  # fmt: skip
    assert set(check.parts) == {"metrics", "scan", "audit", "sources"}
    for one in check.verdicts:
        if one["list"] == "findings":
            finding = check.parts[one["part"]].findings[one["place"]]
            assert (finding.p_value_adjusted, finding.verdict) == (one["p_value_adjusted"], one["verdict"])
    assert list(check.to_frame()["verdict"]) == [one["verdict"] for one in check.verdicts]
    assert check.parts["scan"].mask(0, people).sum() == check.parts["scan"].findings[0].n
    assert fl.run(check, people) == check


def test_findings_of_check_are_those_of_its_parts(people):
    result = fl.check(people, y_true="outcome", y_prob="prediction", y_pred="decision", protected="sex", replicates=99)
    listed = [one for one in result.verdicts if one["list"] == "findings"]
    assert [one.n for one in result.findings] == [one["n"] for one in listed]
    assert [one.verdict for one in result.findings] == [one["verdict"] for one in listed]
    assert len(result.significant) == sum(one["verdict"] == "evidence" for one in listed)
    part = result.parts[listed[1]["part"]]
    assert (result.mask(1, people) == part.mask(listed[1]["place"], people)).all()
    assert result.best == result.findings[0]


def test_lists_inside_a_result_are_tables(found):
    rows = found.to_frame("neighbours", library="dict")
    inside = [one for finding in found.findings for one in finding.neighbours]
    assert rows["finding"] == [at for at, one in enumerate(found.findings) for _ in one.neighbours]
    assert rows["attribute"] == [one["attribute"] for one in inside]
    assert rows["score"] == [one["score"] for one in inside]
    assert {"neighbours", "breakdown"} <= set(found.tables)


def test_pairs_of_groups_as_a_table(folder):
    groups = {"y_true": "Y", "y_pred": "S", "treatment": "D", "sensitive_features": ["A1", "A2"]}
    result = fl.counterfactual(folder / "patients.csv", **groups, covariates=["X.1", "X.2"], replicates=9, bootstrap=20)
    pairs = result.to_frame("pairs", library="dict")
    told = result.to_dict()["summary"]
    assert pairs["difference"] == [one["difference"] for rate in told for one in told[rate]["pairs"]]
    assert set(pairs["of"]) == {f"summary.{rate}" for rate in told}
    assert pairs["groups"][0] == "; ".join(told["cfpr"]["pairs"][0]["groups"])


def test_verdicts_for_builds(found, tmp_path):
    run = json.loads(found.to_sarif(tmp_path / "faultline.sarif"))["runs"][0]
    assert {one["ruleId"] for one in run["results"]} <= {rule["id"] for rule in run["tool"]["driver"]["rules"]}
    suite = xml.etree.ElementTree.fromstring(found.to_junit(tmp_path / "faultline.xml"))[0]
    assert int(suite.get("tests")) == len(suite.findall("testcase")) == len(run["results"])
    assert (tmp_path / "faultline.sarif").exists()
    assert (tmp_path / "faultline.xml").exists()


def test_saved_and_opened(found, tmp_path):
    found.to_json(tmp_path / "result.json")
    again = fl.load(tmp_path / "result.json")
    assert again == found
    assert again.findings == found.findings
    found.save_html(tmp_path / "report.html")
    assert (tmp_path / "report.html").read_text().startswith("<!")
    assert "South" in found.to_markdown(tmp_path / "report.md")
    assert json.loads(found.to_json()) == found.to_dict()


def test_pickles_and_compares(found, scan):
    again = pickle.loads(pickle.dumps(found))
    assert again == found
    assert hash(again) == hash(found)
    assert str(again) == str(found)
    assert found != scan
    assert found != "a result"


def test_a_notebook_shows_a_page_that_can_do_nothing(found):
    shown = found._repr_html_()
    frame = re.fullmatch(r'<iframe sandbox="" srcdoc="([^"]*)".*></iframe>', shown)
    assert html.unescape(frame.group(1)) == found.to_html()


def test_gate(found, biased):
    with pytest.raises(AssertionError, match="sex = F; South"):
        found.assert_no_findings()
    fair = biased.assign(y=(numpy.random.default_rng(3).random(3000) < 0.3).astype(int))
    # One draw in a thousand would cry wolf; this one does not.
    fl.scan(fair, outcome="y", score="p", attributes=["sex", "region"], alpha=0.001).assert_no_findings()
    untested = fl.audit(
        biased, outcome="y", score="p", protected="sex=F", attributes="region", metric="calibration", direction="higher",
        replicates=0,
    )  # fmt: skip
    assert untested.findings[0].subgroup is not None
    with pytest.raises(AssertionError, match="nothing was tested"):
        untested.assert_no_findings()


def test_plot(found, tmp_path):
    figure = found.plot()
    assert figure._repr_svg_().startswith("<svg")
    figure.save(tmp_path / "chart.svg")
    import xml.dom.minidom

    xml.dom.minidom.parse(str(tmp_path / "chart.svg"))
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    from matplotlib import pyplot

    ax = found.plot(ax=pyplot.figure().subplots())
    assert [text.get_text() for text in ax.get_yticklabels()] == [found.best.text]


def test_mlflow_gets_page_numbers_and_json(found, monkeypatch):
    logged = {}
    fake = types.ModuleType("mlflow")
    fake.log_text = lambda text, name: logged.update({name: text})
    fake.log_metric = lambda name, value: logged.update({name: value})
    monkeypatch.setitem(sys.modules, "mlflow", fake)
    found.to_mlflow("audit")
    assert logged["audit.findings_with_evidence"] == logged["audit.evidence"] == 1
    assert logged["audit.best_score"] == found.best.score
    assert json.loads(logged["audit.json"]) == found.to_dict()
    assert logged["audit.html"] == found.to_html()
    monkeypatch.setitem(sys.modules, "mlflow", None)  # as where it is not installed
    with pytest.raises(ImportError, match="pip install mlflow"):
        found.to_mlflow()


def test_rules_are_made_and_applied(people, tmp_path):
    options = {"score": "prediction", "attributes": ["sex", "ward"]}
    made = fl.mitigate(
        people, outcome="outcome", threshold=">0.5", true_probability="true_probability", replicates=0, **options
    )
    assert made.rules["thresholds"]
    assert made.rules["rules"]
    assert len(made.decisions) == len(people)
    made.save_rules(tmp_path / "rules.json")
    applied = fl.mitigate(people, apply=tmp_path / "rules.json", **options)
    assert applied.decisions["decision"].tolist() == made.decisions.filter(like="decision").iloc[:, -1].tolist()
    assert applied.to_dict()["rows"] == len(people)
    assert "decided positively" in repr(applied)
    with pytest.raises(ValueError, match="scan makes no rules"):
        fl.scan(people, outcome="outcome", **options, replicates=0).save_rules(tmp_path / "none.json")
