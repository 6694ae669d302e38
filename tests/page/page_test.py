"""What a person can do on a page, and what must be true of every page."""

import csv
import io

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import RESULTS

# A page per method, and those whose tables are widest.
METHODS = ["check", "scan", "audit", "compare", "ijdi", "elicit_panel", "mitigate", "counterfactual", "sources", "metrics"]
EVERY = sorted(file.stem for file in RESULTS.glob("*.json"))


@pytest.mark.parametrize("name", EVERY)
def test_a_page_loads_nothing_and_stays_below_two_megabytes(opened, pages, name):
    tab = opened(name)
    assert tab.locator("h1").count() == 1
    assert pages(name).stat().st_size < 2_000_000


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1440])
@pytest.mark.parametrize("name", METHODS)
def test_axe_finds_no_violation(opened, name, width, scheme):
    # axe is a script of its own, which the page's policy would not let run.
    tab = opened(name, viewport={"width": width, "height": 900}, color_scheme=scheme, bypass_csp=True)
    tab.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    report = Axe().run(tab)
    found = [(one["id"], one["nodes"][0]["html"]) for one in report.response["violations"]]
    assert found == []


@pytest.mark.parametrize("name", METHODS)
def test_nothing_is_wider_than_a_phone(opened, name):
    tab = opened(name, viewport={"width": 390, "height": 800})
    assert tab.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("name", METHODS)
def test_without_script_everything_can_be_read(opened, name):
    tab = opened(name, java_script_enabled=False)
    assert tab.locator(".tools").count() == 0
    assert tab.locator("nav.contents a").count() > 0
    for link in tab.locator("nav.contents a").all():
        assert tab.locator(link.get_attribute("href")).count() == 1


def column(table, number):
    return [row.locator("td, th").nth(number).inner_text() for row in table.locator("tbody tr:not(.group)").all()]


def test_a_table_sorts_by_its_numbers_and_back(opened):
    tab = opened("metrics")
    table = tab.locator("#rates table").first
    heads = [head.inner_text() for head in table.locator("thead th").all()]
    at = next(i for i, head in enumerate(heads) if table.locator("thead th").nth(i).evaluate("th => th.classList.contains('number')"))
    before = column(table, at)
    head = table.locator("thead th").nth(at)
    head.locator("button").click()
    assert head.get_attribute("aria-sort") == "ascending"
    # Within the groups of rows, each in order.
    ordered = tab.evaluate(
        """([table, at]) => {
          let last = -Infinity, ordered = true;
          for (const row of table.tBodies[0].rows) {
            if (row.classList.contains('group')) { last = -Infinity; continue; }
            const value = parseFloat(row.cells[at].innerText.replaceAll(',', ''));
            if (Number.isNaN(value)) continue;
            ordered = ordered && value >= last;
            last = value;
          }
          return ordered;
        }""",
        [table.element_handle(), at],
    )
    assert ordered
    head.locator("button").click()
    assert head.get_attribute("aria-sort") == "descending"
    head.locator("button").click()
    assert column(table, at) == before


def test_a_cell_without_a_value_is_last_whichever_way_is_sorted(opened):
    tab = opened("metrics")
    table = tab.locator("#rates table").first
    rows = table.locator("tbody tr:not(.group)")
    # The first row of a group of several.
    rows.nth(1).locator("td").nth(1).evaluate("cell => { cell.textContent = '\\u2013'; }")
    head = table.locator("thead th").nth(2)
    for direction in ("ascending", "descending"):
        head.locator("button").click()
        assert head.get_attribute("aria-sort") == direction
        assert rows.last.locator("td").nth(1).inner_text() == "\u2013"


def test_a_table_filters_and_saves_what_is_shown(opened):
    tab = opened("metrics")
    tools = tab.locator(".tools:has(input)").first
    table = tools.locator("xpath=following-sibling::div[1]//table")
    rows = table.locator("tbody tr:not(.group)")
    word = rows.last.locator("th").inner_text().split()[0]
    tools.locator("input").fill(word)
    shown = rows.locator("visible=true").count()
    assert 0 < shown < rows.count()
    with tab.expect_download() as download:
        tools.get_by_role("button", name="Save as CSV").click()
    lines = list(csv.reader(io.StringIO(download.value.path().read_text())))
    assert len(lines) == shown + 1
    assert {len(line) for line in lines} == {len(lines[0])}


def test_a_chart_is_saved_as_a_drawing_of_its_own(opened):
    tab = opened("sources")
    with tab.expect_download() as download:
        tab.get_by_role("button", name="Save as SVG").first.click()
    text = download.value.path().read_text()
    assert text.startswith("<svg") and "<style" in text and download.value.suggested_filename.endswith(".svg")


@pytest.mark.parametrize("script", [True, False])
def test_paper_shows_what_is_folded(opened, script):
    tab = opened("audit", java_script_enabled=script)
    folded = tab.locator("details:not([open])")
    assert folded.count() > 0
    tab.emulate_media(media="print")
    if script:
        tab.evaluate("dispatchEvent(new Event('beforeprint'))")
        assert tab.locator("details:not([open])").count() == 0
        tab.evaluate("dispatchEvent(new Event('afterprint'))")
        assert folded.count() > 0
    else:
        # The browser lays the folded part out on paper.
        assert folded.first.locator(":scope > :not(summary)").first.bounding_box()["height"] > 0


def test_a_link_opens_what_it_leads_to(opened):
    tab = opened("audit")
    tab.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = false; })")
    link = tab.locator("a[href^='#finding-']").first
    target = link.get_attribute("href")
    link.click()
    assert tab.locator(f"{target}").evaluate("one => (one.closest('details') ?? one).open")
