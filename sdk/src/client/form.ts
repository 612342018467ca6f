import { checkFormat, escapeKey, issue, quote, type Issue } from '@mcp-gen/runtime/codegen/v1';
import type { ElicitRequestFormParams, ElicitResult } from '@mcp-gen/protocol/author';

/** The requested schema of a form. */
export type Form = ElicitRequestFormParams['requestedSchema'];

/** The values of a form. */
export type FormContent = NonNullable<ElicitResult['content']>;

/** Returns the initial values of a form. */
export function formDefaults({ properties }: Form): FormContent {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, field]) =>
      field.default === undefined ? [] : [[name, field.default] as const],
    ),
  );
}

/** Returns only the requested properties, because the server must not receive others. */
export function onlyRequested({ properties }: Form, content: FormContent): FormContent {
  return Object.fromEntries(Object.entries(content).filter(([name]) => Object.hasOwn(properties, name)));
}

/** Checks the formats of strings, which JSON Schema treats as annotations. */
export function checkFormats({ properties }: Form, content: FormContent): readonly Issue[] {
  return Object.entries(content).flatMap(([name, value]) => {
    const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (typeof value !== 'string' || field === undefined || !('format' in field)) return [];
    const { format = '' } = field;
    if (FORMATS.get(format)?.(value) !== false) return [];
    return [issue(`/${escapeKey(name)}`, `string in the format ${format}`, quote(value))];
  });
}

/** Other formats are not checked. */
const FORMATS: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['email', (text) => /^[^\s@]+@[^\s@]+$/.test(text)],
  ['uri', (text) => checkFormat('uri', text, '') === undefined],
  ['date', isDate],
  ['date-time', isDateTime],
]);

function isDateTime(text: string): boolean {
  const [, date = ''] = /^(.{10})[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/.exec(text) ?? [];
  return isDate(date) && !Number.isNaN(Date.parse(text));
}

/** Returns whether a string is a calendar date. `Date` alone would accept February 30 as another day. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.valueOf()) && date.toISOString().startsWith(text);
}
