/**
 * Fragments of TypeScript code, with the names that they import.
 *
 * Code is written with the `code` tag. A string in it becomes a string literal: text from a schema reaches the output only as data, as a
 * checked identifier, or as a comment.
 */

import { escapeHidden, printable } from '../printable.js';

/** A name from another module. */
export interface Import {
  readonly name: string;
  readonly from: string;
  /** Imported only as a type. */
  readonly type: boolean;
  /** The namespace that it is a member of, if the whole module is imported under one name. */
  readonly namespace?: string;
}

/** A piece of code: its text, and the names that it imports. */
export class Code {
  readonly text: string;
  readonly imports: readonly Import[];

  constructor(text: string, imports: readonly Import[] = []) {
    this.text = text;
    this.imports = imports;
  }
}

/** The values allowed in a `code` template. Strings and numbers become literals; `undefined` is omitted. */
export type Printable = Code | string | number | readonly Code[] | undefined;

/** Writes code: `` code`const x = ${'text'};` ``. Array items are printed one per line. */
export function code(strings: TemplateStringsArray, ...values: readonly Printable[]): Code {
  const parts = strings.flatMap((text, index) => [new Code(text), toCode(values[index])]);
  return concat(parts, '');
}

/** Joins pieces of code with a separator of punctuation or white space. */
export function concat(parts: readonly Code[], separator: string): Code {
  const text = parts.map((part) => part.text).join(separator);
  return new Code(
    text,
    parts.flatMap((part) => part.imports),
  );
}

function toCode(value: Printable): Code {
  if (value === undefined) return new Code('');
  if (value instanceof Code) return value;
  return typeof value === 'object' ? concat(value, '\n') : literal(value);
}

/** Returns a string, number, or boolean literal. @throws if it is another value, whose text would be code */
export function literal(value: string | number | boolean): Code {
  if (typeof value === 'number' || typeof value === 'boolean') return new Code(String(value));
  if (typeof value !== 'string') throw new TypeError(`Not a literal: ${JSON.stringify(value)}`);
  return new Code(escapeHidden(JSON.stringify(value)));
}

/** Returns a name from another module, imported where it is printed. */
export function imported(name: string, from: string, kind: 'type' | 'value'): Code {
  return new Code(identifier(name).text, [{ name, from, type: kind === 'type' }]);
}

/** Returns a member of another module that is imported whole: `types.Tool`. */
export function memberOf(namespace: string, name: string, from: string, kind: 'type' | 'value'): Code {
  const text = `${identifier(namespace).text}.${identifier(name).text}`;
  return new Code(text, [{ name, from, type: kind === 'type', namespace }]);
}

/** Returns an identifier. @throws if the name is not a valid identifier. */
export function identifier(name: string): Code {
  if (!isIdentifier(name)) throw new Error(`Not an identifier: ${JSON.stringify(name)}`);
  return new Code(name);
}

/** Returns the key of a property, in a type or in an object literal. */
export function propertyKey(name: string): Code {
  // In an object literal a plain `__proto__` key would set the prototype.
  if (name === '__proto__') return new Code(`['__proto__']`);
  return /^[A-Za-z_$][\w$]*$/.test(name) ? new Code(name) : literal(name);
}

/** Directives that TypeScript follows at the start of the last line of a comment: `@ts-expect-error`. */
const DIRECTIVE = /@ts-/;

/** Returns a doc comment, or nothing if the text is empty. */
export function docComment(text: string): Code | undefined {
  if (text === '') return undefined;
  // Remove hidden characters first: removing one later could join `*` and `/`.
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/).map((line) => printable(line).replaceAll('*/', '*\\/').trimEnd());
  return new Code(
    lines.length === 1 && !DIRECTIVE.test(text)
      ? `/** ${lines[0] ?? ''} */\n`
      : `/**\n${lines.map((line) => ` * ${line}\n`).join('')} */\n`,
  );
}

/** Returns whether a string can name a variable, a function, or a property after a dot. */
export function isIdentifier(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name) && !RESERVED.has(name);
}

/** Returns whether a string can name a declared type. */
export function isTypeName(name: string): boolean {
  return isIdentifier(name) && !TYPES.has(name);
}

/** Reserved words of modules, and the globals that generated code uses. */
const RESERVED = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval export extends false ' +
    'finally for function if implements import in instanceof interface let new null package private protected public ' +
    'return static super switch this throw true try typeof undefined var void while with yield Array Number __proto__'
  ).split(' '),
);

/** Reserved words of types, and the global types that generated code uses. */
const TYPES = new Set(
  (
    'any bigint boolean infer integer intrinsic keyof never number object readonly string symbol unique unknown ' +
    'Omit Pick Promise Record'
  ).split(' '),
);
