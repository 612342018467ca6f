// Finds versions with equal structure. Most commits of the specification change prose alone, and need not be judged again.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withoutProse } from '../../dist/adopt/carryProse.js';
import { deriveDefinitions } from '../../dist/json-schema/deriveJsonSchema.js';
import { officialForm } from '../../dist/pull/officialForm.js';
import { definitionsOf, fingerprintsOf } from '../../dist/model/fingerprints.js';
import { SchemaProblems } from '../../dist/problems.js';
import { loadProtocol } from '../../dist/protocols.js';
import { compareDefinitions, isContradiction } from '../../dist/pull/compareDefinitions.js';
import { sha256 } from '../../dist/sha256.js';
import { Results } from './results.mjs';

/**
 * Writes the files of a version, derives its JSON Schema, and compares that with its schema.json.
 *
 * @param folder the folder for `<version>/schema.ts` and `<version>/schema.json`
 * @param results those of earlier runs, which have what was derived. Default: there are none
 * @returns the version with `path`, its folder, instead of its texts; `structure`, a digest that is equal for versions after the same release
 *   that differ in prose alone; and `differing`, the definitions that differ from the schema.json, which is undefined if there is nothing to compare
 */
export async function extract({ script, json, ...version }, folder, results = new Results()) {
  const path = join(folder, version.name);
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, 'schema.ts'), script);
  if (json !== undefined) writeFileSync(join(path, 'schema.json'), json);
  const text = sha256(JSON.stringify([version.after, script, json]));
  let derived = results.derivedFrom(text);
  if (derived === undefined) {
    derived = await derive({ script, json, ...version }, path);
    results.addDerived(text, derived);
  }
  return { ...version, path, ...derived };
}

/** Returns what is derived from the texts of a version. */
async function derive({ name, after, script, json }, path) {
  const definitions = await definitionsAt(join(path, 'schema.ts'), name);
  // The structure of a version that cannot be read is its text.
  const structure = definitions ? fingerprintsIn(definitions, '2020-12') : withoutProse(script);
  return {
    structure: sha256(JSON.stringify([after, structure])),
    differing: definitions && json !== undefined ? await differingDefinitions(definitions, script, json) : undefined,
  };
}

/** Returns the versions, each with `equals`: the name of the first version with its structure; undefined if it is that. */
export function groupEqual(versions) {
  const first = new Map();
  return versions.map((version) => {
    const { name, structure } = version;
    const equals = first.get(structure);
    if (equals === undefined) first.set(structure, name);
    return { ...version, equals };
  });
}

/** Returns the definitions of a schema.ts; undefined if it is not a complete schema. */
async function definitionsAt(path, revision) {
  try {
    return (await loadProtocol(path, revision)).source;
  } catch (error) {
    if (error instanceof SchemaProblems) return undefined;
    throw error;
  }
}

/** Returns the definitions in which a schema.json contradicts the derived schema, as `adopt` sees it; undefined if it cannot be read. */
async function differingDefinitions(definitions, script, json) {
  let official;
  try {
    official = JSON.parse(json);
    definitionsOf(official);
  } catch {
    return undefined;
  }
  const dialect = String(official.$schema).includes('2020-12') ? '2020-12' : 'draft-07';
  const derived = { definitions: Object.fromEntries(deriveDefinitions(definitions, dialect)) };
  const form = await officialForm(official, Object.keys(derived.definitions), [script]);
  const contradictions = compareDefinitions(derived, form).filter(isContradiction);
  return contradictions.map(({ definition }) => definition);
}

function fingerprintsIn(definitions, dialect) {
  return fingerprintsOf({ definitions: Object.fromEntries(deriveDefinitions(definitions, dialect)) });
}
