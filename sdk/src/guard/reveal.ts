import { lazy } from '@mcp-gen/runtime';
import { replaceInvisible } from './hidden.js';
import type { UntrustedText } from './sanitize.js';

/* oxlint-disable no-control-regex -- such characters are what is looked for */

/**
 * Finds text that may need escaping, including a carriage return that does not end a line: on a terminal, later text overwrites earlier
 * text.
 */
const NEEDS_ESCAPE = lazy(
  () =>
    new RegExp(
      String.raw`[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\p{Cs}\p{Cf}\p{Default_Ignorable_Code_Point}]|\\u\{`,
      'u',
    ),
);

/** Characters that are always escaped: controls, line separators, and lone surrogates. */
const ESCAPED = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]|\r(?!\n)/gu;
/* eslint-enable no-control-regex */

/**
 * Returns a JSON value for display, including names of properties. Control characters, direction changes, and invisible characters are
 * escaped, `\u{202e}` for example. In a string with an escape, or with a literal `\u{`, backslashes are doubled, so that the display is
 * unambiguous.
 */
export function reveal(value: unknown): unknown {
  if (typeof value === 'string') return revealText(value);
  if (Array.isArray(value)) return value.map(reveal);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [revealText(name), reveal(item)]));
}

/** Like `reveal`, for a string. */
export function revealText(text: string | UntrustedText): string {
  const raw = text as string;
  if (!NEEDS_ESCAPE().test(raw)) return raw;
  const shown = escapeAll(raw);
  const isPlain = !raw.includes('\\') || (shown === raw && !raw.includes('\\u{'));
  return isPlain ? shown : escapeAll(raw.replaceAll('\\', '\\\\'));
}

function escapeAll(text: string): string {
  return replaceInvisible(text, escapeCharacters, false).replace(ESCAPED, escapeCharacters);
}

function escapeCharacters(characters: string): string {
  return Array.from(characters, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`).join('');
}
