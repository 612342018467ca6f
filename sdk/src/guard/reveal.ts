import { replaceInvisible } from './hidden.js';
import type { PeerText } from './peerText.js';

/* oxlint-disable no-control-regex -- such characters are what is looked for */

/** What may have to be spelled out, a carriage return that ends no line included: a terminal lets what follows cover what was before. */
const UNCLEAR = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\p{Cs}\p{Cf}\p{Default_Ignorable_Code_Point}]|\\u\{/u;

/** What is spelled out wherever it stands: controls, separators of lines, and halves of characters. */
const SPELLED = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\p{Cs}]|\r(?!\n)/gu;
/* eslint-enable no-control-regex */

/**
 * A JSON value as a person may see it, names of properties included. What would be obeyed and not seen (control characters, changes of
 * direction, invisible characters) is spelled out, `\u{202e}` for example. In a text that has something spelled out, or `\u{` itself,
 * backslashes are doubled. So what is shown stands for one text only.
 */
export function reveal(value: unknown): unknown {
  if (typeof value === 'string') return revealText(value);
  if (Array.isArray(value)) return value.map(reveal);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [revealText(name), reveal(item)]));
}

/** As `reveal`, of a text. */
export function revealText(text: string | PeerText): string {
  const raw = text as string;
  if (!UNCLEAR.test(raw)) return raw;
  const shown = spelledOut(raw);
  const isPlain = !raw.includes('\\') || (shown === raw && !raw.includes('\\u{'));
  return isPlain ? shown : spelledOut(raw.replaceAll('\\', '\\\\'));
}

function spelledOut(text: string): string {
  return replaceInvisible(text, spelled, false).replace(SPELLED, spelled);
}

function spelled(characters: string): string {
  return Array.from(characters, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`).join('');
}
