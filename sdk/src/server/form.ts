import { SchemaError, type JsonSchema } from '../schema/index.js';

/** What a field of a form may be. */
const FIELD_TYPES: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean']);

/**
 * The schema of a form, for `elicitation/create`: an object of texts, numbers, booleans and choices, none inside another
 * (specification: Elicitation, Requested Schema).
 *
 * @throws {SchemaError} if it is no such schema, naming the field.
 */
export function formSchema({ properties = {}, required }: JsonSchema): JsonSchema {
  for (const [name, field] of Object.entries(properties as { readonly [name: string]: JsonSchema })) {
    if (isField(field)) continue;
    const expected = 'a text, a number, a boolean or a choice among texts';
    throw new SchemaError(
      'the schema of a form',
      `/properties/${name}`,
      `expected ${expected}: people fill in one value a field`,
    );
  }
  return { type: 'object', properties, ...(required !== undefined && { required }) };
}

function isField({ type, enum: values, oneOf, items }: JsonSchema): boolean {
  if (type === 'array') return isChoice(items);
  return FIELD_TYPES.has(type) || isChoice({ enum: values, oneOf });
}

function isChoice(schema: unknown): boolean {
  const { enum: values, oneOf, anyOf } = (schema ?? {}) as JsonSchema;
  const choices: unknown = values ?? oneOf ?? anyOf;
  return Array.isArray(choices) && choices.every((choice) => typeof choice === 'string' || isConstant(choice));
}

function isConstant(choice: unknown): boolean {
  return typeof choice === 'object' && choice !== null && typeof (choice as JsonSchema).const === 'string';
}
