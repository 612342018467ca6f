import type { Operator } from './parseTemplate.js';

/**
 * Values that can be allowed in addition: in `{+a}`, `{#a}`, and `{/a*}` to relative paths, in other variables to parts of a segment:
 *
 * - `absolute`: a path that begins with a slash, a backslash, or a drive letter (`C:`)
 * - `backslashes`: a path with backslashes, which separate folders on Windows
 * - `controls`: text with control characters, such as line breaks
 * - `slashes`: relative paths as values of `{a}`, `{.a}`, `{/a}`, and `{;a}`, whose slashes are encoded in the URI (`%2F`)
 */
export type AllowedValue = 'absolute' | 'backslashes' | 'controls' | 'slashes';

/** All values of {@link AllowedValue}. */
export const ALLOWED_VALUES: readonly AllowedValue[] = ['absolute', 'backslashes', 'controls', 'slashes'];

const REFUSED_PATTERNS = {
  absolute: /^(?:[/\\]|[A-Za-z]:)/,
  backslashes: /\\/,
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  controls: /[\x00-\x1f\x7f-\x9f]/,
} as const;

const REFUSED = Object.keys(REFUSED_PATTERNS) as (keyof typeof REFUSED_PATTERNS)[];

const FREE_TEXT = new Set<Operator>(['?', '&']);

/** A variable of a template whose value is refused. */
export interface RefusedValue {
  readonly variable: string;
  /** The value of `allow` that accepts it; undefined if none does. */
  readonly needs: AllowedValue | undefined;
}

/**
 * Returns why a template refuses the decoded value of a variable: a string, or all items of an array. Undefined if it accepts the value.
 */
export function refusalOf(
  value: readonly string[],
  { name, operator, explode }: { readonly name: string; readonly operator: Operator; readonly explode: boolean },
  allowed: readonly AllowedValue[],
): RefusedValue | undefined {
  if (value.some((item) => item.includes('\0'))) return { variable: name, needs: undefined };
  if (FREE_TEXT.has(operator)) return undefined;
  if (value.some(hasDots)) return { variable: name, needs: undefined };
  const isList = operator === '/' && explode;
  const isPath = operator === '+' || operator === '#' || isList;
  if (!isPath && !value.some((item) => item.includes('/'))) return undefined;
  // An item whose slashes were encoded is a path of its own.
  const texts = isList ? [...value, value.join('/')] : value;
  const needs = REFUSED.find(
    (kind) => !allowed.includes(kind) && texts.some((text) => REFUSED_PATTERNS[kind].test(text)),
  );
  return needs === undefined ? undefined : { variable: name, needs };
}

function hasDots(value: string): boolean {
  return value.split(/[/\\]/).some((segment) => segment === '.' || segment === '..');
}
