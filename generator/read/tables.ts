/** Reads the decisions of a schema folder: `revisions.json` and `overrides.json`, in addition to those of mcp-gen. */

import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { groupBy } from '../collections.js';
import { isFile } from '../isFile.js';
import type { Tables } from '../model/facts.js';
import { holdsFor } from '../model/range.js';
import type { Extension } from './extension.js';
import { readRevisions } from './revisions.js';
import { checkFile, checkRows, isObject, isString, readJson, type ReportRow, type RowShape } from './rows.js';

/** The schemas and decisions that come with mcp-gen; this module runs from `dist/read`. */
export const OWN_SCHEMAS = fileURLToPath(new URL('../../schema', import.meta.url));

/** The rows of `overrides.json`. */
export type Overrides = Pick<Tables, 'methods' | 'errata'>;

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

/**
 * Reads the decisions about the revisions of a schema folder, and those next to the files of extensions. A row of a folder replaces the row
 * of mcp-gen with the same key: the revision; method, extension, and first revision; or place, kind of correction, and first revision.
 *
 * @throws {SchemaProblems} naming every row that cannot be used
 */
export async function readTables(schemaDir: string, extensions: readonly Extension[] = []): Promise<Tables> {
  const folders = new Map(extensions.map(({ file }) => [resolve(dirname(file)), dirname(file)]));
  folders.set(resolve(schemaDir), schemaDir).delete(resolve(OWN_SCHEMAS));
  let tables = await readFolder(OWN_SCHEMAS);
  for (const folder of folders.values()) {
    const added = folder === schemaDir ? await readFolder(folder) : { revisions: [], ...(await readOverrides(folder)) };
    tables = mergeTables(tables, added);
    checkFile(join(folder, 'overrides.json'), (report) => checkOverlaps(tables, report));
  }
  return tables;
}

/** @throws {SchemaProblems} with each method that has two rows for one revision, because their order would decide which one applies */
function checkOverlaps({ revisions, methods }: Tables, report: ReportRow): void {
  const found = new Set<string>();
  for (const { id } of revisions) {
    for (const [method, rows] of groupBy(
      methods.filter((row) => holdsFor(row, id)),
      ({ method, extension }) => (extension === undefined ? method : `${method} of ${extension}`),
    )) {
      if (rows.length < 2 || found.has(method)) continue;
      found.add(method);
      const ranges = rows.map(({ from, until = '' }) => `${from} to ${until}`.trimEnd()).join(' and ');
      report(`Two rows for ${method} apply to ${id}: ${ranges}`, 'End the older one with "until".');
    }
  }
}

/** Adds rows to tables. A row replaces the row with the same key, at the same position. */
export function mergeTables(tables: Tables, added: Tables): Tables {
  return {
    revisions: merge(tables.revisions, added.revisions, ({ id }) => id).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    methods: merge(
      tables.methods,
      added.methods,
      ({ method, from, extension = '' }) => `${from} ${method} ${extension}`,
    ),
    errata: merge(tables.errata, added.errata, ({ place, from, correction }) => `${from} ${place} ${correction.kind}`),
  };
}

/**
 * Reads the rows of `<schema folder>/overrides.json`; none if the file does not exist.
 *
 * @throws {SchemaProblems} naming every row that cannot be used
 */
export async function readOverrides(schemaDir: string): Promise<Overrides> {
  const file = join(schemaDir, 'overrides.json');
  if (!isFile(file)) return { methods: [], errata: [] };
  const value = await readJson(file);
  return checkFile(file, (report) => {
    if (!isObject(value)) report('Expected an object', 'Write { "methods": [], "errata": [] }.');
    const { methods = [], errata = [], ...others } = isObject(value) ? value : {};
    for (const name of Object.keys(others)) report(`Unknown table "${name}"`, 'Valid tables: methods, errata.');
    const rows = { methods: checkRows(methods, METHOD, report), errata: checkRows(errata, ERRATUM, report) };
    for (const { from, until, method, place } of [...rows.methods, ...rows.errata]) {
      if (!isString(from) || !isString(until) || until >= from) continue;
      const message = `The row for ${String(method ?? place)} ends before it starts: ${until} < ${from}`;
      report(message, 'Correct "from" or "until".');
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
  return { revisions, ...(await readOverrides(schemaDir)) };
}

function merge<Row>(own: readonly Row[], added: readonly Row[], keyOf: (row: Row) => string): readonly Row[] {
  return [...new Map([...own, ...added].map((row) => [keyOf(row), row])).values()];
}

function isCapability(value: unknown): boolean {
  if (value === null || !isString(value)) return value === null;
  const [, extension] = /^extensions\.(.+)$/.exec(value) ?? [];
  return extension === undefined ? /^\w+(\.\w+)*$/.test(value) : isExtension(extension);
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
