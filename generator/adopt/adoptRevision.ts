/** Takes over the official files of a revision: schema, record, fingerprints and rows, all of them or none. */

import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { deriveJsonSchema } from '../json-schema/deriveJsonSchema.js';
import { buildProtocol } from '../model/buildProtocol.js';
import { checkProtocol } from '../model/checkProtocol.js';
import type { Tables } from '../model/errata.js';
import type { Dialect } from '../model/facts.js';
import { fingerprintsOf } from '../model/fingerprints.js';
import type { Protocol } from '../model/protocol.js';
import { ProblemList, SchemaProblems } from '../problems.js';
import { compareDefinitions, type Difference } from '../pull/compareDefinitions.js';
import type { OfficialFiles } from '../pull/officialFiles.js';
import { officialPaths } from '../pull/source.js';
import { PullError } from '../pull/pullError.js';
import type { RevisionRecord } from '../read/revisions.js';
import { mergeTables, OWN_SCHEMAS, readFolder, readTables } from '../read/tables.js';
import { applyChanges, type Change } from '../write/applyChanges.js';
import { formatJson } from '../write/formatJson.js';
import { readInside } from '../write/readInside.js';
import { newRows } from './decisions.js';
import { withoutProse } from './withoutProse.js';

/** What became of an adopted revision. */
export interface Adopted {
  readonly id: string;
  /** The files that were written, relative to the schema folder. */
  readonly written: readonly string[];
  /** The definitions in which the schema.json differs from what the schema.ts derives to. Absent if there is no schema.json. */
  readonly derived?: readonly Difference[];
  /** Whether the schema was written without its prose, which has to be restated. */
  readonly restated: boolean;
}

/** What is adopted, and where to. */
export interface Adoption {
  readonly id: string;
  readonly files: OfficialFiles;
  /** The schema folder. It is made if it is not there. */
  readonly schemaDir: string;
  /** Take over a revision again that is there already, and one whose files contradict each other. Confirmed decisions are kept. */
  readonly force: boolean;
}

/**
 * @throws {SchemaProblems} if the schema.ts cannot be read
 * @throws {PullError} if the revision is there already, or its files contradict each other
 * @throws {WriteError} if the folder cannot be written
 */
export async function adoptRevision(adoption: Adoption): Promise<Adopted> {
  const { id, files, schemaDir, force } = adoption;
  const folder = await readFolder(schemaDir);
  const tables = await readTables(schemaDir);
  const known = (folder.revisions as readonly RevisionRecord[]).find((row) => row.id === id);
  if (known && !force) {
    throw new PullError(`${schemaDir} has ${id} already. --force takes it over again, and keeps what was decided.`);
  }
  const text = Buffer.from(files.script).toString('utf8');
  const { readTypeScript } = await import('../read/readTypeScript.js');
  const declarations = readTypeScript(text, `${id}/schema.ts`);
  const json = files.json && parse(files.json, id);
  const dialect = json && dialectOf(json);
  const draft = (using: Tables): Protocol => buildProtocol(declarations, id, new ProblemList(), using, 'draft');
  const { derived, text: derivedJson } = verify(draft(tables), dialect, json);
  if (derived && derived.length > 0 && !force) throw contradiction(id, derived);
  const isOwn = resolve(schemaDir) === resolve(OWN_SCHEMAS);
  const decidedByUs = isOwn || known ? undefined : tables.revisions.find((row) => row.id === id);
  const unknown = { ...tables, revisions: tables.revisions.filter((row) => row.id !== id) };
  const present = await readPresent(schemaDir, id);
  if (present && sha256(present) !== known?.schema.sha256) {
    throw new PullError(
      `${join(schemaDir, id, 'schema.ts')} is in the way: it is not the official file on record. Move it away first.`,
    );
  }
  const decided = known && present ? await decidedBefore(known, present, unknown) : undefined;
  const rows = decidedByUs
    ? { revisions: [decidedByUs] as const, methods: [], errata: [] }
    : newRows(draft(unknown), unknown, { dialect, ...(known && { record: known }), ...(decided && { decided }) });
  const merged = mergeTables(folder, rows);
  const record = recordOf(rows.revisions[0], files);
  checkProtocol(draft(mergeTables(tables, merged)), declarations, `${id}/schema.ts`);
  const changes: readonly Change[] = [
    { path: `${id}/schema.ts`, content: isOwn ? withoutProse(text) : files.script },
    { path: `${id}/fingerprints.json`, content: await formatJson(fingerprintsOf(json ?? JSON.parse(derivedJson))) },
    {
      path: 'revisions.json',
      content: await formatJson(merged.revisions.map((row) => (row.id === id ? record : row))),
    },
    { path: 'overrides.json', content: await formatJson({ methods: merged.methods, errata: merged.errata }) },
  ];
  await applyChanges(schemaDir, changes);
  return { id, written: changes.map(({ path }) => path), ...(derived && { derived }), restated: isOwn };
}

/** The schema that is there already. @throws {WriteError} if something other than files stands where files are written */
async function readPresent(schemaDir: string, id: string): Promise<Buffer | undefined> {
  for (const path of [`${id}/fingerprints.json`, 'revisions.json', 'overrides.json']) await readInside(schemaDir, path);
  return readInside(schemaDir, `${id}/schema.ts`);
}

/** What a person had confirmed when the revision was taken over before: all that it needed, but for what is still open. */
async function decidedBefore(known: RevisionRecord, before: Buffer, tables: Tables): Promise<ReadonlySet<string>> {
  const { readTypeScript } = await import('../read/readTypeScript.js');
  try {
    const declarations = readTypeScript(before.toString('utf8'), join(known.id, 'schema.ts'));
    const protocol = buildProtocol(declarations, known.id, new ProblemList(), tables, 'draft');
    const dialect = known.jsonSchema && known.dialect;
    const { open = [] } = newRows(protocol, tables, { dialect }).revisions[0];
    return new Set(open.filter((decision) => !known.open?.includes(decision)));
  } catch (error) {
    // A schema that can no longer be read has no decisions to keep.
    if (error instanceof SchemaProblems) return new Set();
    throw error;
  }
}

function verify(
  { source, dialect }: Protocol,
  stated: Dialect | undefined,
  json: unknown,
): { readonly derived?: readonly Difference[]; readonly text: string } {
  const text = deriveJsonSchema(source, stated ?? dialect);
  return json === undefined ? { text } : { text, derived: compareDefinitions(JSON.parse(text), json) };
}

function contradiction(id: string, derived: readonly Difference[]): PullError {
  const names = derived.map(({ definition }) => definition);
  const shown = names.slice(0, 5).join(', ') + (names.length > 5 ? `, and ${names.length - 5} more` : '');
  return new PullError(
    `The schema.json of ${id} is not what its schema.ts derives to: ${shown}. Nothing was written. --force adopts the schema.ts.`,
  );
}

function recordOf(row: Tables['revisions'][number], { script, json }: OfficialFiles): RevisionRecord {
  const { id, ...facts } = row;
  const { schema, jsonSchema } = officialPaths(id);
  return {
    id,
    status: /^\d{4}-\d\d-\d\d$/.test(id) ? 'released' : 'draft',
    ...facts,
    schema: { ...schema, sha256: sha256(script) },
    ...(json && { jsonSchema: { ...jsonSchema, sha256: sha256(json) } }),
  };
}

function parse(content: Uint8Array, id: string): object {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(content).toString('utf8'));
    fingerprintsOf(parsed);
    return parsed as object;
  } catch (cause) {
    throw new PullError(`The schema.json of ${id} is not a JSON Schema: ${(cause as Error).message}.`, { cause });
  }
}

function dialectOf(json: object): Dialect | undefined {
  const { $schema } = json as { readonly $schema?: unknown };
  if (typeof $schema !== 'string') return undefined;
  return $schema.includes('2020-12') ? '2020-12' : $schema.includes('draft-07') ? 'draft-07' : undefined;
}

function sha256(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
