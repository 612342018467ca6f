import type { Change } from './change.js';

/** An invented next revision: what it changes of the newest one, and what has to become of it. */
export interface Row {
  /** What the specification changes. */
  readonly edit: string;
  readonly change: Change;
  /** Values to judge, where random ones do not meet what has changed. */
  readonly values?: readonly (readonly [definition: string, value: unknown])[];
  /** The definitions whose generated type is wider than the schema's: an array for a tuple, whose length guards check, literals for an enum. */
  readonly wider?: readonly string[];
  /** Why it is refused. Absent if it is adopted. */
  readonly refused?: Refusal;
  /** The decisions that are open once it is adopted. Default: none. */
  readonly open?: readonly string[];
  /** What the checklist reports as lost. Default: nothing. */
  readonly lost?: readonly string[];
  /** The definitions whose JSON Schema has another form than the official tool's, for the same values. */
  readonly rewritten?: readonly string[];
  /** The facts that change: `- tools/list: paginated`. Default: none. */
  readonly facts?: readonly string[];
  /** Whether the specification means to take away what is gone. Otherwise, the checklist has to report it. */
  readonly isMeant?: true;
}

export interface Refusal {
  /** Text in the line that the first problem names. */
  readonly at: string;
  readonly message: RegExp;
  readonly remedy: RegExp;
}
