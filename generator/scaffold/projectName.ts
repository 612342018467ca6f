import { builtinModules } from 'node:module';
import { basename, resolve } from 'node:path';
import type { ProjectKind } from './templates.js';

const NAME = /^(@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;

// Names that npm rejects: its own folder, Node's modules, and the dependencies of the project.
const TAKEN = new Set([
  'node_modules',
  'favicon.ico',
  ...builtinModules,
  'mcp-gen',
  '@mcp-gen/protocol',
  '@mcp-gen/runtime',
  '@mcp-gen/sdk',
  'typescript',
  '@types/node',
]);

/** Returns why a string cannot be the name of a new npm package, or undefined if it can. */
export function findNameProblem(name: string): string | undefined {
  if (name.length > 214) return 'it is longer than 214 characters';
  if (!NAME.test(name))
    return "npm allows lower-case letters, digits and - . _ ~ in it, not starting with . or _, and a scope such as '@me/' before it";
  if (TAKEN.has(name)) return 'it is reserved';
  return undefined;
}

/** Returns the default name of a project: the name of its folder, changed so that npm accepts it, or else one for its kind. */
export function suggestName(folder: string, kind: ProjectKind | 'extension'): string {
  const name = basename(resolve(folder))
    .toLowerCase()
    .replace(/[^a-z0-9._~-]+/g, '-')
    .replace(/^[._-]+|(?<!-)-+$/g, '')
    .slice(0, 214);
  return findNameProblem(name) === undefined ? name : `mcp-${kind}`;
}
