/** The files of a revision that a schema folder has: its schema.ts, and the modules that this imports. */

import { join, posix, relative } from 'node:path';
import { officialPaths } from '../pull/source.js';
import { PullError } from '../pull/pullError.js';
import { loadSchema } from '../read/loadSchema.js';
import type { OfficialFile, RevisionRecord } from '../read/revisions.js';
import type { SchemaSource, SourceText } from '../read/sources.js';
import { sha256 } from '../sha256.js';
import { readInside } from '../write/readInside.js';

/** The schema of a revision in a schema folder. */
export interface Present {
  readonly source: SchemaSource;
  /** Its files, the schema.ts first, by their paths in the schema folder. */
  readonly files: readonly SourceText[];
}

/**
 * Loads the schema of a revision, if the folder has it.
 *
 * @throws {WriteError} if its schema.ts is not a file
 */
export async function loadPresent(schemaDir: string, id: string): Promise<Present | undefined> {
  if ((await readInside(schemaDir, `${id}/schema.ts`)) === undefined) return undefined;
  const source = await loadSchema(join(schemaDir, id, 'schema.ts'));
  const pathOf = (file: string): string => relative(schemaDir, file).replaceAll('\\', '/');
  return { source, files: [source, ...(source.modules ?? [])].map(({ file, text }) => ({ file: pathOf(file), text })) };
}

/** Returns whether files are the official ones, as they were when their revision was adopted. */
export function isOnRecord({ files }: Present, record: RevisionRecord | undefined): boolean {
  if (!record) return false;
  const recorded = new Map([record.schema, ...(record.modules ?? [])].map((each) => [each.path, each.sha256]));
  return files.every(({ file, text }) => recorded.get(officialPath(file)) === sha256(text));
}

/** Returns the records of modules, by their paths in a schema folder. */
export function moduleRecords(modules: readonly SourceText[]): Pick<RevisionRecord, 'modules'> {
  const records = modules.map(({ file, text }): OfficialFile => ({ path: officialPath(file), sha256: sha256(text) }));
  return records.length > 0 ? { modules: records } : {};
}

/**
 * Checks what official modules would replace.
 *
 * @throws {WriteError} if it is not a file
 * @throws {PullError} if it is a file that the present schema does not import
 */
export async function checkReplaced(
  schemaDir: string,
  present: Present | undefined,
  modules: readonly SourceText[],
): Promise<void> {
  for (const { file, text } of modules) {
    const found = await readInside(schemaDir, file);
    if (found === undefined || found.toString('utf8') === text) continue;
    if (present?.files.some((each) => each.file === file) === true) continue;
    throw new PullError(
      `${join(schemaDir, file)} would be replaced, but no schema imports it. Nothing was written. Move it away.`,
    );
  }
}

function officialPath(file: string): string {
  const [id = ''] = file.split('/');
  return posix.join(posix.dirname(officialPaths(id).schema.path), posix.relative(id, file));
}
