// What a page can do beyond being read: sort, filter, copy and save its tables, save its charts, open everything for printing. Nothing here is
// needed to read it, nothing is loaded, and nothing leaves the page: a file is made in the browser and handed to whoever asked.
"use strict";

(() => {
  // A table of fewer rows is seen at a glance.
  const FEWEST_TO_SORT = 3;
  const FEWEST_TO_FILTER = 9;

  const make = (tag, properties, ...children) => {
    const node = Object.assign(document.createElement(tag), properties);
    node.append(...children);
    return node;
  };

  const wordsOf = (cell) => {
    const copy = cell.cloneNode(true);
    copy.querySelectorAll("svg, .shape, .hidden").forEach((node) => node.remove());
    const second = [...copy.querySelectorAll(".second")].map((node) => {
      node.remove();
      return node.textContent.trim();
    });
    return [copy.textContent.trim(), ...second.map((words) => `(${words})`)].join(" ").replace(/\s+/g, " ").trim();
  };

  const isGroup = (row) => row.classList.contains("group");
  const rowsOf = (table) => [...table.tBodies[0].rows];

  /// A number in the first words of a cell; NaN for none.
  const numberOf = (words) => Number.parseFloat(words.replace(/[\s,\u00a0\u202f]/g, "").replace("\u2212", "-"));

  /// A cell without a value stands last, whichever way is sorted.
  const compareCells = (a, b, numeric, sign) => {
    const none = (words) => words === "" || words === "\u2013" || (numeric && Number.isNaN(numberOf(words)));
    if (none(a) || none(b)) return Number(none(a)) - Number(none(b));
    return sign * (numeric ? numberOf(a) - numberOf(b) : a.localeCompare(b, "en", { numeric: true }));
  };

  /// Rows are sorted within their group; the third time, they stand as they were.
  const sortBy = (table, column, direction) => {
    const numeric = table.tHead.rows[0].cells[column].classList.contains("number");
    const body = table.tBodies[0];
    let run = [];
    const arranged = [];
    const close = () => {
      run.sort((a, b) => {
        if (direction === "none") return a.dataset.place - b.dataset.place;
        const order = compareCells(wordsOf(a.cells[column]), wordsOf(b.cells[column]), numeric, direction === "descending" ? -1 : 1);
        return order || a.dataset.place - b.dataset.place;
      });
      arranged.push(...run);
      run = [];
    };
    for (const row of rowsOf(table).sort((a, b) => a.dataset.place - b.dataset.place)) {
      if (isGroup(row)) {
        close();
        arranged.push(row);
      } else {
        run.push(row);
      }
    }
    close();
    body.append(...arranged);
  };

  const makeSortable = (table) => {
    const heads = [...table.tHead.rows[0].cells];
    rowsOf(table).forEach((row, place) => {
      row.dataset.place = place;
    });
    heads.forEach((head, column) => {
      if (head.classList.contains("plot") || head.querySelector(".hidden")) return;
      const button = make("button", { type: "button", className: "sort" }, ...head.childNodes);
      button.addEventListener("click", () => {
        const next = { none: "ascending", ascending: "descending", descending: "none" };
        const direction = next[head.getAttribute("aria-sort") ?? "none"];
        heads.forEach((other) => other.removeAttribute("aria-sort"));
        if (direction !== "none") head.setAttribute("aria-sort", direction);
        sortBy(table, column, direction);
      });
      head.append(button);
    });
  };

  const filter = (table, text) => {
    const wanted = text.trim().toLowerCase();
    let group = null;
    for (const row of rowsOf(table)) {
      if (isGroup(row)) {
        group = row;
        group.hidden = wanted !== "";
        continue;
      }
      // What is said of a group is said of its rows.
      const words = `${group ? wordsOf(group.cells[0]) : ""} ${[...row.cells].map(wordsOf).join(" ")}`;
      row.hidden = !words.toLowerCase().includes(wanted);
      if (group && !row.hidden) group.hidden = false;
    }
  };

  /// Heads, then rows as they are shown; the group's title stands before each of its rows.
  const linesOf = (table) => {
    const kept = [...table.tHead.rows[0].cells].map((head) => !head.classList.contains("plot"));
    const grouped = rowsOf(table).some(isGroup);
    const lines = [[...(grouped ? ["Group"] : []), ...[...table.tHead.rows[0].cells].filter((_, i) => kept[i]).map(wordsOf)]];
    let title = "";
    for (const row of rowsOf(table)) {
      if (isGroup(row)) title = wordsOf(row.cells[0]);
      else if (!row.hidden) lines.push([...(grouped ? [title] : []), ...[...row.cells].filter((_, i) => kept[i]).map(wordsOf)]);
    }
    return lines;
  };

  const quoted = (words) => (/[",\n]/.test(words) ? `"${words.replaceAll('"', '""')}"` : words);

  const save = (name, type, text) => {
    const address = URL.createObjectURL(new Blob([text], { type }));
    make("a", { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  };

  const copy = async (text, button) => {
    const label = button.textContent;
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    } catch {
      button.textContent = "The browser does not allow it";
    }
    setTimeout(() => {
      button.textContent = label;
    }, 2000);
  };

  /// A name for a file, from the words around what it holds.
  const fileName = (node, number, ending) => {
    const heading = node.closest("section, details")?.querySelector("h2, h3, h4")?.textContent ?? "";
    const words = heading.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
    return `${words || "faultline"}-${number}.${ending}`;
  };

  const addTools = (table, number) => {
    const rows = rowsOf(table).filter((row) => !isGroup(row)).length;
    if (rows < FEWEST_TO_SORT || table.closest(".pairs")) return;
    makeSortable(table);
    const copyButton = make("button", { type: "button" }, "Copy table");
    copyButton.addEventListener("click", () => copy(linesOf(table).map((line) => line.join("\t")).join("\n"), copyButton));
    const saveButton = make("button", { type: "button" }, "Save as CSV");
    saveButton.addEventListener("click", () =>
      save(fileName(table, number, "csv"), "text/csv", linesOf(table).map((line) => `${line.map(quoted).join(",")}\n`).join("")),
    );
    const tools = make("div", { className: "tools" }, copyButton, saveButton);
    if (rows >= FEWEST_TO_FILTER) {
      const field = make("input", { type: "search", placeholder: "Filter rows" });
      field.setAttribute("aria-label", "Show only the rows of this table that contain");
      field.addEventListener("input", () => filter(table, field.value));
      tools.prepend(field);
    }
    table.closest(".scroll").before(tools);
  };

  const addSave = (svg, number) => {
    const button = make("button", { type: "button" }, "Save as SVG");
    button.addEventListener("click", () => {
      const { width, height } = svg.getBoundingClientRect();
      const drawing = svg.cloneNode(true);
      drawing.setAttribute("width", Math.round(width));
      drawing.setAttribute("height", Math.round(height));
      drawing.classList.add("file");
      const style = document.createElementNS(svg.namespaceURI, "style");
      style.textContent = document.getElementById("chart-style").textContent;
      drawing.prepend(style);
      save(fileName(svg, number, "svg"), "image/svg+xml", new XMLSerializer().serializeToString(drawing));
    });
    svg.after(make("div", { className: "tools" }, button));
  };

  document.querySelectorAll("main table").forEach((table, number) => addTools(table, number + 1));
  document.querySelectorAll("main svg.chart").forEach((svg, number) => addSave(svg, number + 1));

  // A link to something inside a folded section opens it.
  const open = (hash) => {
    const target = hash.length > 1 ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
    for (let node = target; node; node = node.parentElement) if (node.tagName === "DETAILS") node.open = true;
    if (target) target.scrollIntoView();
    return target;
  };
  addEventListener("hashchange", () => open(location.hash));
  open(location.hash);
  // In a frame without an address of its own a browser takes such a link for one of the page around it.
  if (location.protocol === "about:") {
    addEventListener("click", (event) => {
      const link = event.target.closest('a[href^="#"]');
      const target = link && open(link.getAttribute("href"));
      if (!target) return;
      event.preventDefault();
      target.tabIndex = -1;
      target.focus({ preventScroll: true });
    });
  }

  // Paper cannot be unfolded.
  let folded = [];
  addEventListener("beforeprint", () => {
    folded = [...document.querySelectorAll("details:not([open])")];
    folded.forEach((one) => {
      one.open = true;
    });
  });
  addEventListener("afterprint", () => {
    folded.forEach((one) => {
      one.open = false;
    });
  });
})();
