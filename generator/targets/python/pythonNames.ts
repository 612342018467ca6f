/** Makes names and literals of Python. */

import type { Literal, RevisionFolders } from '../targetInterface.js';

/** Words that cannot be names. */
const KEYWORDS = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from global if import in is ' +
    'lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
);

/** Returns whether a text is a name in Python. Non-ASCII letters are left out: Python normalizes them. */
export function isName(text: string): boolean {
  return /^[A-Za-z_]\w*$/.test(text) && !KEYWORDS.has(text);
}

/** `call_tool_result` for `CallToolResult`, `jsonrpc_request` for `JSONRPCRequest`. */
export function snakeCase(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, (_, before: string | undefined, start = '', acronym = '') =>
      before === undefined ? `${String(acronym)}_` : `${before}_${String(start)}`,
    )
    .replaceAll(/\W+/g, '_')
    .toLowerCase();
}

/** `InputSchema` for `inputSchema`. */
export function pascalCase(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/);
  return words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('');
}

/** Returns the package of a revision: `v2025_11_25`. */
export function packageName(revision: string): string {
  const name = revision.replaceAll(/\W/g, '_');
  return isName(name) ? name : `v${name}`;
}

/** Where the output has the packages of revisions. */
export const PACKAGES: RevisionFolders = { folderOf: packageName, index: '__init__.py' };

/** Returns the guard of a definition: `is_call_tool_result`. */
export function guardName(definition: string): string {
  return `is_${snakeCase(definition)}`;
}

/** Returns a literal. */
export function literal(value: Literal | null): string {
  if (typeof value === 'string') return stringLiteral(value);
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return numberLiteral(value);
}

/** JavaScript writes `1e+21` where Python writes `1e21`. Integers stay integers: bounds of numbers are printed. */
function numberLiteral(value: number): string {
  return Number.isInteger(value) ? BigInt(value).toString() : String(value).replace('e+', 'e');
}

/** Returns a string in the quotes that need fewer escapes. Only characters of ASCII stay as they are. */
export function stringLiteral(text: string): string {
  const count = (mark: string): number => text.split(mark).length;
  const mark = count('"') > count("'") ? "'" : '"';
  const body = text.replaceAll(/[^ -~]|["'\\]/gu, (character) => {
    if (character === '\\' || character === mark) return `\\${character}`;
    if (character === '"' || character === "'") return character;
    return ESCAPES.get(character) ?? escaped(character.codePointAt(0) ?? 0);
  });
  return `${mark}${body}${mark}`;
}

const ESCAPES = new Map([
  ['\n', String.raw`\n`],
  ['\r', String.raw`\r`],
  ['\t', String.raw`\t`],
]);

function escaped(code: number): string {
  const digits = code.toString(16);
  if (code < 0x100) return `\\x${digits.padStart(2, '0')}`;
  return code < 0x1_00_00 ? `\\u${digits.padStart(4, '0')}` : `\\U${digits.padStart(8, '0')}`;
}
