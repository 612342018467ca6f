/** Reads the files beside a schema: its JSON Schema, and its examples. */

import { existsSync, type Dirent } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isFile } from '../isFile.js';
import type { Protocol } from '../model/protocol.js';
import { InputError } from '../problems.js';
import type { Example, SchemaFiles } from './subject.js';

/**
 * Reads `schema.json`, and `examples/<Definition>/<name>.json`, from the folder of a schema. Files that do not exist are left out.
 *
 * @throws {InputError} if one of them is not JSON, or cannot be read
 */
export async function readFiles(schema: string, protocol: Protocol): Promise<SchemaFiles> {
  const folder = dirname(schema);
  const json = join(folder, 'schema.json');
  const examples = await readExamples(join(folder, 'examples'));
  const { loadExplainer } = await import('../validate/explainer.js');
  const explain = await loadExplainer(protocol);
  return { examples, explain, ...(isFile(json) && { jsonSchema: await readJson(json) }) };
}

async function readExamples(folder: string): Promise<readonly Example[]> {
  const definitions = existsSync(folder) ? await entriesOf(folder) : [];
  const examples: Example[] = [];
  for (const { name: definition } of definitions.filter((each) => each.isDirectory())) {
    const names = (await entriesOf(join(folder, definition))).map(({ name }) => name);
    for (const file of names.filter((name) => name.endsWith('.json')).sort())
      examples.push({ definition, file, value: await readJson(join(folder, definition, file)) });
  }
  return examples;
}

async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch((cause: unknown) => {
    throw new InputError(`Cannot read ${folder}: ${(cause as Error).message}`);
  });
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as unknown;
  } catch (cause) {
    throw new InputError(`Cannot read ${path}: ${(cause as Error).message}`);
  }
}
