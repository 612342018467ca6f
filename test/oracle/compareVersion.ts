/** Compares the generated code of any version of a schema with its JSON Schema. */

import type { Guard } from '@mcp-gen/runtime/codegen/v1';
import type { Protocol } from '../../generator/model/protocol.js';
import type { Schema } from '../support/samples.js';
import type { SchemaDefinitions } from '../support/schemaDefinitions.js';
import { compare, type Subject } from './compare.js';
import { patchedDefinitions } from './patchSchema.js';
import { untaggedUnions } from './unions.js';

/** The generated code of a version: the exports of its `index.ts` and `explain.ts`. */
export type VersionCode = { readonly [name: string]: unknown } & Pick<Subject, 'explain'>;

/**
 * Returns the values about which the guards, the explanations, and Ajv disagree, in words, twenty at most.
 *
 * @param schema the text of the JSON Schema
 * @param checks the number of values
 */
export function compareVersion(
  code: VersionCode,
  protocol: Protocol,
  schema: string,
  checks: number,
): readonly string[] {
  const names = protocol.definitions.types.map(({ name }) => name);
  const guards = Object.fromEntries(names.map((name) => [name, code[`is${name}`] as Guard]));
  const definitions = withoutNever(patchedDefinitions(schema, guards, protocol.errata), protocol);
  const untagged = new Map(untaggedUnions(protocol).map(([definition, place, , tag]) => [definition + place, tag]));
  const compared = Object.keys(definitions).filter((name) => guards[name] !== undefined);
  return compare({ definitions, guards, explain: code.explain, untagged }, checks, 1, compared).disagreements;
}

/** Forbids properties of type `never`, which the JSON Schema leaves out. */
function withoutNever(schemas: SchemaDefinitions, { definitions }: Protocol): SchemaDefinitions {
  const forbidden = definitions.types.flatMap((declaration): [string, Schema][] => {
    const schema = schemas[declaration.name];
    if (declaration.kind !== 'interface' || schema === undefined) return [];
    const never = definitions
      .propertiesOf(declaration)
      .filter(({ type }) => type.kind === 'primitive' && type.name === 'never');
    const properties = Object.fromEntries(never.map(({ name }) => [name, false]));
    const own = schema['properties'] as object | undefined;
    return never.length === 0 ? [] : [[declaration.name, { ...schema, properties: { ...own, ...properties } }]];
  });
  return { ...schemas, ...Object.fromEntries(forbidden) };
}
