/** What a person has to decide about a revision before its code can be released. */

import type { Place, Problem, ProblemList } from '../problems.js';
import type { Declaration } from './declarations.js';
import type { Erratum } from './errata.js';
import type { Facts, MethodFacts } from './facts.js';

/**
 * How complete a schema has to be:
 *
 * - `release`: a decision that is open is an error.
 * - `draft`: a decision that is open takes a guess, and is listed.
 * - `fragment`: the schema is a part of one. Guesses are taken where there is one; everything else is an error.
 */
export type Completeness = 'release' | 'draft' | 'fragment';

/** Collects open decisions: as errors, or as a list, whichever the completeness asks for. */
export class OpenDecisions {
  readonly #completeness: Completeness;
  readonly #problems: ProblemList;
  readonly #open: Problem[] = [];

  constructor(completeness: Completeness, problems: ProblemList) {
    this.#completeness = completeness;
    this.#problems = problems;
  }

  /** The decisions that are open, with the guess in force, in the order in which they were found. Always empty for a release. */
  get list(): readonly Problem[] {
    return this.#open;
  }

  /** Adds a decision that is needed only for a whole revision. */
  need(place: Place, message: string, remedy: string): void {
    if (this.#completeness !== 'fragment') this.require(place, message, remedy);
  }

  /** Adds a decision without which something is missing. */
  require(place: Place, message: string, remedy: string): void {
    const { file, line, column } = place;
    if (this.#completeness === 'draft') this.#open.push({ file, line, column, message, remedy });
    else this.#problems.add(place, message, remedy);
  }
}

/** The files of a schema folder that hold decisions. */
const FILES = { revisions: 'revisions.json', overrides: 'overrides.json' };

/** Adds the decisions about a revision as a whole that wait for a person. */
export function needRevision(revision: string, facts: Facts, file: string, open: OpenDecisions): void {
  const { era, batching, metadataKeys, dialect } = facts.revision;
  const guesses = {
    era: `the era is "${era}"`,
    batching: `batches are ${batching.allowed ? 'allowed' : 'not allowed'}`,
    metadataKeys: `the form of the keys of _meta is ${metadataKeys.stated ? '' : 'not '}stated`,
    dialect: `the JSON Schema dialect is "${dialect}"`,
  };
  for (const [decision, guess] of Object.entries(guesses)) {
    if (!facts.isOpen(decision)) continue;
    const message = `No decision about the ${decision} of revision ${JSON.stringify(revision)}. ${guessText(facts)}: ${guess}`;
    open.need({ file, line: 1, column: 1 }, message, remedyOf(revision, decision, facts));
  }
}

/** Adds the decision about a method, if it has no row, or one that is guessed or undecided. */
export function needMethod(
  place: Place,
  method: string,
  row: MethodFacts | undefined,
  revision: string,
  facts: Facts,
  open: OpenDecisions,
): void {
  const decision = `methods/${method}`;
  if (row && row.capability !== null && !facts.isOpen(decision)) return;
  const capability = row?.capability ?? undefined;
  const guess =
    capability === undefined ? 'it needs no capability' : `its capability is ${describeCapability(capability)}`;
  const message = `No decision about the method ${method}. ${guessText(capability === undefined ? undefined : facts)}: ${guess}`;
  const remedy =
    row?.capability === null
      ? stateCapability(method, 'tools.listChanged')
      : row === undefined
        ? `Add a row for ${method} to "methods" in ${FILES.overrides}.`
        : remedyOf(revision, decision, facts);
  open.need(place, message, remedy);
}

/** Adds the decision about a method of an extension, if it has no row, or one that is undecided. */
export function needExtensionMethod(
  place: Place,
  method: string,
  row: MethodFacts | undefined,
  revision: string,
  open: OpenDecisions,
): void {
  if (row && row.capability !== null) return;
  const example = {
    method,
    extension: 'com.example/name',
    from: revision,
    capability: 'extensions.com.example/name',
    source: 'a page',
  };
  const remedy = row
    ? stateCapability(method, `extensions.${row.extension}`)
    : `Add a row to "methods" in ${FILES.overrides} beside the file, with what holds: ${JSON.stringify(example)}`;
  open.need(place, `No decision about the method ${method} of an extension. Guess: it needs no capability`, remedy);
}

function stateCapability(method: string, example: string): string {
  return `State the capability of ${method} in ${FILES.overrides}: a path like "${example}", or "none".`;
}

/**
 * Adds the decision about each erratum that is taken over from another revision, and about each one that is not: its place is gone,
 * or has another name.
 *
 * @param unused the errata whose place is not in the schema
 */
export function needErrata(
  errata: readonly Erratum[],
  unused: readonly Erratum[],
  revision: string,
  facts: Facts,
  declarations: readonly Declaration[],
  open: OpenDecisions,
): void {
  const [first] = declarations;
  if (first === undefined) return;
  const top = { ...first.place, line: 1, column: 1 };
  const need = (place: string, at: Place, guess: string): void => {
    const message = `No decision about the correction of ${place}. ${guessText(facts)}: ${guess}`;
    open.need(at, message, remedyOf(revision, `errata/${place}`, facts));
  };
  for (const row of errata) {
    if (!facts.isOpen(`errata/${row.place}`)) continue;
    const declaration = declarations.find(({ name }) => name === row.place.split('.')[0]);
    const isThere = declaration !== undefined && !unused.includes(row);
    if (isThere) need(row.place, declaration.place, `it still holds. ${row.wrong}`);
    else need(row.place, top, `its place is gone, and it is not needed. ${row.wrong}`);
  }
  const places = new Set(errata.map(({ place }) => `errata/${place}`));
  for (const decision of facts.revision.id === revision ? (facts.revision.open ?? []) : []) {
    if (!decision.startsWith('errata/') || places.has(decision)) continue;
    need(decision.slice('errata/'.length), top, 'its place is gone, and it is not needed');
  }
}

/** Adds the decision about a union of messages that is not declared: either no such message exists, or it was forgotten. */
export function needUnion(place: Place, union: string, revision: string, facts: Facts, open: OpenDecisions): void {
  if (facts.revision.withoutUnions?.includes(union) && !facts.isOpen(`unions/${union}`)) return;
  const message = `No decision about the union ${union}, which is not declared. Guess: there are no such messages`;
  open.need(place, message, `Declare ${union}, or add it to "withoutUnions" of ${revision} in ${FILES.revisions}.`);
}

function guessText(facts: Facts | undefined): string {
  return facts?.guessedFrom === undefined ? 'Guess' : `Guess from ${facts.guessedFrom}`;
}

/** A decision of an adopted revision is confirmed where it is listed; one that is not adopted has no place for decisions yet. */
function remedyOf(revision: string, decision: string, { revision: row }: Facts): string {
  if (row.id !== revision) return `Adopt the revision, which lists the decisions: mcp-gen adopt ${revision}`;
  const table = /^(methods|errata)\//.test(decision)
    ? `end its row in ${FILES.overrides} with "until"`
    : 'correct it there';
  return `If it holds, remove "${decision}" from "open" of ${revision} in ${FILES.revisions}; if not, ${table}.`;
}

function describeCapability(capability: string): string {
  return capability === 'none' ? 'none' : `"${capability}"`;
}
