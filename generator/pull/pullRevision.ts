/** Pulls the official files of one revision, and says how they stand to what is on record and to our own schema. */

import { join } from 'node:path';
import { isFile } from '../isFile.js';
import { definitionsOf } from '../model/fingerprints.js';
import { SchemaProblems, type Problem } from '../problems.js';
import { deriveJsonSchema } from '../protocols.js';
import type { OfficialFile } from '../read/revisions.js';
import { sha256 } from '../sha256.js';
import { applyChanges } from '../write/applyChanges.js';
import { readInside } from '../write/readInside.js';
import { compareDefinitions, type Difference } from './compareDefinitions.js';
import { PullError } from './pullError.js';
import type { FileName, Source } from './source.js';

/** An official file that was pulled. */
export interface PulledFile {
  readonly name: FileName;
  /** How many bytes it has. */
  readonly bytes: number;
  readonly sha256: string;
  /** The SHA-256 on record: upstream has amended the file if it is another. Absent for a revision that is not on record. */
  readonly recorded?: string;
  readonly amended: boolean;
  /** False if it stood there already, byte for byte. */
  readonly written: boolean;
}

/** The official files of one revision, pulled. */
export interface Pulled {
  readonly id: string;
  readonly files: readonly PulledFile[];
  /** How many definitions the schema.json has. */
  readonly definitions: number;
  /** The definitions in which the schema.json differs from our schema. Absent if we have no schema of the revision. */
  readonly ours?: readonly Difference[];
  /** The definitions in which the schema.json differs from what the schema.ts derives to. */
  readonly derived: readonly Difference[];
  /** What cannot be read in the schema.ts; there is nothing to derive then. */
  readonly problems: readonly Problem[];
}

/** The official files of a revision, with the digests on record. A revision that is not on record has none. */
export interface PullRecord {
  readonly id: string;
  readonly schema: RecordedFile;
  readonly jsonSchema: RecordedFile;
}

type RecordedFile = Pick<OfficialFile, 'path'> & Partial<OfficialFile>;

/** Where our schemas are, where files are written, and whether they replace what is not an official file on record. */
export interface PullPlaces {
  readonly schemaDir: string;
  readonly out: string;
  readonly force: boolean;
}

/**
 * Writes `<out>/<revision>/schema.ts` and `schema.json`, byte for byte as they are at the source: both of them or none.
 *
 * @throws {PullError} if a file is incomplete or not a schema, or would replace a file that is not an official one
 * @throws {WriteError} if the folder cannot be written
 */
export async function pullRevision(record: PullRecord, source: Source, places: PullPlaces): Promise<Pulled> {
  const { id, schema, jsonSchema } = record;
  const script = await pullFile(id, 'schema.ts', schema, source, places);
  const json = await pullFile(id, 'schema.json', jsonSchema, source, places);
  const parsed = parseJsonSchema(json.content, id);
  const changes = [script, json].filter(({ file }) => file.written);
  await applyChanges(places.out, changes);
  return {
    id,
    files: [script.file, json.file],
    definitions: Object.keys(definitionsOf(parsed)).length,
    ...(await compareWithOurs(parsed, join(places.schemaDir, id, 'schema.ts'))),
    ...(await compareWithDerived(parsed, join(places.out, script.path))),
  };
}

/** A file that has been read, and is still to be written. */
interface Read {
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
): Promise<Read> {
  const content = await source(id, name, official);
  const path = `${id}/${name}`;
  const present = await readInside(out, path);
  const written = !present?.equals(content);
  const recorded = official.sha256;
  if (present && written && !force && sha256(present) !== recorded) {
    const place = join(out, path);
    throw new PullError(
      `${place} is in the way: it is not ${recorded === undefined ? 'the file that was pulled' : 'the official file on record'}. --force replaces it.`,
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

function parseJsonSchema(content: Uint8Array, id: string): unknown {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(content).toString('utf8'));
    definitionsOf(parsed);
    return parsed;
  } catch (cause) {
    throw new PullError(`What came as schema.json of ${id} is none: ${(cause as Error).message}.`, { cause });
  }
}

async function compareWithOurs(official: unknown, path: string): Promise<Pick<Pulled, 'ours'>> {
  return isFile(path) ? { ours: compareDefinitions(JSON.parse(await deriveJsonSchema(path)), official) } : {};
}

async function compareWithDerived(official: unknown, path: string): Promise<Pick<Pulled, 'derived' | 'problems'>> {
  try {
    return { derived: compareDefinitions(JSON.parse(await deriveJsonSchema(path)), official), problems: [] };
  } catch (error) {
    if (!(error instanceof SchemaProblems)) throw error;
    return { derived: [], problems: error.problems };
  }
}
