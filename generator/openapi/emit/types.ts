/** Prints JSON Schemas as types of TypeScript. What a type cannot express is wider, never wrong. */

import { code, Code, concat, docComment, identifier, literal, propertyKey } from '../../print/code.js';
import { arrayOf, isObject, objectOf, textOf, type JsonObject } from '../../jsonValues.js';

/** Returns the name of the type of a definition. */
export type NameOf = (definition: string) => string;

const UNKNOWN = new Code('unknown');
const NULL = new Code('null');

/** Returns the type of the values of a schema. */
export function typeOf(schema: unknown, nameOf: NameOf): Code {
  if (schema === false) return new Code('never');
  if (!isObject(schema)) return UNKNOWN;
  const reference = definitionOf(schema);
  if (reference !== undefined) return identifier(nameOf(reference));
  const parts = [
    valuesOf(schema) ?? typedOf(schema, nameOf),
    unionOf(schema['anyOf'], nameOf),
    unionOf(schema['oneOf'], nameOf),
    ...arrayOf(schema['allOf']).map((each) => typeOf(each, nameOf)),
  ].filter((part): part is Code => part !== undefined && part.text !== 'unknown');
  return join(parts, ' & ') ?? UNKNOWN;
}

/** Returns whether a type can be declared as an interface: an object with properties, and nothing else. */
export function isPlainObject(schema: unknown): boolean {
  const { type, properties, anyOf, oneOf, allOf, enum: values, $ref } = objectOf(schema);
  const hasProperties = isObject(properties) && Object.keys(properties).length > 0;
  return type === 'object' && hasProperties && [anyOf, oneOf, allOf, values, $ref].every((each) => each === undefined);
}

/** Returns the name of the definition that a schema refers to. */
export function definitionOf(schema: JsonObject): string | undefined {
  return textOf(schema['$ref'])?.slice('#/$defs/'.length);
}

function valuesOf(schema: JsonObject): Code | undefined {
  const values = 'const' in schema ? [schema['const']] : schema['enum'];
  if (!Array.isArray(values)) return undefined;
  const isPlain = values.every((value) => value === null || ['string', 'number', 'boolean'].includes(typeof value));
  return isPlain
    ? join(
        values.map((value) => (value === null ? NULL : literal(value as string))),
        ' | ',
      )
    : undefined;
}

function typedOf(schema: JsonObject, nameOf: NameOf): Code | undefined {
  const { type } = schema;
  if (type === undefined) return undefined;
  const types = (Array.isArray(type) ? type : [type]) as readonly string[];
  return join(
    types.map((each) => ofType(each, schema, nameOf)),
    ' | ',
  );
}

function ofType(type: string, schema: JsonObject, nameOf: NameOf): Code {
  switch (type) {
    case 'integer':
      return new Code('number');
    case 'array':
      return 'prefixItems' in schema ? new Code('unknown[]') : code`${grouped(typeOf(schema['items'], nameOf))}[]`;
    case 'object':
      return objectType(schema, nameOf);
    case 'null':
      return NULL;
    default:
      return new Code(['string', 'number', 'boolean'].includes(type) ? type : 'unknown');
  }
}

/** Returns the type of an object, with its properties. */
export function objectType(schema: JsonObject, nameOf: NameOf): Code {
  const { properties, additionalProperties: others } = schema;
  const required = new Set(arrayOf(schema['required']));
  if (isObject(properties) && Object.keys(properties).length > 0) {
    const members = Object.entries(properties).map(([name, each]) => {
      const comment = docComment(textOf(objectOf(each)['description']) ?? '');
      const mark = new Code(required.has(name) ? '' : '?');
      return code`${comment}${propertyKey(name)}${mark}: ${typeOf(each, nameOf)};`;
    });
    return code`{\n${concat(members, '\n')}\n}`;
  }
  if (others === false) return new Code('Record<string, never>');
  return code`{ [name: string]: ${isObject(others) ? typeOf(others, nameOf) : UNKNOWN} }`;
}

function unionOf(list: unknown, nameOf: NameOf): Code | undefined {
  if (!Array.isArray(list)) return undefined;
  const types = list.map((each) => typeOf(each, nameOf));
  return types.some(({ text }) => text === 'unknown') ? UNKNOWN : join(types, ' | ');
}

/** Joins types; a type that occurs twice is written once. Undefined without types. */
function join(types: readonly Code[], separator: ' | ' | ' & '): Code | undefined {
  const distinct = [...new Map(types.map((type) => [type.text, type])).values()];
  if (distinct.length === 0) return undefined;
  return distinct.length === 1 ? distinct[0] : concat(distinct.map(grouped), separator);
}

/** Returns a type in parentheses, if an operator beside it could change its meaning. */
function grouped(type: Code): Code {
  return /^[\w$]+(\[\])*$|^"(?:[^"\\]|\\.)*"$/.test(type.text) ? type : code`(${type})`;
}
