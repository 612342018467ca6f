/** What the generator wrote into a project: the contracts of its tools, and digests of the files that the owner may change. */

import { digestOf } from '../write/seal.js';
import { InputError } from '../problems.js';
import { isObject, objectOf } from './json.js';
import type { ApiTool, Hints } from './tool.js';
import type { JsonSchema } from './schemas.js';

/** The name of the file. */
export const LOCK_FILE = 'openapi.lock.json';

/** What clients see of a tool. */
export interface ToolContract {
  readonly operations: readonly string[];
  readonly title?: string;
  readonly description: string;
  readonly annotations: Hints;
  readonly input: JsonSchema;
  readonly output?: JsonSchema;
}

/** The content of the file. */
export interface Lock {
  readonly tools: { readonly [name: string]: ToolContract };
  /** The digest of each file of the owner as it was written, by path. */
  readonly written: { readonly [path: string]: string };
}

/** Returns what clients see of a tool. */
export function contractOf({ title, description, annotations, input, output, calls }: ApiTool): ToolContract {
  return {
    operations: calls.map(({ call }) => call.operation.key),
    ...(title !== undefined && { title }),
    description,
    annotations,
    input,
    ...(output !== undefined && { output }),
  };
}

/** Returns the text of the file: a line for each tool, so that a diff shows which ones have changed. */
export function lockText(tools: readonly ApiTool[], written: Lock['written']): string {
  const lines = tools.map((tool) => `    ${JSON.stringify(tool.name)}: ${JSON.stringify(contractOf(tool))}`);
  const digests = Object.entries(written).map(
    ([path, digest]) => `    ${JSON.stringify(path)}: ${JSON.stringify(digest)}`,
  );
  return `{\n  "tools": {\n${lines.join(',\n')}\n  },\n  "written": {\n${digests.join(',\n')}\n  }\n}\n`;
}

/** Reads the text of the file. @throws {InputError} if it is invalid */
export function readLock(text: string): Lock {
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value) || !isObject(value['tools'])) throw new Error('it has no tools');
    return { tools: value['tools'] as Lock['tools'], written: objectOf(value['written']) as Lock['written'] };
  } catch (error) {
    throw new InputError(`${LOCK_FILE} is invalid: ${(error as Error).message}. Restore it from version control.`);
  }
}

/** Returns the digest of a text, whatever its line ends. */
export function digestOfText(text: string): string {
  return digestOf(text.replaceAll('\r\n', '\n'));
}
