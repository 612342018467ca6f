import { builtin } from '../builtin.js';
import { escapeKey } from '@mcp-gen/runtime/codegen/v1';
import { redact, reveal } from '../guard/index.js';
import { ConsentDeniedError } from './hostErrors.js';

/** A string of a question that is too long to be shown in full. The question shows its beginning and its length. */
export interface AbbreviatedText {
  /** Its location, as a JSON Pointer: `/content`. */
  readonly pointer: string;
  /** Its length in characters. */
  readonly characters: number;
  /** The SHA-256 of the whole string in UTF-8, as `full` returns it, in hexadecimal. */
  readonly sha256: string;
}

/** A value in the form that is shown to a user. */
export interface ConsentValue {
  /** The value, with long strings abbreviated. */
  readonly value: unknown;
  readonly abbreviated: readonly AbbreviatedText[];
  /** Returns the value without abbreviations. */
  readonly full: () => unknown;
}

/** Maximum characters of a string that is shown in full, and the shown characters of a longer one. */
const MAX_LENGTH = 10_000;
const ABBREVIATED_LENGTH = 5_000;

/** Limits of what a question can show: nesting depth, number of values, and characters of all strings. */
const MAX_DEPTH = 64;
const MAX_VALUES = 10_000;
const MAX_CHARACTERS = 8 * 1024 * 1024;

/**
 * Converts a JSON value for display in a question: complete, with invisible characters escaped, and nothing redacted.
 *
 * @param what names the value in the error: `the arguments of files__write`
 * @throws {ConsentDeniedError} if it is too deep or too large to be shown completely.
 */
export function consentValue(value: unknown, what: string): ConsentValue {
  checkSize(value, what);
  const all = reveal(value);
  // Escaping makes strings longer, so the size is checked again.
  checkSize(all, what);
  const abbreviated: AbbreviatedText[] = [];
  return { value: abbreviate(all, '', abbreviated), abbreviated, full: () => all };
}

/** Returns a copy of a value for records, with recognizable secrets and invisible characters removed. */
export function redactForRecord(value: unknown): unknown {
  return reveal(redact(value));
}

function checkSize(value: unknown, what: string): void {
  let values = 0;
  let characters = 0;
  const refuse = (limit: string): never => {
    throw new ConsentDeniedError(
      `Consent was not requested, since ${what} cannot be shown completely: the limit is ${limit}. Send less, or in parts`,
    );
  };
  const count = (text: string): void => {
    characters += text.length;
    if (characters > MAX_CHARACTERS) refuse(`${MAX_CHARACTERS} characters`);
  };
  const look = (item: unknown, depth: number): void => {
    if (++values > MAX_VALUES) refuse(`${MAX_VALUES} values`);
    if (typeof item === 'string') count(item);
    if (typeof item !== 'object' || item === null) return;
    if (depth === MAX_DEPTH) refuse(`${MAX_DEPTH} levels`);
    for (const [name, inside] of Object.entries(item)) {
      if (!Array.isArray(item)) count(name);
      look(inside, depth + 1);
    }
  };
  look(value, 0);
}

function abbreviate(value: unknown, pointer: string, abbreviated: AbbreviatedText[]): unknown {
  if (typeof value === 'string') return value.length <= MAX_LENGTH ? value : beginningOf(value, pointer, abbreviated);
  if (Array.isArray(value)) return value.map((item, index) => abbreviate(item, `${pointer}/${index}`, abbreviated));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, abbreviate(item, `${pointer}/${escapeKey(name)}`, abbreviated)]),
  );
}

function beginningOf(text: string, pointer: string, abbreviated: AbbreviatedText[]): string {
  const sha256 = builtin('node:crypto').createHash('sha256').update(text).digest('hex');
  abbreviated.push({ pointer, characters: text.length, sha256 });
  const isCutInside = /[\ud800-\udbff]/.test(text.charAt(ABBREVIATED_LENGTH - 1));
  const beginning = text.slice(0, isCutInside ? ABBREVIATED_LENGTH - 1 : ABBREVIATED_LENGTH);
  return `${beginning}… [abbreviated: ${beginning.length} of ${text.length} characters, SHA-256 of all: ${sha256}]`;
}
