"""Pages of real results, in headless Chromium.

The pages are made by the program under test ($FAULTLINE_PROGRAM) from the stored results of tests/golden/results. Nothing may be requested but the page
itself, and nothing may be written to the console: a script that the content policy stops would be.
"""

import os
import pathlib
import shutil
import subprocess

import pytest
from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
RESULTS = ROOT / "tests/golden/results"
# Debian's Chromium, as root and without a network of its own.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        one = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        yield one
        one.close()


@pytest.fixture(scope="session")
def pages(tmp_path_factory):
    """Writes a stored result's page; the same one again is not written twice."""
    folder = tmp_path_factory.mktemp("pages")

    def page_of(name):
        file = folder / f"{name}.html"
        if not file.exists():
            program = os.environ["FAULTLINE_PROGRAM"]
            subprocess.run([program, "report", RESULTS / f"{name}.json", "--html", file], check=True, stdout=subprocess.DEVNULL)
        return file

    return page_of


@pytest.fixture
def opened(browser, pages):
    """Opens a page; at the end of the test, checks that it asked for nothing and complained of nothing."""
    contexts = []
    asked, said = [], []

    def open_page(name, **options):
        context = browser.new_context(**{"viewport": {"width": 1440, "height": 1000}, **options})
        contexts.append(context)
        tab = context.new_page()
        tab.on("request", lambda request: asked.append(request.url))
        tab.on("console", lambda message: said.append(message.text))
        tab.on("pageerror", lambda error: said.append(str(error)))
        tab.goto(pages(name).as_uri())
        return tab

    yield open_page
    for context in contexts:
        context.close()
    assert all(url.startswith(("file:", "blob:")) for url in asked), asked
    assert said == []
