/** The file in which an owner says which operations are tools, and under which names: `openapi.json` in the project. */

import { InputError } from '../problems.js';
import { nearest } from '../nearest.js';
import { arrayOf, isObject, textOf, type JsonObject } from '../jsonValues.js';
import type { Operation } from './operation.js';
import { isToolName, MAX_NAME, toolName, uniqueNames } from './toolNames.js';

/** The name of the file. */
export const SETTINGS_FILE = 'openapi.json';

/** A tool that the owner wants. */
export interface ChosenTool {
  readonly name: string;
  /** The methods and paths of its operations: `GET /pets`. At least one. */
  readonly operations: readonly string[];
  /** Replaces the description of the document. Default: that one. */
  readonly description?: string | undefined;
}

/** The choices of an owner. */
export interface Settings {
  /** The path of the document, relative to the project, or its URL. */
  readonly document: string;
  /** Where references to other documents may lead. */
  readonly allowRefs: readonly string[];
  readonly tools: readonly ChosenTool[];
}

/** Returns the settings of a new project: a tool for each operation. */
export function newSettings(
  document: string,
  allowRefs: readonly string[],
  operations: readonly Operation[],
): Settings {
  const names = uniqueNames(operations.map(toolName));
  return {
    document,
    allowRefs,
    tools: operations.map(({ key }, index) => ({ name: names[index] ?? '', operations: [key] })),
  };
}

/** Returns the text of the file. */
export function settingsText({ document, allowRefs, tools }: Settings): string {
  const entries = tools.map(({ name, operations, description }) => {
    const [first] = operations;
    const isPlain = operations.length === 1 && description === undefined;
    return [name, isPlain ? first : { operations, ...(description !== undefined && { description }) }];
  });
  const data = { document, ...(allowRefs.length > 0 && { allowRefs }), tools: Object.fromEntries(entries) as object };
  return `${JSON.stringify(data, null, 2)}\n`;
}

/**
 * Reads the text of the file.
 *
 * @throws {InputError} if it is invalid
 */
export function readSettings(text: string): Settings {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new InputError(`${SETTINGS_FILE} is not valid JSON: ${(error as Error).message}.`);
  }
  if (!isObject(value)) throw new InputError(`${SETTINGS_FILE} must be an object.`);
  const document = textOf(value['document']);
  if (document === undefined) throw new InputError(`${SETTINGS_FILE} must have a "document": a path or a URL.`);
  if (!isObject(value['tools']))
    throw new InputError(`${SETTINGS_FILE} must have "tools": an object of names and operations.`);
  const allowRefs = arrayOf(value['allowRefs']).filter((each) => typeof each === 'string');
  return { document, allowRefs, tools: Object.entries(value['tools']).map(([name, given]) => readTool(name, given)) };
}

function readTool(name: string, given: unknown): ChosenTool {
  if (!isToolName(name)) {
    throw new InputError(
      `Invalid tool name ${JSON.stringify(name)} in ${SETTINGS_FILE}: expected 1 to ${MAX_NAME} ASCII letters, digits, _ and -, beginning with a letter.`,
    );
  }
  if (typeof given === 'string') return { name, operations: [given] };
  const tool: JsonObject = isObject(given) ? given : {};
  const operations = arrayOf(tool['operations']).filter((each) => typeof each === 'string');
  if (operations.length === 0) {
    throw new InputError(
      `The tool ${name} in ${SETTINGS_FILE} has no operations. Expected "GET /pets", or { "operations": ["GET /pets", ...] }.`,
    );
  }
  const description = textOf(tool['description']);
  return { name, operations, ...(description !== undefined && { description }) };
}

/**
 * Finds the operations of the tools.
 *
 * @returns for each tool its operations, and the operations that the document does not have
 */
export function findOperations(
  { tools }: Settings,
  operations: readonly Operation[],
): readonly { readonly tool: ChosenTool; readonly found: readonly Operation[]; readonly missing: readonly string[] }[] {
  const byKey = new Map(operations.map((operation) => [operation.key, operation]));
  return tools.map((tool) => ({
    tool,
    found: tool.operations.flatMap((key) => byKey.get(key) ?? []),
    missing: tool.operations.filter((key) => !byKey.has(key)),
  }));
}

/** Returns the end of a message about an operation that does not exist. */
export function suggestion(key: string, operations: readonly Operation[]): string {
  const [similar] = nearest(
    key,
    operations.map((operation) => operation.key),
  );
  return similar === undefined ? '' : ` Did you mean ${JSON.stringify(similar)}?`;
}
