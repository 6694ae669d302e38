// What the page knows, and what changes it.

import type { Told } from "./engine/client";
import type { Command, Example, Finished, Spec, Table } from "./engine/types";
import { type Choices, noChoices } from "./spec";

export type Step = "data" | "columns" | "question" | "working" | "report" | "elicit";

export interface People {
  name: string;
  table: Table; // as read
  prepared?: Table; // as filters and bins make it
  csv?: string; // of an example
}
export interface Run extends Finished {
  id: number;
  title: string;
  file: string;
  asked: Spec;
  at: string;
}
export interface State {
  step: Step;
  commands: Command[];
  examples: Example[];
  people?: People;
  choices: Choices;
  runs: Run[];
  shown?: number; // the run whose report is shown
  waiting?: Spec; // a spec that came before its data
  told?: Told & { since: number };
  error: string;
  notice: string;
}

export const firstState: State = {
  step: "data",
  commands: [],
  examples: [],
  choices: noChoices,
  runs: [],
  error: "",
  notice: "",
};

/// The roles that the engine suggests.
export function suggested(table: Table): Choices {
  const choices: Choices = { ...noChoices, roles: {}, positive: {}, options: {} };
  for (const [role, given] of Object.entries(table.suggested)) {
    if (role === "threshold") choices.threshold = given as string;
    else for (const column of Array.isArray(given) ? given : [given]) if (column !== "") choices.roles[column] = role;
  }
  return choices;
}
