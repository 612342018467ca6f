/**
 * The global types of schemas. TypeScript's own library takes longer to load than a schema to be checked, and most of it has no meaning
 * in JSON.
 */

/** The types that arrays, literals, and type operators need, and the utility types that are resolved. */
const SUPPORTED = `
interface Array<T> { readonly length: number; [index: number]: T }
interface ReadonlyArray<T> { readonly length: number; readonly [index: number]: T }
interface Boolean { valueOf(): boolean }
interface Number { toFixed(): string }
interface String { readonly length: number; charAt(index: number): string }
interface Object { valueOf(): Object }
interface Function { call(self: any): any }
interface CallableFunction extends Function {}
interface NewableFunction extends Function {}
interface IArguments { readonly length: number }
interface RegExp { test(text: string): boolean }
type Partial<T> = { [Key in keyof T]?: T[Key] };
type Required<T> = { [Key in keyof T]-?: T[Key] };
type Readonly<T> = { readonly [Key in keyof T]: T[Key] };
type Pick<T, Key extends keyof T> = { [Each in Key]: T[Each] };
type Record<Key extends keyof any, T> = { [Each in Key]: T };
type Exclude<T, Other> = T extends Other ? never : T;
type Extract<T, Other> = T extends Other ? T : never;
type Omit<T, Key extends keyof any> = Pick<T, Exclude<keyof T, Key>>;
type NonNullable<T> = T & {};
type NoInfer<T> = intrinsic;
type Uppercase<Text extends string> = intrinsic;
type Lowercase<Text extends string> = intrinsic;
type Capitalize<Text extends string> = intrinsic;
type Uncapitalize<Text extends string> = intrinsic;
`;

/** Global types that no JSON value has, with what to write instead. */
export const WITHOUT_JSON: ReadonlyMap<string, string> = new Map([
  ['Date', 'JSON has no dates: write string, with the tag "@format date-time".'],
  ['URL', 'JSON has no URLs: write string, with the tag "@format uri".'],
  ['Map', 'JSON has no maps: write { [key: string]: Value }.'],
  ['ReadonlyMap', 'JSON has no maps: write { [key: string]: Value }.'],
  ['WeakMap', 'JSON has no maps: write { [key: string]: Value }.'],
  ['Set', 'JSON has no sets: write an array, with the tag "@uniqueItems true".'],
  ['ReadonlySet', 'JSON has no sets: write an array, with the tag "@uniqueItems true".'],
  ['WeakSet', 'JSON has no sets: write an array, with the tag "@uniqueItems true".'],
  ['Uint8Array', 'JSON has no bytes: write string, with the tag "@format byte".'],
  ['ArrayBuffer', 'JSON has no bytes: write string, with the tag "@format byte".'],
  ['Buffer', 'JSON has no bytes: write string, with the tag "@format byte".'],
  ['Promise', 'JSON has no promises: write the type of the value.'],
  ['RegExp', 'JSON has no regular expressions: write string.'],
  ['Function', 'JSON has no functions.'],
  ['Symbol', 'JSON has no symbols.'],
  ['BigInt', 'JSON has no bigint: write number or string.'],
  ['String', 'Write string.'],
  ['Number', 'Write number.'],
  ['Boolean', 'Write boolean.'],
  ['Object', 'Write object, or { [key: string]: unknown }.'],
]);

/** The numbers of type parameters of those that have some. */
const PARAMETERS: { readonly [name: string]: readonly string[] } = {
  Map: ['Key', 'Value'],
  ReadonlyMap: ['Key', 'Value'],
  WeakMap: ['Key', 'Value'],
  Set: ['Value'],
  ReadonlySet: ['Value'],
  WeakSet: ['Value'],
  Promise: ['Value'],
};

/** The text of the library. Each type without a JSON form has a member of its own, so that it is not equal to another one. */
export const LIBRARY =
  SUPPORTED +
  [...WITHOUT_JSON.keys()]
    .filter((name) => !SUPPORTED.includes(`interface ${name} `))
    .map((name) => {
      const parameters = PARAMETERS[name] ?? [];
      const members = parameters.map((parameter) => `readonly of${parameter}: ${parameter};`).join(' ');
      const list = parameters.length === 0 ? '' : `<${parameters.join(', ')}>`;
      return `interface ${name}${list} { readonly is${name}: true; ${members} }\n`;
    })
    .join('');
