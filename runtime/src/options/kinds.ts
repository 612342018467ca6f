/**
 * Options as data: a table for each group of options states which there are, what each may be, and its default. The names, the checks,
 * the defaults, and the documented values all come from it.
 *
 * @module
 */

/** What an option may be, and its default. */
export interface OptionKind<Default = unknown> {
  /** For errors: `a positive number`. */
  readonly expected: string;
  /** Returns whether a value is one of them. */
  readonly accepts: (value: unknown) => boolean;
  /** Undefined if the default is not a constant. The default of a number, or the defaults of a group. */
  readonly default: Default;
  /** The options of a group. */
  readonly group?: AnyOptionTable | undefined;
  /** Whether the options of the group are options of the owner: each has a default of its own. */
  readonly isPart?: boolean;
  /** Whether it is a number: another one is out of range. */
  readonly isNumber?: boolean;
  /** Whether a value may be repeated in an error: it cannot be a secret then. */
  readonly shows?: boolean;
}

/** A table of any options. */
export interface AnyOptionTable {
  readonly [name: string]: OptionKind;
}

/** The names of the groups that are {@link part}s of the options of their owner, in every interface. */
export type PartName = 'limits' | 'retry' | 'streams' | 'timeouts';

/** The kind of a group that is a part of the options of its owner. */
export interface PartKind extends OptionKind {
  readonly group: AnyOptionTable;
  readonly isPart: true;
}

/**
 * The kinds of all options of an interface. Each option that is a number has a default, except for those of `Derived`, whose default is
 * computed.
 */
export type OptionTable<Options, Derived extends keyof Options = never> = {
  readonly [Name in keyof Required<Options>]: Name extends PartName
    ? PartKind
    : OptionKind<Name extends NumberOf<Options, Derived> ? number : unknown>;
};

/** The names of the options that are numbers with a constant default. */
export type NumberOf<Options, Derived> = {
  [Name in keyof Options]-?: [NonNullable<Options[Name]>] extends [never]
    ? never
    : NonNullable<Options[Name]> extends number
      ? Exclude<Name, Derived>
      : never;
}[keyof Options];

/** Options with the defaults of those that are numbers, also in the groups of {@link PartName}. */
export type OptionValues<Options, Derived extends keyof Options = never> = Options & {
  readonly [Name in NumberOf<Options, Derived>]: number;
} & {
  readonly [Name in keyof Options & PartName]-?: PartValues<NonNullable<Options[Name]>>;
};

/** The options of a group with the defaults of those that are numbers. */
export type PartValues<Options> = Options & { readonly [Name in NumberOf<Options, never>]: number };

function number<Default>(expected: string, value: Default, accepts: (value: number) => boolean): OptionKind<Default> {
  return { expected, default: value, isNumber: true, accepts: (given) => typeof given === 'number' && accepts(given) };
}

/** A number of things of at least `least`. `Infinity` means no limit. */
export function count<Default extends number | undefined>(value: Default, least = 1): OptionKind<Default> {
  const isCount = (given: number): boolean => given === Infinity || Number.isInteger(given);
  return number(`an integer of at least ${least}`, value, (given) => isCount(given) && given >= least);
}

/** An amount or a rate, above 0 and of at least `least`. `Infinity` means no limit. */
export function amount<Default extends number | undefined>(value: Default, least = 0): OptionKind<Default> {
  const expected = least === 0 ? 'a positive number' : `a number of at least ${least}`;
  return number(expected, value, (given) => given > 0 && given >= least);
}

/** Milliseconds, however many; 0 means never, or no limit. */
export function duration<Default extends number | undefined>(value: Default): OptionKind<Default> {
  return number('a positive number of milliseconds, or 0 for none', value, (given) => given >= 0);
}

/** Milliseconds; 0 means at once. */
export function delay<Default extends number | undefined>(value: Default): OptionKind<Default> {
  return number('a number of milliseconds', value, (given) => given >= 0);
}

/** Milliseconds that cannot be 0. */
export function lifetime<Default extends number | undefined>(value: Default): OptionKind<Default> {
  return number('a positive number of milliseconds', value, (given) => given > 0);
}

/** The numbers of a kind without `Infinity`. */
export function finite<Default>(kind: OptionKind<Default>): OptionKind<Default> {
  return { ...kind, accepts: (given) => given !== Infinity && kind.accepts(given) };
}

/** One of some constants. */
export function oneOf(...values: readonly unknown[]): OptionKind {
  const expected = values.map((each) => (typeof each === 'string' ? `"${each}"` : String(each))).join(' or ');
  const shows = values.every((each) => typeof each === 'string');
  return { expected, default: undefined, shows, accepts: (given) => values.includes(given) };
}

/** An object with methods: a store, a clock. */
export function methods(...names: readonly string[]): OptionKind {
  const missing = (given: unknown): boolean =>
    names.some((name) => typeof (given as { readonly [name: string]: unknown } | null)?.[name] !== 'function');
  return {
    expected: `an object with the ${names.length === 1 ? 'method' : 'methods'} ${names.join(', ')}`,
    default: undefined,
    accepts: (given) => !missing(given),
  };
}

/** A group of options, which has a table of its own. */
export function group(table: AnyOptionTable): OptionKind {
  return { ...OBJECT, group: table };
}

/** A group of options that nobody sets alone, such as all limits. Each of them has a default of its own, whether others are set or not. */
export function part(table: AnyOptionTable): PartKind {
  return { ...OBJECT, group: table, isPart: true };
}

/** What a kind accepts, or a constant: `false` for no store. */
export function orElse(value: unknown, kind: OptionKind): OptionKind {
  return {
    ...kind,
    expected: `${kind.expected}, or ${String(value)}`,
    accepts: (given) => given === value || kind.accepts(given),
  };
}

/** A list, or what a kind accepts. */
export function orList(kind: OptionKind): OptionKind {
  return {
    ...kind,
    expected: `an array, or ${kind.expected}`,
    accepts: (given) => Array.isArray(given) || kind.accepts(given),
  };
}

/** `true` or `false`. */
export const FLAG: OptionKind = oneOf(true, false);

/** A function. */
export const FUNCTION: OptionKind = {
  expected: 'a function',
  default: undefined,
  accepts: (given) => typeof given === 'function',
};

/** A string. */
export const STRING: OptionKind = {
  expected: 'a string',
  default: undefined,
  accepts: (given) => typeof given === 'string',
};

/** A list. */
export const LIST: OptionKind = { expected: 'an array', default: undefined, accepts: (given) => Array.isArray(given) };

/** An object that is not an array. */
export const OBJECT: OptionKind = { expected: 'an object', default: undefined, accepts: isObject };

/** An option that is checked where it is read. */
export const ANY: OptionKind = { expected: 'anything', default: undefined, accepts: () => true };

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Longer names are truncated in messages, and not compared with valid names. */
const MAX_NAME_LENGTH = 40;

/**
 * Checks options by their table: an unknown one would be ignored, and an invalid one would fail later. Options that are `undefined` pass.
 *
 * @param what their owner, for errors: `the tool forecast`
 * @throws {TypeError} if they are not an object, an option is unknown or of another type, and {RangeError} if a number is out of range.
 */
export function checkOptions(what: string, options: unknown, table: AnyOptionTable): void {
  if (!isObject(options)) {
    throw new TypeError(`Invalid options for ${what}: expected an object, got ${describe(options)}`);
  }
  for (const [name, value] of Object.entries(options as object)) {
    if (!Object.hasOwn(table, name)) throw unknownOption(what, name, table);
    checkOption(what, name, value, table[name]);
  }
}

/**
 * Like {@link checkOptions}, for an object that has other properties, too, also in the groups that are {@link part}s of it.
 *
 * @throws the same errors, except for unknown options, unless one belongs in a group.
 */
export function checkValues(what: string, options: object, table: AnyOptionTable): void {
  const values = options as { readonly [name: string]: unknown };
  for (const [name, kind] of Object.entries(table)) {
    const beside = kind.isPart === true && Object.keys(kind.group ?? {}).find((each) => values[each] !== undefined);
    if (typeof beside === 'string') throw unknownOption(what, beside, table);
    checkOption(what, name, values[name], kind, true);
  }
}

/** @param hasOthers whether the owner, and the groups that are parts of it, can have other properties */
function checkOption(what: string, name: string, value: unknown, kind: OptionKind = ANY, hasOthers = false): void {
  if (value === undefined) return;
  if (!kind.accepts(value)) {
    const got = kind.shows === true && isPlain(value) ? quoted(value) : describe(value);
    const message = `Invalid option "${name}" for ${what}: expected ${kind.expected}, got`;
    if (kind.isNumber === true && typeof value === 'number') throw new RangeError(`${message} ${value}`);
    throw new TypeError(`${message} ${got}`);
  }
  if (kind.group === undefined || !isObject(value)) return;
  const check = hasOthers && kind.isPart === true ? checkValues : checkOptions;
  check(nested(what, name), value as object, kind.group);
}

/** Returns the owner of the options of a group: `the option output.size of the server`. */
function nested(what: string, name: string): string {
  const outer = /^the option (\S+) of /.exec(what);
  return outer === null ? `the option ${name} of ${what}` : what.replace(outer[1] as string, `${outer[1]}.${name}`);
}

/** Returns a value as an error repeats it. */
function quoted(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}

/** Whether an error can repeat a value. */
function isPlain(value: unknown): boolean {
  return (
    typeof value === 'boolean' ||
    typeof value === 'number' ||
    (typeof value === 'string' && value.length <= MAX_NAME_LENGTH)
  );
}

function unknownOption(what: string, name: string, table: AnyOptionTable): TypeError {
  const shown = JSON.stringify(name.slice(0, MAX_NAME_LENGTH));
  return new TypeError(`Unknown option ${shown} for ${what}. ${hintFor(name, table)}`);
}

function hintFor(name: string, table: AnyOptionTable): string {
  const places = placesIn(table);
  const meant = nearest(name, [...places.keys()]);
  if (meant === undefined) return `Valid options: ${Object.keys(table).join(', ')}`;
  const place = places.get(meant) ?? meant;
  return meant === name ? `It is in ${place.split('.', 1)[0]}: ${place}` : `Did you mean "${place}"?`;
}

/** Returns where options are, by their names: `limits.bodyLimit` for one of a {@link part}. */
function placesIn(table: AnyOptionTable): ReadonlyMap<string, string> {
  const own = Object.keys(table).map((name) => [name, name] as const);
  const parts = Object.entries(table).flatMap(([part, { isPart, group = {} }]) =>
    isPart === true ? Object.keys(group).map((name) => [name, `${part}.${name}`] as const) : [],
  );
  return new Map([...parts, ...own]);
}

/**
 * Checks that options are there.
 *
 * @param what their owner, for errors
 * @throws {TypeError} if one is missing.
 */
export function requireOptions<Options extends object>(
  what: string,
  options: Options,
  table: AnyOptionTable,
  names: readonly (keyof Options & string)[],
): void {
  const missing = names.find((name) => options[name] === undefined);
  if (missing === undefined) return;
  throw new TypeError(`Invalid option "${missing}" for ${what}: expected ${table[missing]?.expected}, got nothing`);
}

/** Returns a table without some options. */
export function omit<Table extends object, Name extends keyof Table & string>(
  table: Table,
  names: readonly Name[],
): Omit<Table, Name> {
  const kept = Object.entries(table).filter(([name]) => !(names as readonly string[]).includes(name));
  return Object.fromEntries(kept) as Omit<Table, Name>;
}

/** Returns options with the defaults of their table, also in the groups that are {@link part}s. Options that are `undefined` have them, too. */
export function withDefaults<Options extends object, Derived extends keyof Options = never>(
  options: Options,
  table: OptionTable<Options, Derived>,
): OptionValues<Options, Derived> {
  const all = { ...options } as { [name: string]: unknown };
  for (const [name, kind] of Object.entries<OptionKind>(table)) {
    const given = options[name as keyof Options] ?? kind.default;
    const value = kind.isPart === true ? withDefaults(given ?? {}, kind.group ?? {}) : given;
    if (value !== undefined) all[name] = value;
  }
  return all as OptionValues<Options, Derived>;
}

/** Describes a value in an error message. */
export function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value !== 'object') return `a ${typeof value}`;
  const { constructor } = value as { readonly constructor?: unknown };
  const name = typeof constructor === 'function' ? constructor.name : 'Object';
  return name === 'Object' || name === '' ? 'an object' : `an object of the class ${name}`;
}

/**
 * Returns the valid name that is most similar to an unknown one: at most a third of the characters differ, or one is a prefix of the other.
 * Ignores case, and very long names, which servers may send.
 */
export function nearest(unknown: string, names: readonly string[]): string | undefined {
  if (unknown.length > MAX_NAME_LENGTH) return undefined;
  const typed = unknown.toLowerCase();
  const most = Math.max(1, Math.floor(typed.length / 3));
  let found: string | undefined;
  let least = most + 1;
  for (const name of names) {
    if (name.length > MAX_NAME_LENGTH) continue;
    const distance = distanceOf(typed, name.toLowerCase(), most);
    if (distance < least) [found, least] = [name, distance];
  }
  return found;
}

/** Returns the Levenshtein distance of two names. A prefix counts as the maximum allowed distance. */
function distanceOf(a: string, b: string, most: number): number {
  const isPrefix = Math.min(a.length, b.length) >= 4 && (a.startsWith(b) || b.startsWith(a));
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let at = 0; at < a.length; at++) {
    const next = [at + 1];
    for (let column = 0; column < b.length; column++) {
      const replaced = (row[column] ?? 0) + (a[at] === b[column] ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  const distance = row.at(-1) ?? 0;
  return isPrefix ? Math.min(distance, most) : distance;
}
