import { CONTROLS, DIRECTIONS, ESCAPES, SELECTORS, SUSPECT, TAGS } from './hidden.js';

/**
 * A text without control characters (but tabs and line breaks), escape sequences of terminals, changes of direction, and
 * invisible tags. Other text is left as it is: all scripts, emoji, joiners, and marks of direction.
 */
export function sanitizeText(text: string): string {
  if (!SUSPECT.test(text)) return text;
  return text
    .replace(ESCAPES, '')
    .replace(CONTROLS, '')
    .replace(DIRECTIONS, '')
    .replace(TAGS, (_, flag: string | undefined) => flag ?? '')
    .replace(SELECTORS, '$1');
}

/**
 * The default sanitiser of what tools, prompts and resources give out: {@link sanitizeText} for every text in a JSON
 * value, but for the names of properties. What needs no change stays the object that it was.
 */
export function sanitize<Value>(value: Value): Value {
  return clean(value) as Value;
}

function clean(value: unknown): unknown {
  if (typeof value === 'string') return sanitizeText(value);
  if (typeof value !== 'object' || value === null) return value;
  const given = value as { readonly [key: string]: unknown };
  let copy: { [key: string]: unknown } | undefined;
  for (const key of Object.keys(given)) {
    const cleaned = clean(given[key]);
    if (cleaned === given[key]) continue;
    copy ??= (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as { [key: string]: unknown };
    copy[key] = cleaned;
  }
  return copy ?? value;
}
