// Roles, filters and options of the forms -> a spec; and a spec -> the same on the command line and in Python.

import type { Column, Command, Option, Spec, Value } from "./engine/types";

export interface Condition {
  column: string;
  comparison: string;
  value: string;
}
export interface Cut {
  column: string;
  rule: string;
  points: string;
}
export interface Choices {
  command: string;
  roles: Record<string, string>; // column -> role
  positive: Record<string, string>; // column -> value that counts as yes
  threshold: string;
  conditions: Condition[];
  cuts: Cut[];
  where: string; // of a spec that was dropped, besides the conditions
  nulls: string;
  drop: boolean;
  options: Record<string, Value | undefined>; // of "More options"
}

export const noChoices: Choices = {
  command: "check",
  roles: {},
  positive: {},
  threshold: "",
  conditions: [],
  cuts: [],
  where: "",
  nulls: "",
  drop: false,
  options: {},
};

/// Roles that a column gets by itself; a spec holds them under these keys.
export const columnRoles = [
  "outcome", "score", "risk_score", "decision", "protected", "attributes", "covariates", "treatment", "count", "weight", "cluster",
];
const withPositive = new Set(["outcome", "decision", "treatment"]);
/// Set elsewhere on the page, or without meaning on it.
const notAsked = new Set([...columnRoles, "threshold", "where", "derive", "bins", "null", "missing", "threads", "fail_on", "holdout", "external"]);

export const items = (text: string) => text.split(",").map((one) => one.trim()).filter((one) => one !== "");

function literal(value: string, column: Column | undefined): string {
  const number = column?.kind === "whole" || column?.kind === "number";
  return number && value !== "" && Number.isFinite(Number(value)) ? String(Number(value)) : `'${value.replaceAll("'", "''")}'`;
}

export function whereOf(conditions: Condition[], columns: Column[]): string {
  return conditions
    .filter(({ column, comparison, value }) => column !== "" && (comparison.startsWith("IS ") || value !== ""))
    .map(({ column, comparison, value }) => {
      const name = `"${column.replaceAll('"', '""')}"`;
      const kind = columns.find((one) => one.name === column);
      if (comparison.startsWith("IS ")) return `${name} ${comparison}`;
      if (comparison === "IN") return `${name} IN (${items(value).map((one) => literal(one, kind)).join(", ")})`;
      return `${name} ${comparison} ${literal(value, kind)}`;
    })
    .join(" AND ");
}

export const binsOf = (cuts: Cut[]) =>
  cuts
    .filter(({ column, rule, points }) => column !== "" && (rule !== "cuts" || points !== ""))
    .map(({ column, rule, points }) => `${column}=${rule === "cuts" ? items(points).join(",") : rule}`);

/// The options of a command that "More options" asks for, by heading.
export function askedOptions(command: Command): Map<string, Option[]> {
  const groups = new Map<string, Option[]>();
  for (const option of command.options) {
    if (option.heading === "Input" || option.heading === "Output" || option.local || notAsked.has(option.key)) continue;
    groups.set(option.heading, [...(groups.get(option.heading) ?? []), option]);
  }
  return groups;
}

export function prepared(choices: Choices, columns: Column[]): Spec {
  const spec: Spec = { command: "scan" };
  if (items(choices.nulls).length > 0) spec.null = items(choices.nulls);
  const where = [choices.where, whereOf(choices.conditions, columns)].filter((one) => one !== "").join(" AND ");
  if (where !== "") spec.where = where;
  if (binsOf(choices.cuts).length > 0) spec.bins = binsOf(choices.cuts);
  return spec;
}

export function specOf(choices: Choices, command: Command, columns: Column[]): Spec {
  const spec: Spec = { ...prepared(choices, columns), command: command.command };
  const known = new Map(command.options.map((option) => [option.key, option]));
  if (choices.drop) spec.missing = "drop";
  for (const role of columnRoles) {
    const option = known.get(role);
    if (option === undefined) continue;
    const named = columns
      .map(({ name }) => name)
      .filter((name) => choices.roles[name] === role)
      .map((name) => (withPositive.has(role) && choices.positive[name] ? `${name}=${choices.positive[name]}` : name));
    if (named.length === 0) continue;
    spec[role] = option.list ? named : named[0];
  }
  const predicted = spec.score !== undefined || spec.risk_score !== undefined;
  if (choices.threshold !== "" && known.has("threshold") && predicted && spec.decision === undefined) spec.threshold = choices.threshold;
  // Nobody but a simulation knows the true probability; the program asks which model shall stand in.
  if (known.has("fit_probability") && command.command === "ijdi") spec.fit_probability = "logistic";
  for (const [key, value] of Object.entries(choices.options)) {
    if (value !== undefined && value !== "" && known.has(key) && !notAsked.has(key)) spec[key] = value;
  }
  return spec;
}

// What the program does and no form here.
const notOnThePage = ["derive", "columns", "delimiter", "table", "holdout", "after"];

const asksFor = (value: unknown) => value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && value.length === 0);

/// What a spec asks for that would be lost here: options without a form, and columns that the people do not have.
export function lostOf(spec: Spec, columns: Column[]): string[] {
  const chosen = new Set((spec.by_default as string[] | undefined) ?? []);
  const lost = notOnThePage.filter((key) => asksFor(spec[key]));
  for (const role of columnRoles) {
    if (chosen.has(role) || !asksFor(spec[role])) continue;
    for (const text of [spec[role]].flat() as string[]) {
      if (!columns.some(({ name }) => text === name || text.startsWith(`${name}=`))) lost.push(`${role} = ${text}`);
    }
  }
  return lost;
}

/// What a spec that somebody dropped asks for, as far as the forms have it.
export function choicesOf(spec: Spec, command: Command, columns: Column[]): Choices {
  const choices: Choices = { ...noChoices, command: command.command, roles: {}, positive: {}, options: {} };
  const chosen = new Set((spec.by_default as string[] | undefined) ?? []);
  for (const role of columnRoles) {
    if (chosen.has(role)) continue;
    const value = spec[role];
    const list = Array.isArray(value) ? (value as string[]) : typeof value === "string" && value !== "" ? [value] : [];
    for (const text of list) {
      const column = columns
        .map(({ name }) => name)
        .filter((name) => text === name || text.startsWith(`${name}=`))
        .sort((a, b) => b.length - a.length)[0];
      if (column === undefined) continue;
      choices.roles[column] = role;
      if (text !== column) choices.positive[column] = text.slice(column.length + 1);
    }
  }
  if (typeof spec.threshold === "string") choices.threshold = spec.threshold;
  if (typeof spec.where === "string") choices.where = spec.where;
  if (Array.isArray(spec.null)) choices.nulls = (spec.null as string[]).join(", ");
  choices.drop = spec.missing === "drop";
  for (const text of (spec.bins as string[] | undefined) ?? []) {
    const at = text.lastIndexOf("=");
    const rule = text.slice(at + 1);
    const named = rule.includes(":");
    choices.cuts = [...choices.cuts, { column: text.slice(0, at), rule: named ? rule : "cuts", points: named ? "" : rule }];
  }
  for (const option of [...askedOptions(command).values()].flat()) {
    const value = spec[option.key];
    if (value === undefined || value === null || chosen.has(option.key)) continue;
    if (JSON.stringify(value) !== JSON.stringify(option.default)) choices.options[option.key] = value;
  }
  return choices;
}

/// Options that are not at their default, in the engine's order.
function given(spec: Spec, command: Command): [Option, Value][] {
  return command.options.flatMap((option): [Option, Value][] => {
    const value = spec[option.key];
    if (option.key === "input" || option.local || value === undefined || value === null || value === "") return [];
    if (Array.isArray(value) && value.length === 0) return [];
    return JSON.stringify(value) === JSON.stringify(option.default) ? [] : [[option, value]];
  });
}

const quoted = (text: string) => (/^[\w./,:=+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

export function commandLine(spec: Spec, command: Command, file: string): string {
  const words = [`faultline ${spec.command}`, ...(file === "" ? [] : [quoted(file)])];
  for (const [option, value] of given(spec, command)) {
    const flag = `--${option.key.replaceAll("_", "-")}`;
    if (option.kind === "boolean") words.push(value === true ? flag : "");
    else for (const one of Array.isArray(value) ? value : [value]) words.push(`${flag} ${quoted(String(one))}`);
  }
  return words.filter((word) => word !== "").join(" \\\n  ");
}

export function pythonLines(spec: Spec, command: Command, file: string): string {
  const literalOf = (value: Value): string =>
    typeof value === "boolean" ? (value ? "True" : "False") : Array.isArray(value) ? `[${value.map((one) => literalOf(one)).join(", ")}]` : JSON.stringify(value);
  const words = given(spec, command).map(([option, value]) => {
    const name = option.key === "lambda" ? "lambda_" : option.key;
    return `    ${name}=${literalOf(value)},`;
  });
  const first = file === "" ? [] : [`    ${JSON.stringify(file)},`];
  return ["import faultline_audit as fl", "", `result = fl.${spec.command}(`, ...first, ...words, ")", 'result.save_html("report.html")'].join("\n");
}
