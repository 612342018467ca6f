/**
 * Types of the protocol that others make. Where one definition refers to another, both refer to the generated type of
 * that name: so a difference shows in the definition that has it, and not in all that use it. As the other definition is
 * compared itself, nothing is taken on trust.
 */

import { compile, type JSONSchema } from 'json-schema-to-typescript';
import ts from 'typescript';
import { withoutProse } from '../../generator/model/fingerprints.js';
import type { Counterpart } from './compareTypes.js';
import { rewrite } from './rewrite.js';

const IMPORT = `import type * as Ours from './ours.js';\n`;

/** The types that json-schema-to-typescript makes of the definitions of a JSON Schema. */
export async function typesOfJsonSchema(definitions: { readonly [name: string]: unknown }): Promise<Counterpart> {
  const schemas = Object.entries(definitions).map(([name, schema]) => [name, referToOurs(withoutProse(schema))]);
  const schema = { type: 'object', properties: Object.fromEntries(schemas), required: Object.keys(definitions) };
  const text = await compile(schema as JSONSchema, 'Definitions', {
    additionalProperties: false,
    bannerComment: '',
    format: false,
    ignoreMinAndMaxItems: true,
  });
  return { text: IMPORT + text, refer: (definition) => `Theirs.Definitions['${definition}']` };
}

/** `tsType` is that package's keyword for a type that is known already. */
function referToOurs(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(referToOurs);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref: reference } = schema as { readonly $ref?: unknown };
  if (typeof reference === 'string') return { tsType: reference.replace(/^.*\//, 'Ours.') };
  return Object.fromEntries(Object.entries(schema).map(([keyword, value]) => [keyword, referToOurs(value)]));
}

/** The types of a module that exports one for each definition. */
export function typesOfModule(text: string, definitions: readonly string[]): Counterpart {
  const isDefinition = (name: ts.Node): name is ts.Identifier =>
    ts.isIdentifier(name) && definitions.includes(name.text);
  const ours = ts.factory.createIdentifier('Ours');
  const referring = rewrite(text, (node) => {
    if (ts.isTypeReferenceNode(node) && isDefinition(node.typeName)) {
      return ts.factory.createTypeReferenceNode(ts.factory.createQualifiedName(ours, node.typeName));
    }
    if (ts.isExpressionWithTypeArguments(node) && isDefinition(node.expression)) {
      const base = ts.factory.createPropertyAccessExpression(ours, node.expression);
      return ts.factory.createExpressionWithTypeArguments(base, undefined);
    }
    return undefined;
  });
  return { text: IMPORT + referring, refer: (definition) => `Theirs.${definition}` };
}
