/** What the generator makes of the text of a schema. */

import { emitProtocols } from './emitProtocols.js';
import { deriveJsonSchema } from '../../generator/json-schema/deriveJsonSchema.js';
import { buildProtocol } from '../../generator/model/buildProtocol.js';
import { checkProtocol } from '../../generator/model/checkProtocol.js';
import { definitionsOf } from '../../generator/model/fingerprints.js';
import type { Protocol } from '../../generator/model/protocol.js';
import { SchemaProblems, type Problem } from '../../generator/problems.js';
import { readTypeScript } from '../../generator/read/readTypeScript.js';
import { TABLES } from './tables.js';

/** A revision without facts of its own, which takes over those of 2025-03-26. */
const AFTER_2025_03_26 = '2025-03-27';

/**
 * What is made of the last text of each revision: dozens of tests compile the schemas of this project, and some compile one
 * text several times, once a target.
 */
const compiled = new Map<string, { readonly text: string; readonly protocol: Protocol }>();

/** The protocol model of a schema text. @throws {SchemaProblems} */
export function compileText(text: string, revision = AFTER_2025_03_26): Protocol {
  const known = compiled.get(revision);
  if (known?.text === text) return known.protocol;
  const declarations = readTypeScript(text, 'schema.ts');
  const protocol = buildProtocol(declarations, revision, TABLES);
  checkProtocol(protocol, declarations, 'schema.ts');
  compiled.set(revision, { text, protocol });
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
