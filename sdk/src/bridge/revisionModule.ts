/** The definitions of revisions in a module that `mcp-gen generate` has written. */

import type { RevisionDefinition } from '@mcp-gen/runtime/codegen/v1/served';
import { builtin } from '../builtin.js';
import { isDefinition } from '../revisions.js';

/** @throws {TypeError} if the module cannot be loaded, or has no definition. */
export async function definitionsIn(file: string): Promise<readonly RevisionDefinition[]> {
  const url = builtin('node:url').pathToFileURL(builtin('node:path').resolve(file)).href;
  const module: unknown = await import(url).catch((cause: unknown) => {
    throw new TypeError(`Cannot load --revision-module ${file}: ${(cause as Error).message}`, { cause });
  });
  const found = Object.values(module as object).filter(isDefinition);
  if (found.length > 0) return found;
  throw new TypeError(
    `${file} does not export a revision: expected served.js of a folder that mcp-gen generate writes`,
  );
}
