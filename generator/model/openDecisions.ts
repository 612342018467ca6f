/** Collects the decisions that somebody must make about a revision before its code can be released. */

import type { Place, Problem, ProblemList } from '../problems.js';
import type { Declaration } from './declarations.js';
import type { Erratum } from './errata.js';
import { ANCHORS, CAPABILITIES, type Anchor, type AnchorName } from './anchors.js';
import type { MissingCapability } from './capabilities.js';
import type { Definitions } from './definitions.js';
import type { Doubt } from './doubts.js';
import type { Facts, MethodFacts, Side } from './facts.js';
import { hasAnchor, propertyAt } from './places.js';
import { differences, isOfRow, NOT_DECLARED } from './subjects.js';
import { outermost, REMOVALS, type DeclaredNames } from './removals.js';
import { codesOf, type Vocabulary } from './vocabulary.js';

/**
 * How complete a schema must be:
 *
 * - `release`: open decisions are errors.
 * - `draft`: open decisions are guessed and listed.
 * - `fragment`: the schema is incomplete. Open decisions are guessed if possible; all others are errors.
 */
export type Completeness = 'release' | 'draft' | 'fragment';

/** The files of a schema folder that contain decisions. */
const FILES = { revisions: 'revisions.json', overrides: 'overrides.json' };

/** An open decision. */
export interface OpenDecision extends Problem {
  /** Its name in the record of the revision: `methods/tools/call`. Absent if no row states it. */
  readonly decision?: string;
  /** What it is about and what has changed since it was confirmed, a line for each change. Absent if it is new. */
  readonly changes?: readonly string[];
  /** The revision that it was confirmed for before. */
  readonly confirmedFor?: string;
}

/** Collects the open decisions about a revision, as errors or as a list, depending on the completeness. */
export class OpenDecisions {
  readonly #completeness: Completeness;
  readonly #problems: ProblemList;
  readonly #facts: Facts;
  readonly #revision: string;
  /** The place for missing declarations. */
  readonly #top: Place;
  readonly #open: OpenDecision[] = [];

  /** @param file the schema file of the revision */
  constructor(completeness: Completeness, problems: ProblemList, facts: Facts, revision: string, file: string) {
    this.#completeness = completeness;
    this.#problems = problems;
    this.#facts = facts;
    this.#revision = revision;
    this.#top = { file, line: 1, column: 1 };
  }

  /** The open decisions, each with the guess in use, in the order in which they were found. Always empty for a release. */
  get list(): readonly OpenDecision[] {
    return this.#open;
  }

  /** Adds a decision that only a complete revision needs. */
  need(place: Place, message: string, remedy: string, decision?: string): void {
    if (this.#completeness !== 'fragment') this.require(place, message, remedy, decision);
  }

  /** Adds a decision that is always required. */
  require(place: Place, message: string, remedy: string, decision?: string): void {
    const { file, line, column } = place;
    const named = decision === undefined ? {} : { decision };
    if (this.#completeness !== 'draft') this.#problems.add(place, message, remedy);
    else if (decision === undefined || !this.#open.some((each) => each.message === message))
      this.#open.push({ file, line, column, message, remedy, ...named });
  }

  /** Adds the open decisions about the revision as a whole. */
  needRevision(): void {
    const { era, batching, metadataKeys, dialect } = this.#facts.revision;
    const guesses = {
      era: `the era is "${era}"`,
      batching: `batches are ${batching.allowed ? 'allowed' : 'not allowed'}`,
      metadataKeys: `the form of the keys of _meta is ${metadataKeys.stated ? '' : 'not '}stated`,
      dialect: `the JSON Schema dialect is "${dialect}"`,
    };
    for (const [decision, guess] of Object.entries(guesses)) {
      if (!this.#facts.isOpen(decision)) continue;
      const about = `No decision about the ${decision} of revision ${JSON.stringify(this.#revision)}`;
      this.need(this.#top, `${about}. ${this.#guess(decision)}: ${guess}`, this.#remedy(decision), decision);
    }
  }

  /**
   * Adds the decision about a method, if it has no row, if its row is guessed or undecided, or if the schema does not declare its
   * capability.
   */
  needMethod(place: Place, method: string, row: MethodFacts | undefined, missing?: MissingCapability): void {
    const decision = `methods/${method}`;
    if (row && row.capability !== null && !missing && !this.#facts.isOpen(decision)) return;
    const about = `No decision about the method ${method}`;
    if (missing) {
      const { definition, nearest = 'none' } = missing;
      const message = `${about}: its capability "${row?.capability}" is not declared in ${definition}. Nearest: "${nearest}"`;
      this.need(place, message, stateCapability(method, nearest), decision);
    } else if (row === undefined || row.capability === null) {
      const remedy = row
        ? stateCapability(method, 'tools.listChanged')
        : `Add a row for ${method} to "methods" in ${FILES.overrides}.`;
      this.need(place, `${about}. Guess: it needs no capability`, remedy, decision);
    } else {
      const capability = row.capability === 'none' ? 'none' : `"${row.capability}"`;
      const guess = `${this.#guess(decision)}: its capability is ${capability}`;
      this.need(place, `${about}. ${guess}`, this.#remedy(decision), decision);
    }
  }

  /** Adds the decision about a method of an extension, if it has no row, or if its row is undecided. */
  needExtensionMethod(place: Place, method: string, row: MethodFacts | undefined): void {
    if (row && row.capability !== null) return;
    const example = {
      method,
      extension: 'com.example/name',
      from: this.#revision,
      capability: 'extensions.com.example/name',
      source: 'a page',
    };
    const remedy = row
      ? stateCapability(method, `extensions.${row.extension}`)
      : `Add a row to "methods" in ${FILES.overrides} next to the file, for example: ${JSON.stringify(example)}`;
    this.need(place, `No decision about the method ${method} of an extension. Guess: it needs no capability`, remedy);
  }

  /**
   * Adds the decision about each erratum that was copied from another revision, and about each one that was not, because its place was
   * removed or renamed.
   *
   * @param unused the errata whose place is not in the schema
   */
  needErrata(errata: readonly Erratum[], unused: readonly Erratum[], declarations: readonly Declaration[]): void {
    const { revision, isOpen } = this.#facts;
    const need = (place: string, at: Place, guess: string): void => {
      const decision = `errata/${place}`;
      const message = `No decision about the correction of ${place}. ${this.#guess(decision)}: ${guess}`;
      this.need(at, message, this.#remedy(decision), decision);
    };
    for (const row of errata) {
      if (!isOpen(`errata/${row.place}`)) continue;
      const declaration = declarations.find(({ name }) => name === row.place.split('.')[0]);
      const isThere = declaration !== undefined && !unused.includes(row);
      if (isThere) need(row.place, declaration.place, `it still applies. ${row.wrong}`);
      else need(row.place, this.#top, `its place was removed, and it is no longer needed. ${row.wrong}`);
    }
    const places = new Set(errata.map(({ place }) => `errata/${place}`));
    for (const decision of revision.id === this.#revision ? (revision.open ?? []) : []) {
      if (!decision.startsWith('errata/') || places.has(decision)) continue;
      need(decision.slice('errata/'.length), this.#top, 'its place was removed, and it is no longer needed');
    }
  }

  /** Adds the decision about a direction union that is not declared: no such message exists, or the union was forgotten. */
  needUnion(union: string): void {
    const { revision, isOpen } = this.#facts;
    const isListed = revision.withoutUnions?.includes(union) === true;
    if (isListed && !isOpen(`unions/${union}`)) return;
    const message = `No decision about the union ${union}, which is not declared. Guess: it would have no messages`;
    const remedy = isListed
      ? `If it is right, remove "unions/${union}" from "open" of ${this.#revision} in ${FILES.revisions}; otherwise, declare ${union}.`
      : `Declare ${union}, or add it to "withoutUnions" of ${this.#revision} in ${FILES.revisions}.`;
    this.need(this.#top, message, remedy, `unions/${union}`);
  }

  /** Adds the decisions about values whose meaning is in doubt, unless somebody made them for this schema. */
  needValues(doubts: readonly Doubt[]): void {
    const { isOpen, revision, subjects } = this.#facts;
    for (const { decision, problem, value, otherwise, place } of doubts) {
      const isAdopted = revision.id === this.#revision;
      if (isAdopted && subjects[decision] !== undefined && !isOpen(decision)) continue;
      const remedy = isAdopted && !isOpen(decision) ? `${capitalize(otherwise)}.` : this.#remedy(decision, otherwise);
      this.need(place, `${problem}. Guess: ${value}`, remedy, decision);
    }
  }

  /**
   * Adds the decisions about names that the compiler reads meaning from, if the revision before declared them: they are missing, have
   * another name, or have changed.
   */
  needNames(definitions: Definitions): void {
    const { isOpen, revision, subjects } = this.#facts;
    const isAdopted = revision.id === this.#revision;
    for (const [anchor, { means, isDirection = false }] of Object.entries(ANCHORS) as [AnchorName, Anchor][]) {
      const decision = `names/${anchor}`;
      const name = definitions.nameOf(anchor);
      const isThere = hasAnchor(anchor, definitions);
      const isRenamed = name !== (isAdopted ? anchor : (revision.names?.[anchor] ?? anchor));
      const wasThere = (subjects[decision]?.value ?? NOT_DECLARED.value) !== NOT_DECLARED.value;
      const isWrong = isAdopted ? isRenamed && !isThere : (wasThere && !isThere) || isRenamed;
      if (!isWrong && !(isAdopted && isOpen(decision))) continue;
      if (!isThere && !isRenamed && isDirection) continue;
      const about = `No decision about ${anchor}, ${means}`;
      const place = definitions.findType(isThere ? name : '')?.place ?? this.#top;
      const message = isRenamed
        ? isThere
          ? `${about}, which is not declared. Guess: its name is ${name} now`
          : `${about}: ${name} is not declared, either`
        : isThere
          ? `${about}. ${this.#guess(decision)}: it means the same`
          : `${about}, which is not declared. Guess: it was removed`;
      const state = `state its name in "names" of ${this.#revision} in ${FILES.revisions}: "names": { "${anchor}": "..." }`;
      const remedy = isWrong && isAdopted ? `${capitalize(state)}.` : this.#remedy(decision, state);
      this.need(place, message, remedy, decision);
    }
  }

  /**
   * Adds the decisions about names that the revision before declared, and this one does not.
   *
   * @param declared the names that the schema declares
   */
  needRemovals(declared: DeclaredNames): void {
    const { isOpen, revision, subjects } = this.#facts;
    for (const [decision, what] of Object.entries(REMOVALS) as [keyof DeclaredNames, string][]) {
      const { subject = [], was } = subjects[decision] ?? {};
      const before = revision.id === this.#revision ? (was?.subject ?? []) : subject;
      const gone = before.filter((line) => !declared[decision].includes(line));
      if (gone.length === 0 || !isOpen(decision)) continue;
      const names = outermost(gone).map((line) => `${what} ${line}`);
      const message = `No decision about what the revision before declares: ${names.join(', ')}. Guess: removed on purpose`;
      this.need(
        this.#top,
        message,
        this.#remedy(decision, 'correct the schema, or state its new place in a row'),
        decision,
      );
    }
  }

  /** Adds the decisions about capabilities, error codes, and types of which what they are, or their rules, have changed. */
  needDeclared({ errors, capabilities }: Vocabulary, definitions: Definitions): void {
    const need = (decision: string, what: string, place: Place = this.#top): void => {
      if (this.#facts.revision.id !== this.#revision || !this.#facts.isOpen(decision)) return;
      const message = `No decision about ${what}. ${this.#guess(decision)}: it means the same`;
      this.need(place, message, this.#remedy(decision, 'correct the schema, or the code that uses it'), decision);
    };
    for (const { name, value: code } of errors) {
      const declared = codesOf(definitions).find(({ value }) => value === code);
      need(`errors/${code}`, `the error code ${code} (${name})`, declared?.place);
    }
    for (const side of Object.keys(CAPABILITIES) as Side[]) {
      const definition = CAPABILITIES[side];
      for (const path of capabilities[side]) {
        const place = propertyAt(definitions, `${definition}.${path}`)?.place;
        need(`capabilities/${side}.${path}`, `the capability ${path} of the ${side}`, place);
      }
    }
    for (const { name, place } of definitions.types) need(`types/${name}`, `the type ${name}`, place);
  }

  /** Returns where a guess is from: what was confirmed before, or a row of another revision. */
  #guess(decision: string): string {
    const { subjects, guessedFrom, rowFrom } = this.#facts;
    const [, method] = /^methods\/(.+)$/.exec(decision) ?? [];
    const from = subjects[decision]?.was?.revision ?? (method === undefined ? guessedFrom : rowFrom(method));
    return from === undefined ? 'Guess' : `Guess from ${from}`;
  }

  /** Returns how to confirm a decision: in the record of the revision. A revision that is not adopted has no record yet. */
  #remedy(decision: string, otherwise?: string): string {
    const revision = this.#revision;
    if (this.#facts.revision.id !== revision)
      return `Adopt the revision, to list the decisions: mcp-gen adopt ${revision}`;
    return `If it is right, remove "${decision}" from "open" of ${revision} in ${FILES.revisions}; otherwise, ${otherwise ?? this.#correction(decision)}.`;
  }

  /** Returns where to correct a decision: what the schema states about a method is not in its row. */
  #correction(decision: string): string {
    const end = `end its row in ${FILES.overrides} with "until"`;
    if (decision.startsWith('errata/')) return end;
    if (!decision.startsWith('methods/')) return 'correct it there';
    const now = this.#facts.subjects[decision];
    const changes = now?.was ? differences(decision, now.was, now) : [];
    const isStated = changes.length > 0 && !changes.some(isOfRow);
    return isStated ? 'correct the schema, which states it' : `${end}, and add one from ${this.#revision}`;
  }
}

function capitalize(text: string): string {
  return `${text[0]?.toUpperCase()}${text.slice(1)}`;
}

function stateCapability(method: string, example: string): string {
  return `Set the capability of ${method} in ${FILES.overrides}: a path like "${example}", or "none".`;
}
