import { escapeKey } from '@mcp-gen/runtime/codegen/v1';

type Json = { readonly [key: string]: unknown };

/** Lists where two JSON values differ: `/params/name: expected "a", got "b"`. The order of properties is ignored. */
export function differences(expected: unknown, actual: unknown, pointer = ''): readonly string[] {
  if (isComposite(expected) && isComposite(actual) && Array.isArray(expected) === Array.isArray(actual)) {
    const keys = new Set([...Object.keys(expected), ...Object.keys(actual)]);
    return [...keys].flatMap((key) => differences(expected[key], actual[key], `${pointer}/${escapeKey(key)}`));
  }
  if (expected === actual) return [];
  return [`${pointer}: expected ${shown(expected)}, got ${shown(actual)}`];
}

/** Formats a value on one line, truncated. */
export function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}...` : text;
}

const MAX_LENGTH = 300;

function isComposite(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}
