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

/** The tables that hold decisions, as messages name them. */
const TABLES = { facts: 'generator/model/facts.ts', errata: 'generator/model/errata.ts' };

/** Adds the decisions about a revision as a whole: all of them, if they are guessed from another one. */
export function needRevision(
  revision: string,
  { guessedFrom, revision: facts }: Facts,
  file: string,
  open: OpenDecisions,
): void {
  if (guessedFrom === undefined) return;
  const { era, batching, metadataKeys, dialect } = facts;
  const guesses = [
    `the era is "${era}"`,
    `batches are ${batching.allowed ? 'allowed' : 'not allowed'}`,
    `the form of the keys of _meta is ${metadataKeys.stated ? '' : 'not '}stated`,
    `the JSON Schema dialect is "${dialect}"`,
  ];
  for (const guess of guesses) {
    const message = `Revision ${JSON.stringify(revision)} has no decisions of its own. Guess from ${guessedFrom}: ${guess}`;
    open.need({ file, line: 1, column: 1 }, message, `Add a row for the revision to revisionFacts in ${TABLES.facts}.`);
  }
}

/** Adds the decision about a method, if it has no row, or one that is guessed from another revision. */
export function needMethod(
  place: Place,
  method: string,
  row: MethodFacts | undefined,
  { guessedFrom }: Facts,
  open: OpenDecisions,
): void {
  if (row !== undefined && guessedFrom === undefined) return;
  const guess = row === undefined ? 'it needs no capability' : `its capability is ${describeCapability(row)}`;
  const from = row === undefined || guessedFrom === undefined ? '' : ` from ${guessedFrom}`;
  const message = `No decision about the method ${method}. Guess${from}: ${guess}`;
  open.need(
    place,
    message,
    `Add a row for ${method} to methodFacts in ${TABLES.facts}, or confirm the one that is there.`,
  );
}

/** Adds the decision about each erratum that is taken over from another revision. */
export function needErrata(
  errata: readonly Erratum[],
  { guessedFrom }: Facts,
  declarations: readonly Declaration[],
  open: OpenDecisions,
): void {
  if (guessedFrom === undefined) return;
  for (const { place, wrong } of errata) {
    const declaration = declarations.find(({ name }) => name === place.split('.')[0]);
    if (declaration === undefined) continue;
    const message = `No decision about the correction of ${place}. Guess from ${guessedFrom}: it still holds. ${wrong}`;
    open.need(declaration.place, message, `Confirm it in ${TABLES.errata}, or end it with "until".`);
  }
}

function describeCapability({ capability }: MethodFacts): string {
  return capability === 'none' ? 'none' : `"${capability}"`;
}
