"""Charts: the engine's own SVG, or the findings on axes of matplotlib."""

from __future__ import annotations

import os
import re
from typing import Any

from ._finding import Finding


class Figure:
    """A chart as SVG. A notebook shows it; `save` writes it."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | os.PathLike[str]) -> None:
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.svg)


def figure_of(page: str) -> Figure:
    """The first chart of a page, with the page's styles, which it is drawn with."""
    chart = re.search(r"<svg\b.*?</svg>", page, re.DOTALL)
    if chart is None:
        raise ValueError("this result has no chart")
    svg = chart.group()
    if "xmlns=" not in svg.partition(">")[0]:
        svg = svg.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
    styles = "".join(re.findall(r"<style\b[^>]*>(.*?)</style>", page, re.DOTALL))
    head, tag, rest = svg.partition(">")
    return Figure(f"{head}{tag}<style><![CDATA[{styles}]]></style>{rest}")


def draw(findings: list[Finding], ax: Any) -> Any:
    """Observed with its interval as a point with a line, expected as a mark, one finding a row."""
    shown = [one for one in findings if one.subgroup is not None and one.observed is not None]
    for row, one in enumerate(shown):
        if one.observed_interval is not None:
            ends = [one.observed if end is None else end for end in one.observed_interval]
            ax.plot(ends, [row, row], color="black", linewidth=1)
        ax.plot([one.observed], [row], "o", color="black", label="observed" if row == 0 else None)
        ax.plot([one.expected], [row], "|", color="black", markersize=14, label="expected" if row == 0 else None)
    ax.set_yticks(range(len(shown)), [one.text or "everybody" for one in shown])
    ax.invert_yaxis()
    if shown:
        ax.legend()
    return ax
