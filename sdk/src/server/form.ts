import { SchemaError, type JsonSchema } from '../schema/index.js';

/** What a field of a form may be. */
const FIELD_TYPES: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean']);

/**
 * The schema of a form, for `elicitation/create`: an object of texts, numbers, booleans and choices, none inside another
 * (specification: Elicitation, Requested Schema).
 *
 * @throws {SchemaError} if it is not such a schema, naming the field.
 */
export function formSchema({ properties = {}, required }: JsonSchema): JsonSchema {
  const fields = Object.entries(properties as { readonly [name: string]: JsonSchema }).map(([name, stated]) => {
    const field = fieldOf(stated);
    if (field !== undefined) return [name, field];
    const expected = 'a text, a number, a boolean or a choice among texts';
    throw new SchemaError(
      'the schema of a form',
      `/properties/${name}`,
      `expected ${expected}: people fill in one value a field`,
    );
  });
  return {
    type: 'object',
    properties: Object.fromEntries(fields) as JsonSchema,
    ...(required !== undefined && { required }),
  };
}

/** A field as forms state it, of what a schema library states it by. */
function fieldOf(field: JsonSchema): JsonSchema | undefined {
  const { type, items } = field;
  if (type === 'array') {
    const choice = choiceOf((items ?? {}) as JsonSchema, 'anyOf');
    return choice && { ...field, items: choice };
  }
  return choiceOf(field, 'oneOf') ?? (FIELD_TYPES.has(type) ? field : undefined);
}

/** A choice among texts, by `keyword` if all of them have titles. */
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
