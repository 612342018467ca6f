import { SchemaError, type JsonSchema } from '../schema/index.js';

/** The types of form fields. */
const FIELD_TYPES: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean']);

/**
 * Converts a schema to the schema of a form, for `elicitation/create`: a flat object of strings, numbers, booleans, and enums
 * (specification: Elicitation, Requested Schema).
 *
 * @throws {SchemaError} if the schema is not a valid form. The message names the field.
 */
export function formSchema({ properties = {}, required }: JsonSchema): JsonSchema {
  const fields = Object.entries(properties as { readonly [name: string]: JsonSchema }).map(([name, stated]) => {
    const field = fieldOf(stated);
    if (field !== undefined) return [name, field];
    const expected = 'a string, a number, a boolean, or an enum of strings';
    throw new SchemaError('the schema of a form', `/properties/${name}`, `expected ${expected}, since forms are flat`);
  });
  return {
    type: 'object',
    properties: Object.fromEntries(fields) as JsonSchema,
    ...(required !== undefined && { required }),
  };
}

/** Converts the schema of a field, as a schema library writes it, to the form of the protocol. */
function fieldOf(field: JsonSchema): JsonSchema | undefined {
  const { type, items } = field;
  if (type === 'array') {
    const choice = choiceOf((items ?? {}) as JsonSchema, 'anyOf');
    return choice && { ...field, items: choice };
  }
  return choiceOf(field, 'oneOf') ?? (FIELD_TYPES.has(type) ? field : undefined);
}

/** Converts an enum of strings, to `keyword` if all values have titles. */
function choiceOf(field: JsonSchema, keyword: 'oneOf' | 'anyOf'): JsonSchema | undefined {
  const { const: only, enum: values = only === undefined ? undefined : [only], oneOf, anyOf, ...others } = field;
  const text = { ...others, type: 'string' };
  if (isListOf(values, isText)) return { ...text, enum: values };
  const choices = oneOf ?? anyOf;
  if (!isListOf(choices, isConstant)) return undefined;
  const isTitled = choices.every(({ title }) => isText(title));
  return isTitled ? { ...text, [keyword]: choices } : { ...text, enum: choices.map(({ const: value }) => value) };
}

function isListOf<Item>(value: unknown, is: (item: unknown) => item is Item): value is readonly Item[] {
  return Array.isArray(value) && value.every(is);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isConstant(choice: unknown): choice is { readonly const: string; readonly title?: unknown } {
  return typeof choice === 'object' && choice !== null && isText((choice as JsonSchema)['const']);
}
