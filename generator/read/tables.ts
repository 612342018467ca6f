/** Reads the decisions of a schema folder: `revisions.json` and `overrides.json`, in addition to those of mcp-gen. */

import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { groupBy } from '../collections.js';
import { isFile } from '../isFile.js';
import { NO_ROWS, type RevisionFacts, type Tables } from '../model/facts.js';
import { isConstantName } from '../model/names.js';
import { holdsFor, type Range } from '../model/range.js';
import type { Extension } from './extension.js';
import { readRevisions } from './revisions.js';
import { readSubjects } from './readSubjects.js';
import { checkFile, checkRows, isObject, isString, readJson, type ReportRow, type RowShape } from './rows.js';

/** The schemas and decisions that come with mcp-gen; this module runs from `dist/read`. */
export const OWN_SCHEMAS = fileURLToPath(new URL('../../schema', import.meta.url));

/** The rows of `overrides.json`. */
export type Overrides = Omit<Tables, 'revisions' | 'subjects'>;

const METHOD: RowShape = {
  method: [isString, 'a method'],
  'extension?': [isExtension, 'the identifier of an extension: "com.example/ui"'],
  from: [isString, 'a revision'],
  'until?': [isString, 'a revision'],
  capability: [isCapability, 'a path of a capability, "none", or null while undecided'],
  'result?': [isString, 'the name of a type'],
  'otherResult?': [isString, 'the name of a type'],
  'lifecycle?': [(value) => value === true, 'true'],
  'cancellable?': [(value) => value === false, 'false'],
  'changes?': [isString, 'the method of a notification'],
  'filter?': [isString, 'a property of the subscription filter'],
  'nameParam?': [isString, 'the name of a parameter'],
  source: [isString, 'a page of the specification'],
};

const ERRATUM: RowShape = {
  place: [isString, 'a definition and a path below it'],
  from: [isString, 'a revision'],
  'until?': [isString, 'a revision'],
  wrong: [isString, 'a sentence'],
  direction: [(value) => ['received', 'sent', 'both'].includes(value as string), '"received", "sent" or "both"'],
  correction: [isCorrection, 'a correction: optional, nullable, fractional, declared, minItems, maxItems or format'],
  reason: [isString, 'a sentence'],
  source: [isString, 'a page or document'],
};

const FEATURE: RowShape = {
  name: [isConstantName, 'a name in code'],
  what: [isString, 'a sentence'],
  'place?': [isString, 'a definition and a path below it'],
  'from?': [isString, 'a revision'],
  'until?': [isString, 'a revision'],
  'source?': [isString, 'a page of the specification'],
};

/** The properties of rows about names that only the prose states. */
const NAMED: RowShape = {
  name: [isConstantName, 'a name in code'],
  what: [isString, 'a sentence'],
  from: [isString, 'a revision'],
  'until?': [isString, 'a revision'],
  source: [isString, 'a page of the specification'],
};

const ERROR: RowShape = { ...NAMED, code: [Number.isInteger, 'an integer'] };
const HEADER: RowShape = { ...NAMED, header: [isHeader, 'the name of an HTTP header'] };
const META_KEY: RowShape = { ...NAMED, key: [isString, 'a key of _meta'] };

/** The tables of `overrides.json`, with the check of their rows. */
const TABLES: { readonly [Table in keyof Overrides]: RowShape } = {
  methods: METHOD,
  errata: ERRATUM,
  features: FEATURE,
  errors: ERROR,
  headers: HEADER,
  metaKeys: META_KEY,
};

/**
 * Reads the decisions about the revisions of a schema folder, and those next to the files of extensions. A row of a folder replaces the row
 * of mcp-gen with the same key: the revision; method, extension, and first revision; place, kind of correction, and first revision; or name
 * and first revision.
 *
 * @throws {SchemaProblems} naming every row that cannot be used
 */
export async function readTables(schemaDir: string, extensions: readonly Extension[] = []): Promise<Tables> {
  const folders = new Map(extensions.map(({ file }) => [resolve(dirname(file)), dirname(file)]));
  folders.set(resolve(schemaDir), schemaDir).delete(resolve(OWN_SCHEMAS));
  const own = await readFolder(OWN_SCHEMAS);
  let tables: Tables = { ...own, revisions: own.revisions.map((row) => ({ ...row, known: true })) };
  for (const folder of folders.values()) {
    const added = folder === schemaDir ? await readFolder(folder) : { ...NO_ROWS, ...(await readOverrides(folder)) };
    tables = mergeTables(tables, added);
    checkFile(join(folder, 'overrides.json'), (report) => {
      checkOverlaps(tables, report);
      checkRevisions(added, tables.revisions, report);
    });
  }
  return tables;
}

/** @throws {SchemaProblems} with each method and name that has two rows for one revision, because their order would decide which one applies */
function checkOverlaps({ revisions, methods, ...tables }: Tables, report: ReportRow): void {
  const check = <Row extends Partial<Range>>(rows: readonly Row[], nameOf: (row: Row) => string): void => {
    for (const [name, same] of groupBy(rows, nameOf)) {
      const overlapping = revisions.map(({ id }) => ({ id, held: same.filter((row) => holdsFor(row, id)) }));
      const found = overlapping.find(({ held }) => held.length > 1);
      if (!found) continue;
      const ranges = found.held.map(rangeText).join(' and ');
      report(`Two rows for ${name} apply to ${found.id}: ${ranges}`, 'End the older one with "until".');
    }
  };
  check(methods, ({ method, extension }) => (extension === undefined ? method : `${method} of ${extension}`));
  for (const table of NAMED_TABLES) check<Named>(tables[table], ({ name }) => `${name} in "${table}"`);
}

/** A row of any table. */
type Ranged = Partial<Range> & { readonly method?: string; readonly place?: string; readonly name?: string };

/**
 * Reports rows whose first or last revision is none: they would begin or end with another one. Rows for a revision after the newest one wait
 * for it.
 */
function checkRevisions(added: Tables, revisions: Tables['revisions'], report: ReportRow): void {
  const ids = revisions.map(({ id }) => id);
  const newest = ids.at(-1) ?? '';
  const tables = Object.keys(TABLES) as readonly (keyof Overrides)[];
  const rows = tables.flatMap((table): readonly Ranged[] => added[table]);
  for (const { from, until, method, name, place } of rows) {
    for (const id of [from, until]) {
      if (id === undefined || id > newest || ids.includes(id)) continue;
      const message = `The row for ${name ?? method ?? place ?? ''} names ${id}, which is not a revision`;
      report(message, `Correct it. Revisions: ${ids.join(', ')}.`);
    }
  }
}

function rangeText({ from, until }: Partial<Range>): string {
  return from === undefined && until === undefined ? 'every revision' : `${from ?? ''} to ${until ?? ''}`.trim();
}

/** Adds rows to tables. A row replaces the row with the same key, at the same position. */
export function mergeTables(tables: Tables, added: Tables): Tables {
  // A record of the project does not make a revision unknown.
  const known = (row: RevisionFacts): RevisionFacts =>
    tables.revisions.some((each) => each.id === row.id && each.known === true) ? { ...row, known: true } : row;
  return {
    revisions: merge(tables.revisions, added.revisions.map(known), ({ id }) => id).toSorted((a, b) =>
      a.id < b.id ? -1 : 1,
    ),
    methods: merge(
      tables.methods,
      added.methods,
      ({ method, from, extension = '' }) => `${from} ${method} ${extension}`,
    ),
    errata: merge(tables.errata, added.errata, ({ place, from, correction }) => `${from} ${place} ${correction.kind}`),
    features: merge(tables.features, added.features, nameAndStart),
    errors: merge(tables.errors, added.errors, nameAndStart),
    headers: merge(tables.headers, added.headers, nameAndStart),
    metaKeys: merge(tables.metaKeys, added.metaKeys, nameAndStart),
    subjects: { ...tables.subjects, ...added.subjects },
  };
}

/**
 * Reads the rows of `<schema folder>/overrides.json`; none if the file does not exist.
 *
 * @throws {SchemaProblems} naming every row that cannot be used
 */
export async function readOverrides(schemaDir: string): Promise<Overrides> {
  const file = join(schemaDir, 'overrides.json');
  const { revisions: _, subjects: __, ...none } = NO_ROWS;
  if (!isFile(file)) return none;
  const value = await readJson(file);
  return checkFile(file, (report) => {
    if (!isObject(value)) report('Expected an object', 'Write { "methods": [], "errata": [] }.');
    const tables = isObject(value) ? value : {};
    for (const name of Object.keys(tables)) {
      if (!Object.hasOwn(TABLES, name))
        report(`Unknown table "${name}"`, `Valid tables: ${Object.keys(TABLES).join(', ')}.`);
    }
    const rows = Object.fromEntries(
      Object.entries(TABLES).map(([name, shape]) => [name, checkRows(tables[name] ?? [], shape, report, name)]),
    );
    for (const { from, until, method, place, name } of Object.values(rows).flat()) {
      if (!isString(from) || !isString(until) || until >= from) continue;
      const message = `The row for ${String(name ?? method ?? place)} ends before it starts: ${until} < ${from}`;
      report(message, 'Correct "from" or "until".');
    }
    for (const { name, place, from, source } of rows['features'] ?? []) {
      if (place !== undefined || (from !== undefined && source !== undefined)) continue;
      const message = `The row for the feature ${String(name)} has neither "place" nor "from" and "source"`;
      report(message, 'State where the schema or the specification shows the feature.');
    }
    return rows as unknown as Overrides;
  });
}

/**
 * Reads the rows of the schema folder itself; none if it has no tables.
 *
 * @throws {SchemaProblems} naming every row that cannot be used
 */
export async function readFolder(schemaDir: string): Promise<Tables> {
  const hasRegistry = isFile(join(schemaDir, 'revisions.json'));
  const revisions = hasRegistry ? await readRevisions(schemaDir) : [];
  const read = revisions.map(async ({ id }) => [id, await readSubjects(schemaDir, id)] as const);
  const subjects = Object.fromEntries(await Promise.all(read));
  return { revisions, ...(await readOverrides(schemaDir)), subjects };
}

/** Returns the revisions that mcp-gen itself has decided about. */
export async function readSupport(): Promise<{ readonly revisions: ReadonlySet<string> }> {
  const { revisions } = await readFolder(OWN_SCHEMAS);
  return { revisions: new Set(revisions.map(({ id }) => id)) };
}

/** A row about a name. */
type Named = Partial<Range> & { readonly name: string };

/** The tables whose rows are about names. */
const NAMED_TABLES = ['features', 'errors', 'headers', 'metaKeys'] as const;

function nameAndStart({ name, from = '' }: Named): string {
  return `${from} ${name}`;
}

function merge<Row>(own: readonly Row[], added: readonly Row[], keyOf: (row: Row) => string): readonly Row[] {
  return [...new Map([...own, ...added].map((row) => [keyOf(row), row])).values()];
}

function isCapability(value: unknown): boolean {
  if (value === null || !isString(value)) return value === null;
  const [, extension] = /^extensions\.(.+)$/.exec(value) ?? [];
  return extension === undefined ? /^\w+(\.\w+)*$/.test(value) : isExtension(extension);
}

function isHeader(value: unknown): boolean {
  return isString(value) && /^[A-Za-z][A-Za-z\d-]*$/.test(value);
}

/** Returns whether a value is an identifier of an extension, in the form of `_meta` keys: `com.example/ui`. */
function isExtension(value: unknown): boolean {
  return isString(value) && /^\w[\w-]*(\.\w[\w-]*)*\/\w[\w.-]*$/.test(value);
}

function isCorrection(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { kind, count, format } = value;
  if (kind === 'minItems' || kind === 'maxItems') return Number.isInteger(count);
  if (kind === 'format') return format === 'date-time' || format === 'file-uri';
  return ['optional', 'nullable', 'fractional', 'declared'].includes(kind as string);
}
