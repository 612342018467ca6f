/** A form at the terminal: each field is asked for until the answer has the type that the server requests. */

import { plainLine, type FormRequest } from '@mcp-gen/sdk/host';

type Fields = FormRequest['requestedSchema']['properties'];
type Field = Fields[string];
type Value = string | number | boolean | string[];

/** Asks the person, and returns the line, or undefined at the end of the input. */
export type Ask = (question: string) => Promise<string | undefined>;

/** Returns what the person has filled in, or undefined at the end of the input. Fields that are not required may be left empty. */
export async function fillIn(
  { properties, required = [] }: FormRequest['requestedSchema'],
  ask: Ask,
): Promise<{ [name: string]: Value } | undefined> {
  const content: { [name: string]: Value } = {};
  for (const [name, field] of Object.entries(properties)) {
    const question = `  ${plainLine(field.title ?? name)}${hint(field)}: `;
    for (;;) {
      const line = (await ask(question))?.trim();
      if (line === undefined) return undefined;
      const value = line === '' ? field.default : read(field, line);
      if (value !== undefined) content[name] = value;
      if (value !== undefined || (line === '' && !required.includes(name))) break;
    }
  }
  return content;
}

/** A choice of a field, and what the person sees of it. */
interface Choice {
  readonly value: string;
  readonly title: string;
}

/** Returns the choices of a field, if it has any. */
function choicesOf(field: Field): readonly Choice[] | undefined {
  const { items } = field as { items?: Field };
  if (items !== undefined) return choicesOf(items);
  if ('enum' in field) {
    const titles = 'enumNames' in field ? field.enumNames : undefined;
    return field.enum.map((value, index) => ({ value, title: titles?.[index] ?? value }));
  }
  const titled = field as { oneOf?: { const: string; title: string }[]; anyOf?: { const: string; title: string }[] };
  return (titled.oneOf ?? titled.anyOf)?.map(({ const: value, title }) => ({ value, title }));
}

function hint(field: Field): string {
  const choices = choicesOf(field)?.map(({ title }, index) => `${index + 1} ${plainLine(title)}`);
  const kind = { string: '', number: 'a number', integer: 'a whole number', boolean: 'y/n', array: 'any of' }[
    field.type
  ];
  const text = [kind, choices?.join(', ')].filter((part) => part !== undefined && part !== '').join(' ');
  return text === '' ? '' : ` (${text})`;
}

/** Reads a line as a value of a field. Returns undefined if it is none. */
function read(field: Field, line: string): Value | undefined {
  const choices = choicesOf(field);
  switch (field.type) {
    case 'boolean':
      return { y: true, n: false }[line];
    case 'number':
    case 'integer':
      return isNumber(field.type, Number(line)) ? Number(line) : undefined;
    case 'array': {
      const chosen = line.split(',').map((part) => choose(choices ?? [], part.trim()));
      return chosen.every((value) => value !== undefined) ? chosen : undefined;
    }
    case 'string':
      return choices === undefined ? line : choose(choices, line);
  }
}

function isNumber(type: 'number' | 'integer', value: number): boolean {
  return type === 'integer' ? Number.isInteger(value) : Number.isFinite(value);
}

/** A choice is named by its number, its title, or its value. */
function choose(choices: readonly Choice[], text: string): string | undefined {
  const found = choices.find(({ value, title }, index) => [String(index + 1), title, value].includes(text));
  return found?.value;
}
