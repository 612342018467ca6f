import { UriError } from './uri.js';
import { encodeIllegal } from './percent.js';

/** How an operator writes values. */
export interface OperatorRules {
  /** Written before the first value. */
  readonly first: string;
  /** Written between values. */
  readonly separator: string;
  /** Whether each value is written with the name of its variable. */
  readonly named: boolean;
  /** Written after the name of an empty value. */
  readonly ifEmpty: string;
  /** Whether reserved characters are written unencoded. */
  readonly reserved: boolean;
}

/** The character after the opening brace; empty for simple expansion. */
export type Operator = '' | '+' | '#' | '.' | '/' | ';' | '?' | '&';

/** The differences between the operators of RFC 6570 (appendix A). */
export const OPERATORS: { readonly [operator in Operator]: OperatorRules } = {
  '': { first: '', separator: ',', named: false, ifEmpty: '', reserved: false },
  '+': { first: '', separator: ',', named: false, ifEmpty: '', reserved: true },
  '#': { first: '#', separator: ',', named: false, ifEmpty: '', reserved: true },
  '.': { first: '.', separator: '.', named: false, ifEmpty: '', reserved: false },
  '/': { first: '/', separator: '/', named: false, ifEmpty: '', reserved: false },
  ';': { first: ';', separator: ';', named: true, ifEmpty: '', reserved: false },
  '?': { first: '?', separator: '&', named: true, ifEmpty: '=', reserved: false },
  '&': { first: '&', separator: '&', named: true, ifEmpty: '=', reserved: false },
};

/** Maximum number of variables in a template: it bounds the work of matching. */
export const MAX_VARIABLES = 100;

/** A variable in an expression. */
export interface VariableSpec {
  readonly name: string;
  /** `*`: each item of an array is written separately. */
  readonly explode: boolean;
  /** `:` and a number: only that many characters of the value are written. */
  readonly prefix: number | undefined;
}

/** A part of a template: literal text, or an expression. */
export type TemplatePart = string | { readonly operator: Operator; readonly variables: readonly VariableSpec[] };

// oxlint-disable-next-line no-control-regex -- RFC 6570 forbids control characters
const ILLEGAL = /[\x00-\x1f"'<>\\^`|}\x7f-\x9f\ud800-\udfff]|%(?![0-9A-Fa-f]{2})/u;
const VARIABLE = /^((?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})(?:[A-Za-z0-9_.]|%[0-9A-Fa-f]{2})*)(?:(\*)|:([1-9][0-9]{0,3}))?$/;

/**
 * Parses a URI template.
 *
 * @throws {UriError} if it is invalid, with the position.
 */
export function parseTemplate(template: string): readonly TemplatePart[] {
  const parts: TemplatePart[] = [];
  let count = 0;
  let at = 0;
  while (at < template.length) {
    const open = template.indexOf('{', at);
    const end = open < 0 ? template.length : open;
    if (end > at) parts.push(literal(template, at, end));
    if (open < 0) break;
    const close = template.indexOf('}', open);
    if (close < 0) throw new UriError(template, open, 'this brace is not closed');
    const expression = parseExpression(template, open + 1, close);
    count += expression.variables.length;
    if (count > MAX_VARIABLES) throw new UriError(template, open, `a template has at most ${MAX_VARIABLES} variables`);
    parts.push(expression);
    at = close + 1;
  }
  return parts;
}

function literal(template: string, start: number, end: number): string {
  const text = template.slice(start, end);
  const illegal = text.search(ILLEGAL);
  if (illegal >= 0) {
    const character = text.charAt(illegal);
    const problem =
      character === '}'
        ? 'this brace has no opening brace'
        : `${JSON.stringify(character)} is not allowed here: percent-encode it`;
    throw new UriError(template, start + illegal, problem);
  }
  return encodeIllegal(text);
}

function parseExpression(template: string, start: number, end: number): Exclude<TemplatePart, string> {
  const character = template.charAt(start);
  if (/[=,!@|]/.test(character)) throw new UriError(template, start, `${character} is not an operator`);
  const operator = isOperator(character) ? character : '';
  let at = start + operator.length;
  const variables = template
    .slice(at, end)
    .split(',')
    .map((text) => {
      const variable = parseVariable(template, at, text);
      at += text.length + 1;
      return variable;
    });
  return { operator, variables };
}

function parseVariable(template: string, at: number, text: string): VariableSpec {
  const [, name, star, prefix] = VARIABLE.exec(text) ?? [];
  if (name === undefined) {
    const problem =
      text === ''
        ? 'missing variable name'
        : `${JSON.stringify(text)} is not a variable: expected a name of letters, digits, _ and dots, optionally with * or a length such as :3`;
    throw new UriError(template, at, problem);
  }
  return { name, explode: star !== undefined, prefix: prefix === undefined ? undefined : Number(prefix) };
}

function isOperator(character: string): character is Exclude<Operator, ''> {
  return character !== '' && Object.hasOwn(OPERATORS, character);
}
