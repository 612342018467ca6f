// A value that a JSON Schema allows, with every property that it states. Undefined where none is found.
import { Ajv2020 } from 'ajv/dist/2020.js';

/** Returns what checks values, or nothing for a schema that Ajv cannot compile. */
export function validatorOf({ $schema: _, ...schema }) {
  try {
    return new Ajv2020({ strict: false, validateFormats: false, logger: false }).compile(schema);
  } catch {
    return undefined;
  }
}

/** A value that Ajv accepts, or undefined where none is found. */
export function validSample(schema) {
  const input = sample(schema);
  return validatorOf(schema)?.(input) ? input : undefined;
}

/** @param root the schema that references are resolved in */
export function sample(schema, root = schema, depth = 0) {
  if (depth > 12 || typeof schema !== 'object' || schema === null) return depth > 12 ? undefined : 'any';
  const inner = (part) => sample(part, root, depth + 1);
  if (typeof schema.$ref === 'string') {
    const keys = schema.$ref.replace(/^#\/?/, '').split('/').filter(Boolean);
    return inner(keys.reduce((part, key) => part?.[key], root));
  }
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  for (const members of [schema.anyOf, schema.oneOf]) {
    if (Array.isArray(members)) return members.map(inner).find((value) => value !== undefined);
  }
  if (Array.isArray(schema.allOf)) return Object.assign({}, ...schema.allOf.map(inner));
  const type = Array.isArray(schema.type)
    ? schema.type[0]
    : (schema.type ?? (schema.properties ? 'object' : undefined));
  switch (type) {
    case 'string':
      return 'x'.repeat(Math.min(schema.minLength ?? 1, 100));
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, (schema.exclusiveMinimum ?? 0) + 1);
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'array':
      return Array.from({ length: Math.max(1, schema.minItems ?? 1) }, () => inner(schema.items ?? {})).filter(
        (item) => item !== undefined,
      );
    case 'object': {
      const entries = Object.entries(schema.properties ?? {}).map(([name, part]) => [name, inner(part)]);
      return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
    }
    default:
      return 'any';
  }
}

/** How many values of an argument are made wrong at most. */
const MOST = 20;

/** Returns copies of a value, in each of which one value inside has a wrong type. */
export function mutations(value) {
  const copies = [];
  const visit = (inner, replace) => {
    if (copies.length >= MOST) return;
    if (typeof inner === 'object' && inner !== null) {
      for (const key of Object.keys(inner)) {
        visit(inner[key], (wrong) =>
          replace(Array.isArray(inner) ? inner.with(Number(key), wrong) : { ...inner, [key]: wrong }),
        );
      }
    } else copies.push(replace(typeof inner === 'string' ? 12.5 : 'wrong'));
  };
  visit(value, (copy) => copy);
  return copies;
}
