/**
 * Options as data: a table for each group of options states which there are, what each may be, and its default. The names, the checks,
 * the defaults, and the documented values all come from it. Kinds are made without side effects, so that bundlers leave out the tables that
 * a program does not use.
 *
 * @module
 */

/** Longer names are truncated in messages, and not compared with valid names. */
const MAX_NAME_LENGTH = 40;

/** Longer values are described in messages, not repeated. */
const MAX_SHOWN_LENGTH = 120;

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
  /** Maximum length of an invalid value that an error repeats: it cannot be a secret. Default: none is repeated. */
  readonly shows?: number;
  /** Whether the option must be set. */
  readonly isRequired?: boolean;
  /** Of a kind that consists of others: the one that decides about a value. */
  readonly deciding?: ((value: unknown) => OptionKind | undefined) | undefined;
}

/** The kind of an option that must be set. */
export interface RequiredKind<Default = unknown> extends OptionKind<Default> {
  readonly isRequired: true;
}

/** A table of any options. */
export interface AnyOptionTable {
  readonly [name: string]: OptionKind;
}

/** The names of the groups that are {@link partGroup}s of the options of their owner, in every interface. */
export type PartName = 'limits' | 'retry' | 'streams' | 'timeouts';

/** The kind of a group that is a part of the options of its owner. */
export interface PartKind extends OptionKind {
  readonly group: AnyOptionTable;
  readonly isPart: true;
}

/**
 * The kinds of all options of an interface. One that the interface requires is {@link required}, and each other one that is a number has a
 * default. Those of `Derived` have neither: their default is computed.
 */
export type OptionTable<Options, Derived extends keyof Options = never> = {
  readonly [Name in keyof Required<Options>]: Name extends PartName
    ? PartKind
    : Name extends Derived
      ? OptionKind
      : object extends Pick<Options, Name>
        ? OptionKind<Name extends NumberOf<Options, Derived> ? number : unknown>
        : RequiredKind;
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

/* @__NO_SIDE_EFFECTS__ */
function number<Default>(expected: string, value: Default, accepts: (value: number) => boolean): OptionKind<Default> {
  return { expected, default: value, isNumber: true, accepts: (given) => typeof given === 'number' && accepts(given) };
}

/** A number of things of at least `least`. `Infinity` means no limit. */
/* @__NO_SIDE_EFFECTS__ */
export function count<Default extends number | undefined>(value: Default, least = 1): OptionKind<Default> {
  const isCount = (given: number): boolean => given === Infinity || Number.isInteger(given);
  return number(`an integer of at least ${least}`, value, (given) => isCount(given) && given >= least);
}

/** An amount or a rate, above 0 and of at least `least`. `Infinity` means no limit. */
/* @__NO_SIDE_EFFECTS__ */
export function amount<Default extends number | undefined>(value: Default, least = 0): OptionKind<Default> {
  const expected = least === 0 ? 'a positive number' : `a number of at least ${least}`;
  return number(expected, value, (given) => given > 0 && given >= least);
}

/** Milliseconds, however many; 0 means never, or no limit. */
/* @__NO_SIDE_EFFECTS__ */
export function duration<Default extends number | undefined>(value: Default): OptionKind<Default> {
  return number('a positive number of milliseconds, or 0 for none', value, (given) => given >= 0);
}

/** Milliseconds; 0 means at once. */
/* @__NO_SIDE_EFFECTS__ */
export function delay<Default extends number | undefined>(value: Default): OptionKind<Default> {
  return number('a number of milliseconds', value, (given) => given >= 0);
}

/** Milliseconds that cannot be 0. */
/* @__NO_SIDE_EFFECTS__ */
export function lifetime<Default extends number | undefined>(value: Default): OptionKind<Default> {
  return number('a positive number of milliseconds', value, (given) => given > 0);
}

/** The numbers of a kind without `Infinity`. */
/* @__NO_SIDE_EFFECTS__ */
export function finite<Default>(each: OptionKind<Default>): OptionKind<Default> {
  return { ...each, accepts: (given) => given !== Infinity && each.accepts(given) };
}

/** A kind that this module does not name. */
/* @__NO_SIDE_EFFECTS__ */
export function kind(expected: string, accepts: (value: unknown) => boolean): OptionKind {
  return { expected, default: undefined, accepts };
}

/** An option that must be set. */
/* @__NO_SIDE_EFFECTS__ */
export function required<Default>(each: OptionKind<Default>): RequiredKind<Default> {
  return { ...each, isRequired: true };
}

/** A kind whose invalid values are repeated in errors. */
/* @__NO_SIDE_EFFECTS__ */
export function repeating(each: OptionKind): OptionKind {
  return { ...each, shows: MAX_SHOWN_LENGTH };
}

/** One of some constants. */
/* @__NO_SIDE_EFFECTS__ */
export function oneOf(...values: readonly unknown[]): OptionKind {
  const names = values.map((each) => (typeof each === 'string' ? `"${each}"` : String(each)));
  const expected = names.length > 2 ? `one of ${names.join(', ')}` : names.join(' or ');
  return {
    ...kind(expected, (given) => values.includes(given)),
    shows: values.every((each) => typeof each === 'string') ? MAX_NAME_LENGTH : 0,
  };
}

/** An object with methods: a store, a clock. */
/* @__NO_SIDE_EFFECTS__ */
export function methods(...names: readonly string[]): OptionKind {
  const missing = (given: unknown): boolean =>
    names.some((name) => typeof (given as { readonly [name: string]: unknown } | null)?.[name] !== 'function');
  const expected = `an object with the ${names.length === 1 ? 'method' : 'methods'} ${names.join(', ')}`;
  return kind(expected, (given) => !missing(given));
}

/** A group of options, which has a table of its own. */
/* @__NO_SIDE_EFFECTS__ */
export function group(table: AnyOptionTable): OptionKind {
  return { ...OBJECT, group: table };
}

/** A group of options that nobody sets alone, such as all limits. Each of them has a default of its own, whether others are set or not. */
/* @__NO_SIDE_EFFECTS__ */
export function partGroup(table: AnyOptionTable): PartKind {
  return { ...OBJECT, group: table, isPart: true };
}

/** What a kind accepts, or a constant: `false` for no store. */
/* @__NO_SIDE_EFFECTS__ */
export function orElse(value: unknown, each: OptionKind): OptionKind {
  return {
    ...each,
    expected: `${each.expected}, or ${String(value)}`,
    accepts: (given) => given === value || each.accepts(given),
  };
}

/** What one of two kinds accepts. The first that does decides. */
/* @__NO_SIDE_EFFECTS__ */
export function anyOf(one: OptionKind, other: OptionKind): OptionKind {
  const deciding = (given: unknown): OptionKind | undefined => [one, other].find((each) => each.accepts(given));
  const expected = `${one.expected} or ${other.expected}`;
  return { ...kind(expected, (given) => deciding(given) !== undefined), deciding };
}

/** What all of several kinds accept. An error is about the first that does not. */
/* @__NO_SIDE_EFFECTS__ */
export function allOf(...kinds: readonly OptionKind[]): OptionKind {
  const deciding = (given: unknown): OptionKind | undefined => kinds.find((each) => !each.accepts(given));
  const expected = kinds.map((each) => each.expected).join(', and ');
  return { ...kind(expected, (given) => deciding(given) === undefined), deciding };
}

/**
 * A list of at least `least` values of a kind.
 *
 * @param names the values in errors: `functions`
 */
/* @__NO_SIDE_EFFECTS__ */
export function listOf(names: string, each: OptionKind, least = 0): OptionKind {
  const expected = `${least > 0 ? 'a non-empty array' : 'an array'} of ${names}`;
  const accepts = (given: unknown): boolean =>
    Array.isArray(given) && given.length >= least && given.every(each.accepts);
  return { ...kind(expected, accepts), shows: each.shows ?? 0 };
}

/** An object whose values are of a kind, whatever their names. */
/* @__NO_SIDE_EFFECTS__ */
export function recordOf(names: string, each: OptionKind): OptionKind {
  return kind(`an object of ${names}`, (given) => isObject(given) && Object.values(given).every(each.accepts));
}

/** A string that a regular expression matches. */
/* @__NO_SIDE_EFFECTS__ */
export function matching(expected: string, pattern: RegExp): OptionKind {
  return kind(expected, (given) => typeof given === 'string' && pattern.test(given));
}

/** A URL as a string, with a property. */
/* @__NO_SIDE_EFFECTS__ */
export function urlWith(expected: string, accepts: (url: URL, text: string) => boolean): OptionKind {
  const isUrl = (given: unknown): given is string => typeof given === 'string' && URL.canParse(given);
  return kind(expected, (given) => isUrl(given) && accepts(new URL(given), given));
}

/** `true` or `false`. */
export const FLAG: OptionKind = oneOf(true, false);

/** A function. */
export const FUNCTION: OptionKind = kind('a function', (given) => typeof given === 'function');

/** A string. */
export const STRING: OptionKind = kind('a string', (given) => typeof given === 'string');

/** A string that is not blank. */
export const NON_EMPTY: OptionKind = kind(
  'a non-empty string',
  (given) => typeof given === 'string' && given.trim() !== '',
);

/** A URL as a string. */
export const URL_TEXT: OptionKind = urlWith('a URL', () => true);

/** A list. */
export const LIST: OptionKind = kind('an array', Array.isArray);

/** A list of strings. */
export const STRINGS: OptionKind = listOf('strings', STRING);

/** An object that is not an array. */
export const OBJECT: OptionKind = kind('an object', isObject);

/** An `AbortSignal`, of any realm. */
export const SIGNAL: OptionKind = kind('an AbortSignal', (given) => isObject(given) && 'aborted' in given);

/** An option that may be anything, or that only its reader can check. */
export const ANY: OptionKind = kind('anything', () => true);

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Who has options: `the server`, and the groups in it that contain them: `output`, `size`. */
interface Owner {
  readonly what: string;
  readonly path: readonly string[];
  /** Whether it can have other properties, also in the groups that are {@link partGroup}s of it. */
  readonly hasOthers: boolean;
}

/**
 * Checks options by their table: an unknown one would be ignored, and an invalid one would fail later. Options that are `undefined` pass,
 * unless they are required. Those that an object inherits are checked, too, because they are read.
 *
 * @param what their owner, for errors: `the tool forecast`
 * @throws {TypeError} if they are not an object, an option is unknown, missing, or of another type, and {RangeError} if a number is out of
 *   range.
 */
export function checkOptions(what: string, options: unknown, table: AnyOptionTable): void {
  checkAll({ what, path: [], hasOthers: false }, options, table);
}

/**
 * Like {@link checkOptions}, for an object that has other properties, too, also in the groups that are {@link partGroup}s of it.
 *
 * @throws the same errors, except for unknown options, unless one belongs in a group.
 */
export function checkValues(what: string, options: object, table: AnyOptionTable): void {
  checkEach({ what, path: [], hasOthers: true }, options, table);
}

function checkAll(owner: Owner, options: unknown, table: AnyOptionTable): void {
  if (!isObject(options)) {
    throw new TypeError(`Invalid options for ${nameOf(owner)}: expected an object, got ${describe(options)}`);
  }
  for (const name in options) {
    if (!Object.hasOwn(table, name) && !isOfAllObjects(options, name)) throw unknownOption(owner, name, table);
  }
  checkEach(owner, options, table);
}

/** Returns whether a property is one that a library has given to all objects of the program. */
function isOfAllObjects(options: object, name: string): boolean {
  return name in Object.prototype && !Object.hasOwn(options, name);
}

function checkEach(owner: Owner, options: object, table: AnyOptionTable): void {
  const values = options as { readonly [name: string]: unknown };
  for (const [name, each] of Object.entries(table)) {
    const value = values[name];
    const beside = each.isPart === true && Object.keys(each.group ?? {}).find((other) => values[other] !== undefined);
    if (owner.hasOthers && typeof beside === 'string') throw unknownOption(owner, beside, table);
    if (value !== undefined) checkOption(owner, name, value, each);
    else if (each.isRequired === true) throw invalid(owner, name, each, value);
  }
}

function checkOption(owner: Owner, name: string, value: unknown, each: OptionKind): void {
  const deciding = each.deciding?.(value);
  if (deciding !== undefined) return checkOption(owner, name, value, deciding);
  if (!each.accepts(value)) throw invalid(owner, name, each, value);
  if (each.group === undefined || !isObject(value)) return;
  const hasOthers = owner.hasOthers && each.isPart === true;
  const check = hasOthers ? checkEach : checkAll;
  check({ ...owner, path: [...owner.path, name], hasOthers }, value, each.group);
}

/** Returns the owner of options as errors name it: `the option output.size of the server`. */
function nameOf({ what, path }: Owner): string {
  return path.length === 0 ? what : `the option ${path.join('.')} of ${what}`;
}

function invalid(owner: Owner, name: string, each: OptionKind, value: unknown): TypeError | RangeError {
  const isOutOfRange = each.isNumber === true && typeof value === 'number';
  const got = isOutOfRange ? value : (repetitionOf(value, each.shows ?? 0) ?? describe(value));
  const message = `Invalid option "${name}" for ${nameOf(owner)}: expected ${each.expected}, got ${got}`;
  return isOutOfRange ? new RangeError(message) : new TypeError(message);
}

/** Returns a value as an error repeats it: undefined if it is longer than `most`, or contains objects. */
function repetitionOf(value: unknown, most: number): string | undefined {
  const isString = (each: unknown): boolean => typeof each === 'string';
  const isPlain =
    ['string', 'number', 'boolean'].includes(typeof value) || (Array.isArray(value) && value.every(isString));
  const text = typeof value === 'number' ? String(value) : isPlain ? JSON.stringify(value) : undefined;
  return text !== undefined && text.length <= most ? text : undefined;
}

function unknownOption(owner: Owner, name: string, table: AnyOptionTable): TypeError {
  const shown = JSON.stringify(name.slice(0, MAX_NAME_LENGTH));
  return new TypeError(`Unknown option ${shown} for ${nameOf(owner)}. ${hintFor(name, table)}`);
}

function hintFor(name: string, table: AnyOptionTable): string {
  const places = placesIn(table);
  const meant = nearest(name, [...places.keys()]);
  if (meant === undefined) return `Valid options: ${Object.keys(table).join(', ')}`;
  const place = places.get(meant) ?? meant;
  return meant === name ? `It is in ${place.split('.', 1)[0]}: ${place}` : `Did you mean "${place}"?`;
}

/** Returns where options are, by their names: `limits.bodyLimit` for one of a {@link partGroup}. */
function placesIn(table: AnyOptionTable): ReadonlyMap<string, string> {
  const own = Object.keys(table).map((name) => [name, name] as const);
  const parts = Object.entries(table).flatMap(([part, { isPart, group = {} }]) =>
    isPart === true ? Object.keys(group).map((name) => [name, `${part}.${name}`] as const) : [],
  );
  return new Map([...parts, ...own]);
}

/** Returns a table without some options. */
/* @__NO_SIDE_EFFECTS__ */
export function omit<Table extends object, Name extends keyof Table & string>(
  table: Table,
  names: readonly Name[],
): Omit<Table, Name> {
  const kept = Object.entries(table).filter(([name]) => !(names as readonly string[]).includes(name));
  return Object.fromEntries(kept) as Omit<Table, Name>;
}

/** Returns options with the defaults of their table, also in the groups that are {@link partGroup}s. Options that are `undefined` have them, too. */
export function withDefaults<Options extends object, Derived extends keyof Options = never>(
  options: Options,
  table: OptionTable<Options, Derived>,
): OptionValues<Options, Derived> {
  const all = { ...options } as { [name: string]: unknown };
  for (const [name, each] of Object.entries<OptionKind>(table)) {
    const given = options[name as keyof Options] ?? each.default;
    const value = each.isPart === true ? withDefaults(given ?? {}, each.group ?? {}) : given;
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
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let at = 0; at < a.length; at++) {
    const next = [at + 1];
    for (let column = 0; column < b.length; column++) {
      const replaced = (row[column] ?? 0) + (a[at] === b[column] ? 0 : 1);
      // Two letters in the wrong order are one mistake.
      const swapped = a[at] === b[column - 1] && a[at - 1] === b[column] ? (before[column - 1] ?? 0) + 1 : replaced;
      next.push(Math.min(replaced, swapped, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  const distance = row.at(-1) ?? 0;
  return isPrefix ? Math.min(distance, most) : distance;
}
