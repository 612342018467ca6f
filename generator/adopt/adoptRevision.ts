/** Adopts the official files of a revision: writes schema, record, fingerprints, and rows; all of them or none. */

import { join, resolve } from 'node:path';
import { planRevision } from '../analyze/plan.js';
import { subjectsOf } from '../analyze/subjectsOf.js';
import { isFile } from '../isFile.js';
import { deriveJsonSchema } from '../json-schema/deriveJsonSchema.js';
import { officialForm } from '../pull/officialForm.js';
import { buildProtocol } from '../model/buildProtocol.js';
import type { Declaration } from '../model/declarations.js';
import type { Erratum } from '../model/errata.js';
import { checkProtocol } from '../model/checkProtocol.js';
import { factsOf, NO_ROWS, type Dialect, type MethodFacts, type RevisionFacts, type Tables } from '../model/facts.js';
import { fingerprintsOf } from '../model/fingerprints.js';
import type { Protocol } from '../model/protocol.js';
import { NOT_DECLARED, type Subject } from '../model/subjects.js';
import { compareDefinitions, isContradiction, type Difference } from '../pull/compareDefinitions.js';
import type { OfficialFiles } from '../pull/officialFiles.js';
import { officialPaths } from '../pull/source.js';
import { PullError } from '../pull/pullError.js';
import { ProblemList } from '../problems.js';
import { loadSchema } from '../read/loadSchema.js';
import type { RevisionRecord } from '../read/revisions.js';
import type { SourceText } from '../read/sources.js';
import { subjectsFile } from '../read/readSubjects.js';
import { mergeTables, OWN_SCHEMAS, readFolder, readTables, type Overrides } from '../read/tables.js';
import { sha256 } from '../sha256.js';
import { applyChanges, type Change } from '../write/applyChanges.js';
import { formatJson } from '../write/formatJson.js';
import { readInside } from '../write/readInside.js';
import type { Carried } from './carryProse.js';
import { baseOf, newRows, type MadeRows } from './decisions.js';
import { checkReplaced, isOnRecord, loadPresent, moduleRecords, type Present } from './presentFiles.js';
import { isOpenForDocs, settle, type RecordedDecisions, type Settlement } from './settle.js';

/** The result of adopting a revision. */
export interface Adopted {
  readonly id: string;
  /** The files that were written, relative to the schema folder. */
  readonly written: readonly string[];
  /** The modules that were removed, because the official schema does not import them, relative to the schema folder. */
  readonly removed: readonly string[];
  /**
   * The definitions that differ between the schema.json and the JSON Schema derived from the schema.ts. Absent without a schema.json.
   */
  readonly derived?: readonly Difference[];
  /** Whether the schema was written without its prose, which then has to be rewritten. */
  readonly restated: boolean;
  /** The declarations that were described before, and whose official text has changed. Their prose was not carried over. */
  readonly changed: readonly string[];
  /** The declarations that were described before, and that the official schema no longer has. */
  readonly gone: readonly string[];
  /** Whether an existing schema with rewritten prose was kept. Its structure is that of the official one. */
  readonly kept: boolean;
}

/** Options of an adoption. */
export interface Adoption {
  readonly id: string;
  readonly files: OfficialFiles;
  /** The schema folder. It is created if it does not exist. */
  readonly schemaDir: string;
  /**
   * Adopts a revision again. Confirmed decisions are kept, and so is a schema with rewritten prose.
   */
  readonly force: boolean;
  /** The definitions to accept as the schema.ts has them, although the schema.json has others. Default: none. */
  readonly accept?: readonly string[];
}

/**
 * @throws {SchemaProblems} if the schema.ts cannot be read, or contradicts the schema.json
 * @throws {PullError} if the revision was adopted before, or a schema in the folder has another structure
 * @throws {WriteError} if the folder cannot be written
 */
export async function adoptRevision(adoption: Adoption): Promise<Adopted> {
  const { id, files, schemaDir, force, accept = [] } = adoption;
  const folder = await readFolder(schemaDir);
  const tables = await readTables(schemaDir);
  const known = (folder.revisions as readonly RevisionRecord[]).find((row) => row.id === id);
  if (known && !force) {
    throw new PullError(`${schemaDir} already has ${id}. Use --force to adopt it again; confirmed decisions are kept.`);
  }
  const text = Buffer.from(files.script).toString('utf8');
  const { readTypeScript } = await import('../read/readTypeScript.js');
  const modules = (files.modules ?? []).map((each) => ({ file: `${id}/${each.path}`, text: each.text }));
  const declarations = readTypeScript(text, `${id}/schema.ts`, { modules });
  const texts = [text, ...modules.map((each) => each.text)];
  const names = declarations.map(({ name }) => name);
  const json = files.json && (await officialForm(parse(files.json, id), names, texts));
  const dialect = json && dialectOf(json);
  const draft = (using: Tables): Protocol => buildProtocol(declarations, id, using, 'draft');
  const { derived, text: derivedJson } = verify(draft(tables), dialect, json);
  const differing = (derived ?? []).filter(isContradiction);
  checkDifferences(id, differing, accept, declarations);
  const isOwn = resolve(schemaDir) === resolve(OWN_SCHEMAS);
  const decidedByUs = isOwn || known ? undefined : tables.revisions.find((row) => row.id === id);
  const unknown = { ...tables, revisions: tables.revisions.filter((row) => row.id !== id) };
  const official = json ?? (JSON.parse(derivedJson) as object);
  const path = join(schemaDir, id, 'schema.ts');
  const sources = [{ file: `${id}/schema.ts`, text }, ...modules];
  for (const file of [`${id}/fingerprints.json`, subjectsFile(id), 'revisions.json', 'overrides.json'])
    await readInside(schemaDir, file);
  const present = await loadPresent(schemaDir, id);
  const isRewritten = present !== undefined && !isOnRecord(present, known);
  if (isRewritten && !force) throw cannotOverwrite(path, 'It is not the official file on record.');
  let kept = isRewritten;
  if (isRewritten) {
    const { source } = present;
    const restated = readTypeScript(source.text, source.file, source);
    const { derived = [] } = verify(buildProtocol(restated, id, tables, 'draft'), dialect, official);
    const others = derived.filter((each) => isContradiction(each) && !accept.includes(each.definition));
    kept = others.length === 0;
    if (!kept && !isOwn) throw cannotOverwrite(path, `It differs from the official schema in ${namesOf(others)}.`);
  }
  if (!kept) await checkReplaced(schemaDir, present, modules);
  const facts = known ?? decidedByUs;
  const recorded = facts && { facts, subjects: tables.subjects[id] ?? {} };
  const made = newRows(draft(unknown), unknown, { dialect, recorded });
  // The rows of mcp-gen itself stay: they are read again with the folder.
  const errata = made.unused.errata.filter((row) => folder.errata.some((each) => isSameErratum(each, row)));
  const unused = { ...made.unused, errata };
  const { revisions, subjects: _, ...overrides } = mergeTables(without(unused, folder), made.rows);
  const merged = mergeTables(without(unused, tables), { ...NO_ROWS, revisions, ...overrides });
  const protocol = draft(merged);
  checkProtocol(protocol, declarations, `${id}/schema.ts`);
  // What cannot be generated is refused here, too.
  planRevision(protocol);
  const settled = await settleDecisions(protocol, merged, made, recorded, dialect);
  const record = {
    ...recordOf(withOpen(made.rows.revisions[0], settled.open, facts, unknown), files, accept),
    ...moduleRecords(modules),
  };
  const carried = isOwn && !kept ? await withCarriedProse(sources, present, id, schemaDir) : undefined;
  const contents = carried?.texts ?? [files.script, ...modules.map((each) => each.text)];
  const removed = (kept ? [] : (present?.files ?? []))
    .map(({ file }) => file)
    .filter((file) => !sources.some((each) => each.file === file));
  const written: readonly Change[] = [
    ...(kept ? [] : sources.map(({ file: path }, index) => ({ path, content: contents[index] ?? '' }))),
    { path: `${id}/fingerprints.json`, content: await formatJson(fingerprintsOf(official)) },
    { path: subjectsFile(id), content: await formatJson(settled.subjects) },
    {
      path: 'revisions.json',
      content: await formatJson(revisions.map((row) => (row.id === id ? record : row))),
    },
    { path: 'overrides.json', content: await formatJson(withoutEmpty(overrides)) },
  ];
  await applyChanges(schemaDir, [...written, ...removed.map((path) => ({ path, content: undefined }))]);
  return {
    id,
    written: written.map(({ path }) => path),
    removed,
    ...(derived && { derived }),
    restated: isOwn && !kept,
    changed: carried?.changed ?? [],
    gone: (present && carried?.gone) ?? [],
    kept,
  };
}

/** Returns official files with the prose that the folder has for their declarations: for the revision itself, or for an earlier one. */
async function withCarriedProse(
  official: readonly SourceText[],
  present: Present | undefined,
  id: string,
  schemaDir: string,
): Promise<Carried> {
  const { carryProse } = await import('./carryProse.js');
  const { revisions } = await readFolder(schemaDir);
  const earlier = revisions.map((row) => row.id).filter((each) => each < id);
  let described = present;
  for (const each of earlier.toReversed()) described ??= await loadPresent(schemaDir, each);
  return carryProse(official, described?.files ?? []);
}

/** Decides which decisions are open, by what the schema states, and by what was confirmed before. */
async function settleDecisions(
  protocol: Protocol,
  tables: Tables,
  { undecided, stated, gone }: MadeRows,
  before: RecordedDecisions | undefined,
  dialect: Dialect | undefined,
): Promise<Settlement> {
  const { revision } = protocol;
  const subjects = new Map(subjectsOf(protocol, factsOf(revision, tables)));
  for (const decision of gone) subjects.set(decision, NOT_DECLARED);
  const earlier = tables.revisions.findLast(({ id }) => id < revision);
  const base = earlier && { facts: earlier, subjects: tables.subjects[earlier.id] ?? {} };
  const certain = new Set(dialect === undefined ? [] : ['dialect']);
  const settling = { subjects, certain, undecided, stated, before, base };
  const settled = settle(settling);
  if (!isOpenForDocs(settled)) return settled;
  const ids = [revision, ...(earlier ? [earlier.id] : [])];
  return settle({ ...settling, restated: await restatedSubjects(ids) });
}

/** Returns tables without some rows. */
function without(rows: MadeRows['unused'], tables: Tables): Tables {
  const isMethodKept = (row: MethodFacts): boolean =>
    !rows.methods.some(({ method, from }) => row.extension === undefined && method === row.method && from === row.from);
  const isErratumKept = (row: Erratum): boolean => !rows.errata.some((each) => isSameErratum(each, row));
  return { ...tables, methods: tables.methods.filter(isMethodKept), errata: tables.errata.filter(isErratumKept) };
}

function isSameErratum(a: Erratum, b: Erratum): boolean {
  return a.place === b.place && a.from === b.from && a.correction.kind === b.correction.kind;
}

function withOpen(
  row: RevisionFacts,
  open: readonly string[],
  before: RevisionFacts | undefined,
  tables: Tables,
): RevisionFacts {
  if (open.length === 0) return row;
  return { ...row, guessedFrom: before?.guessedFrom ?? baseOf(row.id, tables).id, open };
}

/** Returns the tables that have rows, and those that every schema folder has. */
function withoutEmpty({ methods, errata, ...others }: Overrides): object {
  const filled = Object.entries(others).filter(([, rows]) => rows.length > 0);
  return { methods, errata, ...Object.fromEntries(filled) };
}

function verify(
  { source, dialect }: Protocol,
  stated: Dialect | undefined,
  json: unknown,
): { readonly derived?: readonly Difference[]; readonly text: string } {
  const text = deriveJsonSchema(source, stated ?? dialect);
  return json === undefined ? { text } : { text, derived: compareDefinitions(JSON.parse(text), json) };
}

/** @throws {SchemaProblems} with the definitions that differ and are not accepted, or with names that are accepted and do not differ */
function checkDifferences(
  id: string,
  differing: readonly Difference[],
  accept: readonly string[],
  declarations: readonly Declaration[],
): void {
  const top = { file: `${id}/schema.ts`, line: 1, column: 1 };
  const problems = new ProblemList();
  for (const { definition, kind, lines } of differing) {
    if (accept.includes(definition)) continue;
    const place = declarations.find(({ name }) => name === definition)?.place ?? top;
    const what = {
      missing: `The schema.json does not have ${definition}`,
      added: `The schema.ts does not declare ${definition}, which the schema.json has`,
      changed: `The schema.json has another ${definition}: ${lines.map((line) => line.replaceAll(/\s+/g, ' ')).join(' ')}`,
      reordered: '',
      rewritten: '',
    }[kind];
    problems.add(place, what, `Correct one of the files, or accept the schema.ts: --accept ${definition}`);
  }
  for (const name of accept) {
    if (differing.some(({ definition }) => definition === name)) continue;
    problems.add(top, `${name} is accepted, but does not differ from the schema.json`, 'Remove it from --accept.');
  }
  problems.throwIfAny();
}

function cannotOverwrite(path: string, reason: string): PullError {
  const remedy = 'Move it away, or correct it: --force keeps a schema that is equal to the official one.';
  return new PullError(`${path} cannot be replaced. ${reason} Nothing was written. ${remedy}`);
}

function namesOf(differences: readonly Difference[]): string {
  const names = differences.map(({ definition }) => definition);
  return names.slice(0, 5).join(', ') + (names.length > 5 ? `, and ${names.length - 5} more` : '');
}

function recordOf(
  row: Tables['revisions'][number],
  { script, json }: OfficialFiles,
  accepted: readonly string[],
): RevisionRecord {
  const { id, ...facts } = row;
  const { schema, jsonSchema } = officialPaths(id);
  return {
    id,
    status: /^\d{4}-\d\d-\d\d$/.test(id) ? 'released' : 'draft',
    ...facts,
    schema: { ...schema, sha256: sha256(script) },
    ...(json && { jsonSchema: { ...jsonSchema, sha256: sha256(json) } }),
    ...(accepted.length > 0 && { unverified: accepted }),
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

type Subjects = ReadonlyMap<string, Subject>;

/** Read once: these schemas do not change while a program runs. */
const known = new Map<string, Promise<Subjects | undefined>>();

/** Returns the subjects of those revisions that come with mcp-gen. */
async function restatedSubjects(ids: readonly string[]): Promise<ReadonlyMap<string, Subjects>> {
  const found = new Map<string, Subjects>();
  for (const id of ids) {
    const reading = known.get(id) ?? readSubjects(id);
    known.set(id, reading);
    const subjects = await reading;
    if (subjects) found.set(id, subjects);
  }
  return found;
}

async function readSubjects(id: string): Promise<Subjects | undefined> {
  const path = join(OWN_SCHEMAS, id, 'schema.ts');
  if (!isFile(path)) return undefined;
  const { readTypeScript } = await import('../read/readTypeScript.js');
  const tables = await readTables(OWN_SCHEMAS);
  const source = await loadSchema(path);
  const protocol = buildProtocol(readTypeScript(source.text, source.file, source), id, tables, 'draft');
  return subjectsOf(protocol, factsOf(id, tables));
}
