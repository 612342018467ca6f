/** Reads documents of tests. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newSettings } from '../../generator/openapi/toolSettings.js';
import { makeTools, openApi, type Api, type ToolSet } from '../../generator/openapi/toolSet.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

/** Returns the path of a document in the folder of these tests. */
export function documentPath(name: string): string {
  return fileURLToPath(new URL(`documents/${name}`, import.meta.url));
}

/** Reads a text or an object as a document. */
export async function readApi(document: string | object): Promise<Api> {
  const file = join(await temporaryFolder(), 'openapi.json');
  await writeFile(file, typeof document === 'string' ? document : JSON.stringify(document));
  return openApi({ from: file });
}

/** Returns the tools of all operations. */
export function allTools(api: Api): ToolSet {
  return makeTools(api, newSettings('openapi.json', [], api.operations));
}

/** Returns a document with one operation, whose result has a schema. */
export function withResult(schema: object, components: object = {}, version = '3.1.0'): object {
  const content = { 'application/json': { schema } };
  return {
    openapi: version,
    info: { title: 'Test', version: '1' },
    paths: { '/a': { get: { operationId: 'a', responses: { 200: { description: '', content } } } } },
    components: { schemas: components },
  };
}

/** Returns the output schema of the only tool of a document. */
export async function outputOf(document: object): Promise<{ readonly [keyword: string]: unknown } | undefined> {
  return allTools(await readApi(document)).tools[0]?.output;
}
