/** Reads `revisions.json` of a schema folder: what is on record of each revision, and of its official files. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ProblemList } from '../problems.js';

/** An official file, as it was when its revision was taken over. */
export interface OfficialFile {
  /** Where it is in the official repository, with forward slashes. */
  readonly path: string;
  /** SHA-256 of its bytes, in hexadecimal. */
  readonly sha256: string;
}

/** What is on record of one revision. */
export interface RevisionRecord {
  /** The revision, by its date; also the name of its folder. */
  readonly id: string;
  readonly status: string;
  readonly era: string;
  /** Whether messages may come in batches. */
  readonly batching: boolean;
  /** The official schema.ts. */
  readonly schema: OfficialFile;
  /** The official schema.json. */
  readonly jsonSchema: OfficialFile;
}

/** A name of a file or folder: letters, digits and what joins them. It leads nowhere else. */
const NAME = /^\w[\w.-]*$/;
const SHA256 = /^[0-9a-f]{64}$/;

/** What each property of a row has to be. */
const ROW: { readonly [property: string]: readonly [test: (value: unknown) => boolean, what: string] } = {
  id: [(value) => typeof value === 'string' && NAME.test(value), 'the name of a folder'],
  status: [(value) => typeof value === 'string', 'a string'],
  era: [(value) => typeof value === 'string', 'a string'],
  batching: [(value) => typeof value === 'boolean', 'true or false'],
  schema: [isOfficialFile, 'an official file: "path" and "sha256"'],
  jsonSchema: [isOfficialFile, 'an official file: "path" and "sha256"'],
};

/**
 * Reads the rows of `<schema folder>/revisions.json`, in their order.
 *
 * @throws {SchemaProblems} naming every row that cannot be used
 */
export async function readRevisions(schemaDir: string): Promise<readonly RevisionRecord[]> {
  const file = join(schemaDir, 'revisions.json');
  const problems = new ProblemList();
  const report = (message: string, remedy: string): void => {
    problems.add({ file, line: 1, column: 1 }, message, remedy);
  };
  const rows = parse(await readFile(file, 'utf8'), report);
  for (const [index, row] of rows.entries()) {
    for (const [property, [test, what]] of Object.entries(ROW)) {
      if (test(row[property])) continue;
      report(`"${property}" of row ${index + 1} is not ${what}`, 'Mend the row: every revision has all properties.');
    }
  }
  problems.throwIfAny();
  return rows as unknown as readonly RevisionRecord[];
}

type Json = { readonly [key: string]: unknown };

function parse(text: string, report: (message: string, remedy: string) => void): readonly Json[] {
  let rows: unknown;
  try {
    rows = JSON.parse(text);
  } catch (error) {
    report(`Not JSON: ${(error as SyntaxError).message}`, 'Mend the JSON.');
    return [];
  }
  if (Array.isArray(rows) && rows.every(isObject)) return rows;
  report('Not a list of objects', 'Write an array with an object a revision.');
  return [];
}

function isOfficialFile(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { path, sha256 } = value;
  const isPath = typeof path === 'string' && path.split('/').every((name) => NAME.test(name));
  return isPath && typeof sha256 === 'string' && SHA256.test(sha256);
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
