import { CONTROLS, DIRECTIONS, SELECTORS, SUSPECT, TAGS } from './hidden.js';

/** A carriage return that ends no line: on a terminal, what follows it covers what was before it. */
const LONE_RETURN = /\r(?!\n)/g;

/**
 * A JSON value as a person may see it, names of properties included: what would be obeyed and not seen (control characters, changes of
 * direction, tags) is spelled out, `\u{202e}` for example, so that nothing is hidden and nothing missing.
 */
export function reveal(value: unknown): unknown {
  if (typeof value === 'string') return revealText(value);
  if (Array.isArray(value)) return value.map(reveal);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [revealText(name), reveal(item)]));
}

function revealText(text: string): string {
  if (!SUSPECT.test(text) && !text.includes('\r')) return text;
  return text
    .replace(CONTROLS, spelled)
    .replace(LONE_RETURN, spelled)
    .replace(DIRECTIONS, spelled)
    .replace(TAGS, (tag, flag: string | undefined) => flag ?? spelled(tag))
    .replace(SELECTORS, (all, first: string) => first + spelled(all.slice(first.length)));
}

function spelled(characters: string): string {
  return Array.from(characters, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`).join('');
}
