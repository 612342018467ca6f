/** The rows that a new revision needs: its record, and what becomes of the rows of the revision before it. */

import { UNIONS } from '../model/buildProtocol.js';
import { correct } from '../model/correct.js';
import type { Definitions } from '../model/definitions.js';
import { errataOf, type Tables } from '../model/errata.js';
import { factsOf, type Dialect, type MethodFacts, type RevisionFacts } from '../model/facts.js';
import { allMessages, type Protocol } from '../model/protocol.js';

/** Rows that are added to a schema folder, or replace its rows of the same key. */
export interface NewRows extends Tables {
  readonly revisions: readonly [RevisionFacts];
}

/** What stands in a row until a person has decided. */
const UNDECIDED = 'not decided yet';

/** The properties of a row that name types. */
const RESULTS: ReadonlySet<string> = new Set(['result', 'otherResult']);

/**
 * Returns the rows for a revision that nobody has decided about. Everything that is taken over is open until a person confirms it:
 * only what the schema itself shows is decided, such as rows that end because it lacks their method.
 *
 * @param protocol the revision, compiled as a draft with the tables
 * @param dialect what its official JSON Schema states, if there is one
 * @param decided the decisions that have been confirmed before
 */
export function newRows(
  protocol: Protocol,
  tables: Tables,
  dialect: Dialect | undefined,
  decided: ReadonlySet<string> = new Set(),
): NewRows {
  const { revision: id } = protocol;
  const earlier = { ...tables, revisions: tables.revisions.filter((row) => row.id < id) };
  const { revision: base } = factsOf(id, earlier);
  const { methods, gone } = methodRows(protocol, base.id, earlier);
  const { errata, goneErrata } = errataRows(protocol, base.id, earlier);
  const withoutUnions = UNIONS.filter((union) => !protocol.definitions.findType(union));
  const open = [
    'era',
    'batching',
    'metadataKeys',
    ...(dialect === undefined ? ['dialect'] : []),
    ...withoutUnions.map((union) => `unions/${union}`),
    ...methods.map(({ method }) => `methods/${method}`),
    ...errata.map(({ place }) => `errata/${place}`),
  ].filter((decision) => !decided.has(decision));
  const { era, batching, metadataKeys } = base;
  const record: RevisionFacts = {
    id,
    era,
    batching,
    metadataKeys,
    dialect: dialect ?? base.dialect,
    ...(withoutUnions.length > 0 && { withoutUnions }),
    ...(open.length > 0 && { guessedFrom: base.id, open }),
  };
  const stubs = methods.filter(({ from }) => from === id);
  return { revisions: [record], methods: [...gone, ...stubs], errata: goneErrata };
}

/** The row of each method of the new revision, and the rows that end before it. */
function methodRows(protocol: Protocol, base: string, tables: Tables) {
  const own = allMessages(protocol).filter(({ declaration }) => isOwn(declaration.place.file, protocol.source));
  const held = factsOf(base, tables).methods;
  const newest = factsOf(`${base}~`, tables).methods;
  const used = new Set(own.map(({ method }) => method));
  const methods = own.map(({ method }): MethodFacts => {
    const row = held.get(method);
    if (row && row.until === undefined) return row;
    const last = newest.get(method);
    if (!last) return { method, from: protocol.revision, capability: null, source: UNDECIDED };
    return { ...withoutGoneTypes(last, protocol.source), from: protocol.revision };
  });
  const gone = [...held.values()].filter(({ method, until }) => until === undefined && !used.has(method));
  return { methods, gone: gone.map((row) => ({ ...row, until: base })) };
}

/** A row without its end, and without the results that the schema does not declare. */
function withoutGoneTypes(row: MethodFacts, source: Definitions): MethodFacts {
  const isKept = ([name, value]: [string, unknown]): boolean =>
    name !== 'until' && (!RESULTS.has(name) || source.findType(String(value)) !== undefined);
  return Object.fromEntries(Object.entries(row).filter(isKept)) as unknown as MethodFacts;
}

/** The errata that still have their place, and those that end before the new revision. */
function errataRows({ definitions }: Protocol, base: string, tables: Tables) {
  const held = errataOf(base, tables).filter(({ until }) => until === undefined);
  const gone = correct(definitions.all, held).unused;
  return {
    errata: held.filter((row) => !gone.includes(row)),
    goneErrata: gone.map((row) => ({ ...row, until: base })),
  };
}

function isOwn(file: string, source: Definitions): boolean {
  return source.all[0]?.place.file === file;
}
