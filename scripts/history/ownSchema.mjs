// The JSON Schema that the guards of a version are compared with.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deriveJsonSchema } from '../../dist/json-schema/deriveJsonSchema.js';
import { definitionsOf } from '../../dist/model/fingerprints.js';
import { officialForm } from '../../dist/pull/officialForm.js';
import { withoutKeywords } from './samples.mjs';

/** Keywords that say nothing about values. */
const ANNOTATIONS = new Set(['$comment', 'default', 'deprecated', 'examples']);

/**
 * Returns the JSON Schema of a version as text: its schema.json, with the definitions derived from the schema.ts where that differs or has none.
 *
 * @param version its folder, and the definitions that its schema.json has otherwise: `differing` is undefined if it cannot be read
 * @param protocol the compiled version
 */
export async function ownSchema({ path, differing }, { source, dialect }) {
  const derived = JSON.parse(deriveJsonSchema(source, dialect));
  if (differing === undefined) return JSON.stringify(derived);
  const official = JSON.parse(readFileSync(join(path, 'schema.json'), 'utf8'));
  const script = readFileSync(join(path, 'schema.ts'), 'utf8');
  const names = source.types.map(({ name }) => name);
  const own = definitionsOf(await officialForm(official, names, [script]));
  const definitions = Object.entries(definitionsOf(derived)).map(([name, definition]) => {
    return [name, name in own && !differing.includes(name) ? own[name] : definition];
  });
  const keyword = '$defs' in official ? '$defs' : 'definitions';
  // References of both go to the same place.
  const prefix = `"#/${'$defs' in derived ? '$defs' : 'definitions'}/`;
  return JSON.stringify({ [keyword]: withoutKeywords(Object.fromEntries(definitions), ANNOTATIONS) }).replaceAll(
    prefix,
    `"#/${keyword}/`,
  );
}
