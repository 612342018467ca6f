/** What the generator wrote into a project: the contracts of its tools, and digests of the files that the owner may change. */

import { digestOf } from '../write/seal.js';
import { InputError } from '../problems.js';
import { arrayOf, isObject, objectOf, textOf, type JsonObject } from '../jsonValues.js';
import type { Credential } from './credentials.js';
import type { ApiTool, Hints } from './tool.js';
import type { JsonSchema } from './convertSchemas.js';

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
  /** All operations of the document, also those that are not tools. */
  readonly operations: readonly string[];
  readonly project: LockedProject;
  readonly api: LockedApi;
}

/** Where calls go, and with what. */
export interface LockedApi {
  /** Undefined if the document does not state it. */
  readonly baseUrl?: string | undefined;
  readonly credentials: readonly Credential[];
}

/** What the owner chose when the project was made. */
export interface LockedProject {
  readonly name: string;
  /** The supported revisions; undefined for all. */
  readonly revisions?: readonly string[] | undefined;
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

/** Returns the text of the file: a line for each tool and definition, so that a diff shows which ones have changed. */
export function lockText(
  tools: readonly ApiTool[],
  { written, operations, project, api }: Omit<Lock, 'tools'>,
): string {
  const definitions = new Map<string, string>();
  const lines = tools.map((tool) => `    ${JSON.stringify(tool.name)}: ${JSON.stringify(packed(tool, definitions))}`);
  const shared = [...definitions].map(([digest, text]) => `    ${JSON.stringify(digest)}: ${text}`);
  const digests = Object.entries(written).map(
    ([path, digest]) => `    ${JSON.stringify(path)}: ${JSON.stringify(digest)}`,
  );
  const keys = operations.map((key) => `    ${JSON.stringify(key)}`);
  return `{\n  "project": ${JSON.stringify(project)},\n  "api": ${JSON.stringify(api)},\n  "operations": [\n${keys.join(',\n')}\n  ],\n  "tools": {\n${lines.join(',\n')}\n  },\n  "definitions": {\n${shared.join(',\n')}\n  },\n  "written": {\n${digests.join(',\n')}\n  }\n}\n`;
}

/** Reads the text of the file. @throws {InputError} if it is invalid */
export function readLock(text: string): Lock {
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value) || !isObject(value['tools'])) throw new Error('it has no tools');
    const project = objectOf(value['project']);
    if (typeof project['name'] !== 'string') throw new Error('it has no project');
    if (!isObject(value['api'])) throw new Error('it has no API');
    const { baseUrl, credentials } = value['api'];
    const definitions = objectOf(value['definitions']);
    const tools = Object.entries(value['tools']).map(([name, each]) => [name, unpacked(objectOf(each), definitions)]);
    return {
      tools: Object.fromEntries(tools) as Lock['tools'],
      written: objectOf(value['written']) as Lock['written'],
      operations: arrayOf(value['operations']) as readonly string[],
      project: project as unknown as LockedProject,
      api: { baseUrl: textOf(baseUrl), credentials: arrayOf(credentials).map(readCredential) },
    };
  } catch (error) {
    throw new InputError(`${LOCK_FILE} is invalid: ${(error as Error).message}. Restore it from version control.`);
  }
}

function readCredential(value: unknown): Credential {
  const { variable, header, kind, name } = objectOf(value);
  if ([variable, header, kind, name].some((each) => typeof each !== 'string'))
    throw new Error('a credential is invalid');
  return value as Credential;
}

/** Returns the digest of a text, whatever its line ends. */
export function digestOfText(text: string): string {
  return digestOf(text.replaceAll('\r\n', '\n'));
}

const SCHEMAS = ['input', 'output'] as const;

/** Returns a contract whose definitions are digests, since tools share them. */
function packed(tool: ApiTool, definitions: Map<string, string>): JsonObject {
  const contract = contractOf(tool);
  const digests = (schema: JsonSchema): JsonSchema => {
    if (!isObject(schema['$defs'])) return schema;
    const entries = Object.entries(schema['$defs']).map(([name, each]) => {
      const text = JSON.stringify(each);
      const digest = digestOf(text);
      definitions.set(digest, text);
      return [name, digest];
    });
    return { ...schema, $defs: Object.fromEntries(entries) as object };
  };
  return { ...contract, input: digests(contract.input), ...(contract.output && { output: digests(contract.output) }) };
}

function unpacked(contract: JsonObject, definitions: JsonObject): JsonObject {
  const schemas = SCHEMAS.flatMap((side) => {
    const schema = contract[side];
    if (!isObject(schema)) return [];
    if (!isObject(schema['$defs'])) return [[side, schema] as const];
    const entries = Object.entries(schema['$defs']).map(([name, digest]) => {
      const key = String(digest);
      if (!Object.hasOwn(definitions, key)) throw new Error(`it has no definition ${JSON.stringify(key)}`);
      return [name, definitions[key]];
    });
    return [[side, { ...schema, $defs: Object.fromEntries(entries) as object }] as const];
  });
  return { ...contract, ...Object.fromEntries(schemas) };
}
