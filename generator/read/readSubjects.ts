/** Reads `<revision>/decisions.json` of a schema folder: what the decisions of the revision are about. */

import { join } from 'node:path';
import { isFile } from '../isFile.js';
import type { Subjects } from '../model/subjects.js';
import { checkFile, checkRow, isObject, isString, isStrings, readJson, type RowShape } from './rows.js';

const LINES = 'an array of strings';
const DIGEST = 'a SHA-256';

const WAS: RowShape = {
  revision: [isString, 'a revision'],
  'value?': [isString, 'a name'],
  subject: [isStrings, LINES],
  'docs?': [isString, DIGEST],
};

const SUBJECT: RowShape = {
  value: [isString, 'a string'],
  subject: [isStrings, LINES],
  'docs?': [isString, DIGEST],
  'parts?': [isString, 'names'],
  'was?': [isObject, 'an object'],
};

/** The file with the subjects of a revision, relative to the schema folder. */
export function subjectsFile(revision: string): string {
  return `${revision}/decisions.json`;
}

/**
 * Returns what the decisions of a revision are about; nothing if the file does not exist.
 *
 * @throws {SchemaProblems} naming everything that cannot be used
 */
export async function readSubjects(schemaDir: string, revision: string): Promise<Subjects> {
  const file = join(schemaDir, subjectsFile(revision));
  if (!isFile(file)) return {};
  const value = await readJson(file);
  return checkFile(file, (report) => {
    if (!isObject(value)) report('Expected an object with the decisions', `Adopt ${revision} again.`);
    const rows = isObject(value) ? value : {};
    for (const [decision, row] of Object.entries(rows)) {
      const name = JSON.stringify(decision);
      checkRow(row, name, SUBJECT, report);
      if (isObject(row) && row['was'] !== undefined) checkRow(row['was'], `"was" of ${name}`, WAS, report);
    }
    return rows as unknown as Subjects;
  });
}
