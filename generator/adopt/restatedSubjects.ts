/** The subjects of decisions in the schemas that come with mcp-gen, which have docs of their own. */

import { join } from 'node:path';
import { subjectsOf } from '../analyze/subjectsOf.js';
import { isFile } from '../isFile.js';
import { buildProtocol } from '../model/buildProtocol.js';
import { factsOf } from '../model/facts.js';
import type { Subject } from '../model/subjects.js';
import { loadSchema } from '../read/loadSchema.js';
import { OWN_SCHEMAS, readTables } from '../read/tables.js';

type Subjects = ReadonlyMap<string, Subject>;

/** Read once: these schemas do not change while a program runs. */
const known = new Map<string, Promise<Subjects | undefined>>();

/** Returns the subjects of those revisions that come with mcp-gen. */
export async function restatedSubjects(ids: readonly string[]): Promise<ReadonlyMap<string, Subjects>> {
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
