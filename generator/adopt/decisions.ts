/** Makes the rows that a new revision needs: its record, and the rows that continue or end those of the previous revision. */

import { UNIONS } from '../model/directions.js';
import { correct } from '../model/correct.js';
import type { Definitions } from '../model/definitions.js';
import { NO_ROWS, type Dialect, type MethodFacts, type RevisionFacts, type Tables } from '../model/facts.js';
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
  /** Its record, if it was adopted before. Decisions that it does not list as open are confirmed, if a row of the revision states them. */
  readonly record?: RevisionFacts;
}

/** A decision that a revision needs. */
interface Candidate {
  readonly name: string;
  /** Whether no record confirms it. */
  readonly isNew?: boolean;
}

/**
 * Returns the rows for a revision. Decisions copied from another revision are open until somebody confirms them. Decisions made for this
 * revision are kept.
 *
 * @param protocol the revision, compiled as a draft with the tables
 * @param tables without the record of the revision
 */
export function newRows(protocol: Protocol, tables: Tables, { dialect, record }: Before): NewRows {
  const { revision: id } = protocol;
  const base = record ?? baseOf(id, tables);
  const neighbors = neighborsOf(id, tables);
  const methods = methodRows(protocol, tables, neighbors);
  const errata = errataRows(protocol, tables);
  const withoutUnions = UNIONS.filter((union) => !protocol.definitions.findType(union));
  const candidates = [
    ...['era', 'batching', 'metadataKeys', ...(dialect === undefined ? ['dialect'] : [])].map((name) => ({ name })),
    ...withoutUnions.map((union) => ({
      name: `unions/${union}`,
      isNew: !record?.withoutUnions?.includes(union),
    })),
    ...methods.used.map((row) => ({
      name: `methods/${row.method}`,
      isNew: row.capability === null || !tables.methods.includes(row),
    })),
    ...[...errata.used, ...errata.gone].map(({ place }) => ({ name: `errata/${place}` })),
  ];
  const isOpen = ({ name, isNew = false }: Candidate): boolean =>
    isNew || record === undefined || (record.open ?? []).includes(name);
  const open = candidates.filter(isOpen).map(({ name }) => name);
  const { batching, metadataKeys } = base;
  const facts: RevisionFacts = {
    id,
    era: record?.era ?? protocol.era,
    batching,
    metadataKeys,
    dialect: dialect ?? base.dialect,
    ...(withoutUnions.length > 0 && { withoutUnions }),
    ...(open.length > 0 && { guessedFrom: record?.guessedFrom ?? baseOf(id, tables).id, open }),
  };
  const stubs = methods.used.filter(({ from }) => from === id);
  const end = <Row extends Range>(rows: readonly Row[]): readonly Row[] =>
    rows.flatMap((row) => endBefore(row, neighbors));
  return { ...NO_ROWS, revisions: [facts], methods: [...end(methods.gone), ...stubs], errata: end(errata.gone) };
}

/** Returns the newest earlier revision. If there is none, returns the oldest revision. */
function baseOf(id: string, { revisions }: Tables): RevisionFacts {
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
  const own = allMessages(protocol).filter(({ declaration }) => isOwn(declaration.place.file, source));
  const held = new Map(methods.filter((row) => holdsFor(row, id)).map((row) => [row.method, row]));
  const used = own.map(({ method }): MethodFacts => {
    const row = held.get(method);
    if (row) return row;
    const last =
      methods.findLast((each) => each.method === method && each.from < id) ??
      methods.find((each) => each.method === method);
    if (!last) return { method, ...range, capability: null, source: UNDECIDED };
    return { ...withoutRemovedTypes(last, source), ...range };
  });
  const known = new Set(used.map(({ method }) => method));
  return { used, gone: [...held.values()].filter(({ method, from }) => !known.has(method) && from !== id) };
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
  return { used: held.filter((row) => !removed.includes(row)), gone: removed.filter(({ from }) => from !== id) };
}

function isOwn(file: string, source: Definitions): boolean {
  return source.all[0]?.place.file === file;
}
