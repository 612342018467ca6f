/** Makes the rows that a new revision needs: its record, and the rows that continue or end those of the previous revision. */

import { UNIONS } from '../model/directions.js';
import { correct } from '../model/correct.js';
import type { Definitions } from '../model/definitions.js';
import { NO_ROWS, rowToCopy, type Dialect, type MethodFacts, type RevisionFacts, type Tables } from '../model/facts.js';
import type { Names } from '../model/anchors.js';
import { NOT_DECLARED } from '../model/subjects.js';
import type { RecordedDecisions } from './settle.js';
import { hasAnchor } from '../model/places.js';
import { allMessages, type Protocol } from '../model/protocol.js';
import { holdsFor, type Range } from '../model/range.js';

/** Rows to add to a schema folder. They replace its rows of the same key. */
export interface NewRows extends Tables {
  readonly revisions: readonly [RevisionFacts];
}

/** The placeholder in a row until somebody decides. */
const UNDECIDED = 'not decided yet';

/** The properties of a row that name types. */
const RESULTS: ReadonlySet<string> = new Set(['result', 'otherResult']);

/** What is known about a revision before it is adopted. */
export interface Before {
  /** The dialect of its official JSON Schema, if there is one. */
  readonly dialect: Dialect | undefined;
  /** Its record, and what its decisions are about, if it was adopted before. */
  readonly recorded: RecordedDecisions | undefined;
}

/** The rows of a revision, and what is left to decide about them. */
export interface MadeRows {
  readonly rows: NewRows;
  /** The decisions whose row states nothing yet. */
  readonly undecided: ReadonlySet<string>;
  /** The decisions that rows of the revision itself state. */
  readonly stated: ReadonlySet<string>;
  /** The rows that start with the revision, about methods and places that it no longer has. */
  readonly unused: Pick<Tables, 'methods' | 'errata'>;
  /** The corrections whose place was removed. */
  readonly gone: readonly string[];
}

/**
 * Returns the rows for a revision: those of another revision as guesses, and those that were stated for this one.
 *
 * @param protocol the revision, compiled as a draft with the tables
 * @param tables without the record of the revision
 */
export function newRows(protocol: Protocol, tables: Tables, { dialect, recorded }: Before): MadeRows {
  const { revision: id } = protocol;
  const record = recorded?.facts;
  const base = record ?? baseOf(id, tables);
  const neighbors = neighborsOf(id, tables);
  const methods = methodRows(protocol, tables, neighbors);
  const errata = errataRows(protocol, tables);
  const { batching, metadataKeys } = base;
  const withoutUnions = UNIONS.filter((union) => !hasAnchor(union, protocol.source));
  const names = namesFor(protocol, recorded);
  const facts: RevisionFacts = {
    id,
    era: record?.era ?? protocol.era,
    batching,
    metadataKeys,
    dialect: dialect ?? base.dialect,
    ...(record?.protocolVersion !== undefined && { protocolVersion: record.protocolVersion }),
    ...(withoutUnions.length > 0 && { withoutUnions }),
    ...(Object.keys(names).length > 0 && { names }),
  };
  const end = <Row extends Range>(rows: readonly Row[]): readonly Row[] =>
    rows.flatMap((row) => endBefore(row, neighbors));
  const added = methods.used.filter((row) => !tables.methods.includes(row));
  const stated = [...methods.used, ...errata.used].filter(({ from }) => from === id);
  return {
    rows: {
      ...NO_ROWS,
      revisions: [facts],
      methods: [...end([...methods.gone, ...methods.unused]), ...added],
      errata: end([...errata.gone, ...errata.unused]),
    },
    undecided: new Set(methods.used.filter(({ capability }) => capability === null).map(decisionOf)),
    stated: new Set(stated.filter((row) => !added.some((each) => each === row)).map(decisionOf)),
    unused: { methods: methods.unused, errata: errata.unused },
    gone: errata.gone.map(decisionOf),
  };
}

/** Returns the names of anchors: those that the record states, if the schema declares them, and guesses for others that are missing. */
function namesFor({ names: guesses = {}, source }: Protocol, recorded: RecordedDecisions | undefined): Names {
  const { facts, subjects = {} } = recorded ?? {};
  const isRemoved = (anchor: string): boolean => {
    const decision = `names/${anchor}`;
    return subjects[decision]?.value === NOT_DECLARED.value && facts?.open?.includes(decision) !== true;
  };
  const guessed = Object.entries(guesses).filter(([anchor]) => !isRemoved(anchor));
  const stated = Object.entries(facts?.names ?? {}).filter(([, name]) => source.findType(name) !== undefined);
  return Object.fromEntries([...guessed, ...stated]);
}

function decisionOf(row: { readonly method: string } | { readonly place: string }): string {
  return 'method' in row ? `methods/${row.method}` : `errata/${row.place}`;
}

/** Returns the newest earlier revision. If there is none, returns the oldest revision. */
export function baseOf(id: string, { revisions }: Pick<Tables, 'revisions'>): RevisionFacts {
  const base = revisions.findLast((row) => row.id < id) ?? revisions[0];
  if (!base) throw new Error('No facts of any revision');
  return base;
}

interface Neighbors {
  readonly earlier: string | undefined;
  readonly later: string | undefined;
}

function neighborsOf(id: string, { revisions }: Tables): Neighbors {
  return {
    earlier: revisions.findLast((row) => row.id < id)?.id,
    later: revisions.find((row) => row.id > id)?.id,
  };
}

/** Splits a row so that it skips a revision: one row ends before it, and another starts after it. */
function endBefore<Row extends Range>(row: Row, { earlier, later }: Neighbors): readonly Row[] {
  const ended = earlier === undefined || row.from > earlier ? [] : [{ ...row, until: earlier }];
  const goesOn = later !== undefined && holdsFor(row, later) ? [{ ...row, from: later }] : [];
  return [...ended, ...goesOn];
}

/** Returns the row of each method of the revision, and the rows of methods that the revision does not have. */
function methodRows(protocol: Protocol, tables: Tables, { later }: Neighbors) {
  const { revision: id, source } = protocol;
  const methods = tables.methods.filter(({ extension }) => extension === undefined);
  // A later revision has rows of its own.
  const range = { from: id, ...(later !== undefined && { until: id }) };
  const own = allMessages(protocol).filter(({ declaration }) => !declaration.extension);
  const held = new Map(methods.filter((row) => holdsFor(row, id)).map((row) => [row.method, row]));
  const used = own.map(({ method }): MethodFacts => {
    const row = held.get(method);
    if (row) return row;
    const last = rowToCopy(method, id, methods);
    if (!last) return { method, ...range, capability: null, source: UNDECIDED };
    return { ...withoutRemovedTypes(last, source), ...range };
  });
  const known = new Set(used.map(({ method }) => method));
  const others = [...held.values()].filter(({ method }) => !known.has(method));
  return { used, gone: others.filter(({ from }) => from !== id), unused: others.filter(({ from }) => from === id) };
}

/** Returns a row without "until", and without results that the schema does not declare. */
function withoutRemovedTypes(row: MethodFacts, source: Definitions): MethodFacts {
  const isKept = ([name, value]: [string, unknown]): boolean =>
    name !== 'until' && (!RESULTS.has(name) || source.findType(String(value)) !== undefined);
  return Object.fromEntries(Object.entries(row).filter(isKept)) as unknown as MethodFacts;
}

/** Returns the errata whose place exists in the revision, and those whose place does not. */
function errataRows({ revision: id, definitions }: Protocol, { errata }: Tables) {
  const held = errata.filter((row) => holdsFor(row, id));
  const removed = correct(definitions.all, held).unused;
  return {
    used: held.filter((row) => !removed.includes(row)),
    gone: removed.filter(({ from }) => from !== id),
    unused: removed.filter(({ from }) => from === id),
  };
}
