/** Pulls the official files of one revision, and compares them with the record and with our own schema. */

import { join, posix } from 'node:path';
import { isFile } from '../isFile.js';
import { officialForm } from './officialForm.js';
import { definitionsOf } from '../model/fingerprints.js';
import { SchemaProblems, type Problem } from '../problems.js';
import { deriveJsonSchema } from '../protocols.js';
import { loadSchema } from '../read/loadSchema.js';
import type { OfficialFile } from '../read/revisions.js';
import { sha256 } from '../sha256.js';
import { applyChanges } from '../write/applyChanges.js';
import { readInside } from '../write/readInside.js';
import { compareDefinitions, type Difference } from './compareDefinitions.js';
import { PullError } from './pullError.js';
import { modulesFrom } from './officialFiles.js';
import { officialPaths, type FileName, type Source } from './source.js';

/** An official file that was pulled. */
export interface PulledFile {
  readonly name: FileName;
  /** The size in bytes. */
  readonly bytes: number;
  readonly sha256: string;
  /** The SHA-256 on record. If it differs, upstream has changed the file. Absent for a revision that is not on record. */
  readonly recorded?: string;
  readonly amended: boolean;
  /** False if an identical file already existed. */
  readonly written: boolean;
}

/** The official files of one revision, pulled. */
export interface Pulled {
  readonly id: string;
  readonly files: readonly PulledFile[];
  /** The number of definitions of the schema.json. */
  readonly definitions: number;
  /** The definitions that differ between the schema.json and our schema. Absent if we have no schema of the revision. */
  readonly ours?: readonly Difference[];
  /** The definitions that differ between the schema.json and the JSON Schema derived from the schema.ts. */
  readonly derived: readonly Difference[];
  /** The problems of the schema.ts, if it cannot be read. Nothing is derived then. */
  readonly problems: readonly Problem[];
}

/** The official files of a revision, with the digests on record. A revision that is not on record has none. */
export interface PullRecord {
  readonly id: string;
  readonly schema: RecordedFile;
  readonly jsonSchema: RecordedFile;
}

type RecordedFile = Pick<OfficialFile, 'path'> & Partial<OfficialFile>;

/** The folder of our schemas, the folder to write to, and whether to replace files that are not official files on record. */
export interface PullPlaces {
  readonly schemaDir: string;
  readonly out: string;
  readonly force: boolean;
}

/**
 * Writes `<out>/<revision>/schema.ts` and `schema.json`, byte for byte as they are at the source: both of them or none.
 *
 * @throws {PullError} if a file is incomplete or not a schema, or if an existing file is not an official one
 * @throws {WriteError} if the folder cannot be written
 */
export async function pullRevision(record: PullRecord, source: Source, places: PullPlaces): Promise<Pulled> {
  const { id, schema, jsonSchema } = record;
  const script = await pullFile(id, 'schema.ts', schema, source, places);
  const json = await pullFile(id, 'schema.json', jsonSchema, source, places);
  const parsed = parseJsonSchema(json.content, id);
  const { modules = [] } = await modulesFrom(source, id, script.content);
  const read = [script, json];
  for (const { path } of modules) {
    read.push(
      await pullFile(id, path, { path: `${posix.dirname(officialPaths(id).schema.path)}/${path}` }, source, places),
    );
  }
  const changes = read.filter(({ file }) => file.written);
  await applyChanges(places.out, changes);
  return {
    id,
    files: read.map(({ file }) => file),
    definitions: Object.keys(definitionsOf(parsed)).length,
    ...(await compareWithOurs(parsed, join(places.schemaDir, id, 'schema.ts'))),
    ...(await compareWithDerived(parsed, join(places.out, script.path))),
  };
}

/** A file that is read, but not written yet. */
interface ReadFile {
  readonly file: PulledFile;
  /** Relative to the output folder. */
  readonly path: string;
  readonly content: Uint8Array;
}

async function pullFile(
  id: string,
  name: FileName,
  official: RecordedFile,
  source: Source,
  { out, force }: PullPlaces,
): Promise<ReadFile> {
  const content = await source(id, name, official);
  const path = `${id}/${name}`;
  const present = await readInside(out, path);
  const written = present?.equals(content) !== true;
  const recorded = official.sha256;
  if (present && written && !force && sha256(present) !== recorded) {
    const place = join(out, path);
    throw new PullError(
      `${place} already exists and is not ${recorded === undefined ? 'the pulled file' : 'the official file on record'}. Use --force to replace it.`,
    );
  }
  const digest = sha256(content);
  return {
    file: {
      name,
      bytes: content.length,
      sha256: digest,
      ...(recorded !== undefined && { recorded }),
      amended: recorded !== undefined && digest !== recorded,
      written,
    },
    path,
    content,
  };
}

function parseJsonSchema(content: Uint8Array, id: string): object {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(content).toString('utf8'));
    definitionsOf(parsed);
    return parsed as object;
  } catch (cause) {
    throw new PullError(`The pulled schema.json of ${id} is not a JSON Schema: ${(cause as Error).message}.`, {
      cause,
    });
  }
}

async function compareWithOurs(official: object, path: string): Promise<Pick<Pulled, 'ours'>> {
  return isFile(path) ? { ours: await compareWith(official, path) } : {};
}

async function compareWithDerived(official: object, path: string): Promise<Pick<Pulled, 'derived' | 'problems'>> {
  try {
    return { derived: await compareWith(official, path), problems: [] };
  } catch (error) {
    if (!(error instanceof SchemaProblems)) throw error;
    return { derived: [], problems: error.problems };
  }
}

/** Compares with the JSON Schema that is derived from a schema.ts. */
async function compareWith(official: object, path: string): Promise<readonly Difference[]> {
  const derived: unknown = JSON.parse(await deriveJsonSchema(path));
  const { text, modules = [] } = await loadSchema(path);
  const texts = [text, ...modules.map((each) => each.text)];
  return compareDefinitions(derived, await officialForm(official, Object.keys(definitionsOf(derived)), texts));
}
