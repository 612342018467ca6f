/** Compares the generated code of any version of a schema with its JSON Schema. */

import type { Guard } from '@mcp-gen/runtime/codegen/v1';
import type { PrimitiveName, TypeNode } from '../../generator/model/declarations.js';
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
  const definitions = withLost(patchedDefinitions(schema, guards, protocol.errata), protocol);
  const untagged = new Map(untaggedUnions(protocol).map(([definition, place, , tag]) => [definition + place, tag]));
  const compared = Object.keys(definitions).filter((name) => guards[name] !== undefined);
  return compare({ definitions, guards, explain: code.explain, untagged }, checks, 1, compared).disagreements;
}

/**
 * Adds what the JSON Schema leaves out: null in the types of properties of interfaces, and that what has the type `never` is absent, as a property or
 * as a value of a map with a name.
 */
function withLost(schemas: SchemaDefinitions, { definitions }: Protocol): SchemaDefinitions {
  const corrected = definitions.types.flatMap((declaration): [string, Schema][] => {
    const schema = schemas[declaration.name];
    if (schema === undefined) return [];
    if (declaration.kind === 'alias') {
      const { type } = declaration;
      const isEmpty = type.kind === 'object' && type.index !== undefined && isPrimitive(type.index, 'never');
      return isEmpty ? [[declaration.name, { ...schema, additionalProperties: false }]] : [];
    }
    const own = (schema['properties'] ?? {}) as { readonly [name: string]: Schema };
    const lost = definitions.propertiesOf(declaration).flatMap(({ name, type }): [string, Schema | false][] => {
      if (isPrimitive(type, 'never')) return [[name, false]];
      const isNullable = type.kind === 'union' && type.members.some((member) => isPrimitive(member, 'null'));
      return isNullable ? [[name, { anyOf: [own[name] ?? {}, { type: 'null' }] }]] : [];
    });
    return lost.length === 0
      ? []
      : [[declaration.name, { ...schema, properties: { ...own, ...Object.fromEntries(lost) } }]];
  });
  return { ...schemas, ...Object.fromEntries(corrected) };
}

function isPrimitive(type: TypeNode, name: PrimitiveName): boolean {
  return type.kind === 'primitive' && type.name === name;
}
