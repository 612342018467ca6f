/** Schema texts for tests, and what the generator makes of them. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { emitProtocols } from '../../generator/emit/emitProtocols.js';
import { deriveJsonSchema } from '../../generator/emit/json-schema/deriveJsonSchema.js';
import { buildProtocol } from '../../generator/model/buildProtocol.js';
import { checkProtocol } from '../../generator/model/checkProtocol.js';
import { definitionsOf } from '../../generator/model/fingerprints.js';
import type { Protocol } from '../../generator/model/protocol.js';
import { ProblemList, SchemaProblems, type Problem } from '../../generator/problems.js';
import { readTypeScript } from '../../generator/read/readTypeScript.js';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The revisions that are generated, oldest first, and how many definitions the official schema of each has. */
export const REVISIONS = [
  { revision: '2024-11-05', era: 'session', definitions: 79 },
  { revision: '2025-03-26', era: 'session', definitions: 83 },
  { revision: '2025-06-18', era: 'session', definitions: 91 },
  { revision: '2025-11-25', era: 'session', definitions: 145 },
  { revision: '2026-07-28', era: 'stateless', definitions: 155 },
] as const;

export type RevisionId = (typeof REVISIONS)[number]['revision'];

/** The ids of all revisions, oldest first. */
export const REVISION_IDS = REVISIONS.map(({ revision }) => revision);

/** The revisions that open a conversation with `initialize`, which is what the runtime speaks, oldest first. */
export const SESSION_IDS = REVISIONS.flatMap((row) => (row.era === 'session' ? [row.revision] : []));

/** A revision without facts of its own, which takes over those of 2025-03-26. */
export const AFTER_2025_03_26 = '2025-03-27';

/** A folder of official schemas, `<revision>/schema.json`, if the variable MCP_OFFICIAL_SCHEMAS names one. */
export const OFFICIAL = process.env['MCP_OFFICIAL_SCHEMAS'];

/** The path of an official file, if the folder of official schemas has it. */
export function officialFile(revision: string, name: 'schema.ts' | 'schema.json'): string | undefined {
  const path = OFFICIAL && join(OFFICIAL, revision, name);
  return path && existsSync(path) ? path : undefined;
}

/** A file of this project, as text. */
export function readProjectFile(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

export function schemaText(revision: string): string {
  return readProjectFile(`schema/${revision}/schema.ts`);
}

/** The protocol model of a schema text. @throws {SchemaProblems} */
export function compileText(text: string, revision = AFTER_2025_03_26): Protocol {
  const declarations = readTypeScript(text, 'schema.ts');
  const protocol = buildProtocol(declarations, revision, new ProblemList());
  checkProtocol(protocol, declarations, 'schema.ts');
  return protocol;
}

/** The whole derived JSON Schema of a schema text. */
export function deriveText(text: string, revision = AFTER_2025_03_26): string {
  const { source, dialect } = compileText(text, revision);
  return deriveJsonSchema(source, dialect);
}

/** The derived definitions of a schema text, by name. */
export function deriveDefinitions(text: string, revision = AFTER_2025_03_26): { readonly [name: string]: unknown } {
  return definitionsOf(JSON.parse(deriveText(text, revision)));
}

/** One unformatted file of a schema text's generated code, by its name: `types`. */
export function emitText(text: string, name: string): string {
  const file = emitProtocols([compileText(text)]).find(({ path }) => path.endsWith(`/${name}.ts`));
  if (!file) throw new Error(`No file ${name} is generated`);
  return file.text;
}

/** What is wrong with a schema text. A text without problems is an error of the test. */
export function problemsIn(text: string, revision = AFTER_2025_03_26): readonly Problem[] {
  try {
    compileText(text, revision);
  } catch (error) {
    if (error instanceof SchemaProblems) return error.problems;
    throw error;
  }
  throw new Error('The schema was accepted');
}

/** Problems as short lines: `1:8  A is declared twice`. */
export function problemLines(text: string, revision = AFTER_2025_03_26): readonly string[] {
  return problemsIn(text, revision).map(({ line, column, message }) => `${line}:${column}  ${message}`);
}
