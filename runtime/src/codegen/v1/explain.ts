/**
 * Explains why a value is invalid, by walking the compact tables that are generated beside the guards. It is slower than guards, and only
 * loaded after a guard has rejected a value.
 *
 * @module
 */

import { escapeKey, isObject, issue, MAX_DEPTH, quote, type Issue } from '../v1.js';
import type { LimitTable, Limits } from './limits.js';

/** The allowed values, as a table. A string is a primitive type or the name of a definition. */
export type Shape =
  | string
  | LiteralShape
  | NumberShape
  | ArrayShape
  | ObjectShape
  | TaggedShape
  | AnyShape
  | AllShape
  | LimitsShape;

/** One of several literals. */
export interface LiteralShape {
  /** The literals. */
  readonly is: readonly (string | number | boolean)[];
}

/** A number within bounds. */
export interface NumberShape {
  /** Whether it must be an integer. */
  readonly number: 'number' | 'integer';
  /** The minimum. Default: none. */
  readonly min?: number;
  /** The maximum. Default: none. */
  readonly max?: number;
}

/** An array with items of one shape. */
export interface ArrayShape {
  /** The shape of the items. */
  readonly items: Shape;
  /** The minimum number of items. Default 0. */
  readonly least?: number;
  /** The maximum number of items. Default: none. */
  readonly most?: number;
}

/** An object. */
export interface ObjectShape {
  /** The required properties. Default: none. */
  readonly has?: { readonly [name: string]: Shape };
  /** The optional properties. Default: none. */
  readonly may?: { readonly [name: string]: Shape };
  /** The shape of all other properties. Default: any value. */
  readonly rest?: Shape;
}

/** An object with a discriminator property. */
export interface TaggedShape {
  /** The name of the discriminator. */
  readonly tag: string;
  /** The shape for each value of the discriminator. With several shapes, one of them must match. */
  readonly of: { readonly [value: string]: Shape | readonly Shape[] };
}

/** At least one of several shapes. */
export interface AnyShape {
  /** The shapes. */
  readonly any: readonly Shape[];
}

/** All of several shapes. */
export interface AllShape {
  /** The shapes. */
  readonly all: readonly Shape[];
}

/** Any value within limits. Each limit concerns the values of one type, and accepts all others. */
export interface LimitsShape {
  /** The limits. */
  readonly limits: Limits;
}

/** The definitions of a revision. */
export type Shapes = { readonly [definition: string]: Shape };

/** Options of an explanation. */
export interface ExplainLimits {
  /** Maximum number of issues. Default 10. */
  readonly issues?: number;
  /** Maximum characters of a string from the value: a key in a pointer, a literal. Default 80. */
  readonly text?: number;
  /** The checks of {@link LimitsShape}. Default: none; the definitions must not have such shapes. */
  readonly checks?: LimitTable;
}

/**
 * Explains why a value does not match a definition. Returns an empty array exactly if the guard accepts the value.
 *
 * @param definition its name in `shapes`
 * @throws {RangeError} if the definition does not exist
 */
export function explainShape(
  shapes: Shapes,
  definition: string,
  value: unknown,
  limits: ExplainLimits = {},
): readonly Issue[] {
  if (!Object.hasOwn(shapes, definition)) throw new RangeError(`Unknown definition ${definition}`);
  const walker = new Walker(shapes, limits);
  walker.visit(definition, value, '');
  return walker.issues;
}

class Walker {
  readonly issues: Issue[] = [];
  readonly #shapes: Shapes;
  readonly #options: ExplainLimits;
  readonly #most: number;
  readonly #textLimit: number;
  /** The number of recursive definitions around the value, as guards count them. */
  #depth: number;
  /** Whether a part of the value is nested too deeply to be checked. */
  #isTooDeep = false;

  constructor(shapes: Shapes, options: ExplainLimits, depth = 0) {
    this.#shapes = shapes;
    this.#options = options;
    this.#most = options.issues ?? 10;
    this.#textLimit = options.text ?? 80;
    this.#depth = depth;
  }

  visit(shape: Shape, value: unknown, pointer: string): void {
    if (this.issues.length >= this.#most) return;
    if (typeof shape === 'string') this.#visitNamed(shape, value, pointer);
    else if ('is' in shape) this.#expect(shape.is.includes(value as string), shape, value, pointer);
    else if ('number' in shape) this.#expect(isNumberWithin(value, shape), shape, value, pointer);
    else if ('items' in shape) this.#visitArray(shape, value, pointer);
    else if ('tag' in shape) this.#visitTagged(shape, value, pointer);
    else if ('any' in shape) this.#visitAny(shape, value, pointer);
    else if ('all' in shape) for (const each of shape.all) this.visit(each, value, pointer);
    else if ('limits' in shape) this.#visitLimits(shape.limits, value, pointer);
    else this.#visitObject(shape, value, pointer);
  }

  #visitNamed(name: string, value: unknown, pointer: string): void {
    if (isPrimitive(name)) this.#expect(primitives[name](value), name, value, pointer);
    else if (!recursiveIn(this.#shapes).has(name)) this.visit(this.#definition(name), value, pointer);
    else if (this.#depth >= MAX_DEPTH) this.#reportDepth(pointer, value);
    else {
      this.#depth++;
      this.visit(this.#definition(name), value, pointer);
      this.#depth--;
    }
  }

  #visitLimits(limits: Limits, value: unknown, pointer: string): void {
    for (const { expected, actual } of this.#checks.broken(value, limits)) {
      this.#add(pointer, expected, actual ?? this.#describeValue(value));
    }
  }

  get #checks(): LimitTable {
    const { checks } = this.#options;
    if (!checks) throw new TypeError('A definition has limits, but no checks of limits were passed');
    return checks;
  }

  #visitArray(shape: ArrayShape, value: unknown, pointer: string): void {
    if (!Array.isArray(value)) return this.#report(pointer, this.#describe(shape), value);
    const { items, least = 0, most = Infinity } = shape;
    if (value.length < least) this.#add(pointer, `at least ${count(least)}`, `${value.length}`);
    if (value.length > most) this.#add(pointer, `at most ${count(most)}`, `${value.length}`);
    for (let i = 0; i < value.length && this.issues.length < this.#most; i++) {
      this.visit(items, value[i], `${pointer}/${i}`);
    }
  }

  #visitObject({ has = {}, may = {}, rest }: ObjectShape, value: unknown, pointer: string): void {
    if (!isObject(value)) return this.#report(pointer, 'object', value);
    for (const name in has) this.#visitProperty(has[name] as Shape, ownOf(value, name), pointer, name);
    for (const name in may) {
      const found = ownOf(value, name);
      if (found !== undefined) this.#visitProperty(may[name] as Shape, found, pointer, name);
    }
    if (rest === undefined) return;
    for (const name in value) {
      if (!Object.hasOwn(has, name) && !Object.hasOwn(may, name)) this.#visitProperty(rest, value[name], pointer, name);
    }
  }

  #visitProperty(shape: Shape, value: unknown, pointer: string, name: string): void {
    const at = `${pointer}/${escapeKey(this.#cut(name))}`;
    if (value === undefined) this.#report(at, this.#describe(shape), value);
    else this.visit(shape, value, at);
  }

  #visitTagged({ tag, of }: TaggedShape, value: unknown, pointer: string): void {
    if (!isObject(value)) return this.#report(pointer, 'object', value);
    const found = ownOf(value, tag);
    const meant = typeof found === 'string' && Object.hasOwn(of, found) ? of[found] : undefined;
    if (meant === undefined) this.#visitProperty({ is: Object.keys(of) }, found, pointer, tag);
    else this.visit(isList(meant) ? { any: meant } : meant, value, pointer);
  }

  #visitAny(shape: AnyShape, value: unknown, pointer: string): void {
    let isTooDeep = false;
    for (const each of shape.any) {
      const trial = new Walker(this.#shapes, { ...this.#options, issues: 1 }, this.#depth);
      trial.visit(each, value, '');
      if (trial.issues.length === 0) return;
      isTooDeep ||= trial.#isTooDeep;
    }
    if (isTooDeep) this.#reportDepth(pointer, value);
    else this.#report(pointer, this.#describe(shape), value);
  }

  #reportDepth(pointer: string, value: unknown): void {
    this.#isTooDeep = true;
    this.#report(pointer, 'a value that is nested less deeply', value);
  }

  #expect(fits: boolean, shape: Shape, value: unknown, pointer: string): void {
    if (!fits) this.#report(pointer, this.#describe(shape), value);
  }

  #report(pointer: string, expected: string, value: unknown): void {
    this.#add(pointer, expected, this.#describeValue(value));
  }

  #add(pointer: string, expected: string, actual: string): void {
    if (this.issues.length < this.#most) this.issues.push(issue(pointer, expected, actual));
  }

  /** Describes a shape: objects and arrays by the name of their definition, others by their values. */
  #describe(shape: Shape): string {
    if (typeof shape === 'string') {
      if (isPrimitive(shape)) return PRIMITIVE_TEXTS[shape] ?? shape;
      const definition = this.#definition(shape);
      return isStructured(definition) ? shape : this.#describe(definition);
    }
    if ('is' in shape) return either(shape.is.map((value) => JSON.stringify(value)));
    if ('number' in shape) return describeBounds(shape);
    if ('items' in shape) return 'array';
    if ('any' in shape) return either([...new Set(shape.any.map((each) => this.#describe(each)))]);
    if ('all' in shape) return shape.all.map((each) => this.#describe(each)).join(' and ');
    if ('limits' in shape) return this.#checks.describe(shape.limits);
    return 'object';
  }

  #describeValue(value: unknown): string {
    if (value === undefined) return 'nothing';
    if (value === null) return 'null';
    if (Array.isArray(value)) return 'array';
    if (typeof value === 'string') return quote(value, this.#textLimit);
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : typeof value;
  }

  #cut(text: string): string {
    return text.length > this.#textLimit ? `${text.slice(0, this.#textLimit)}...` : text;
  }

  #definition(name: string): Shape {
    const shape = Object.hasOwn(this.#shapes, name) ? this.#shapes[name] : undefined;
    if (shape === undefined) throw new RangeError(`Unknown definition ${name}`);
    return shape;
  }
}

const primitives = {
  any: (value: unknown) => value !== undefined,
  string: (value: unknown) => typeof value === 'string',
  number: (value: unknown) => Number.isFinite(value),
  integer: (value: unknown) => Number.isInteger(value),
  boolean: (value: unknown) => typeof value === 'boolean',
  null: (value: unknown) => value === null,
  never: () => false,
  object: isObject,
};

/** Descriptions of primitive types that differ from their names. */
const PRIMITIVE_TEXTS: { readonly [name: string]: string } = { any: 'any value', never: 'nothing' };

function isPrimitive(name: string): name is keyof typeof primitives {
  return Object.hasOwn(primitives, name);
}

function isNumberWithin(value: unknown, { number, min = -Infinity, max = Infinity }: NumberShape): boolean {
  return primitives[number](value) && (value as number) >= min && (value as number) <= max;
}

function describeBounds({ number, min, max }: NumberShape): string {
  if (min !== undefined && max !== undefined) return `${number} from ${min} to ${max}`;
  if (min !== undefined) return `${number} of at least ${min}`;
  return max === undefined ? number : `${number} of at most ${max}`;
}

/** Returns a property of an object that is its own: its prototype may have one of the same name, such as `constructor`. */
function ownOf(value: { readonly [name: string]: unknown }, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

/** The recursive definitions of each table. */
const recursive = new WeakMap<Shapes, ReadonlySet<string>>();

/** Returns the definitions that mention themselves, directly or through others. */
function recursiveIn(shapes: Shapes): ReadonlySet<string> {
  let found = recursive.get(shapes);
  if (!found) recursive.set(shapes, (found = findRecursive(shapes)));
  return found;
}

function findRecursive(shapes: Shapes): ReadonlySet<string> {
  const mentioned = new Map(Object.entries(shapes).map(([name, shape]) => [name, namesIn(shape)]));
  const isRecursive = (name: string): boolean => {
    const reached = new Set<string>();
    const open = [...(mentioned.get(name) ?? [])];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (reached.has(next)) continue;
      reached.add(next);
      open.push(...(mentioned.get(next) ?? []));
    }
    return reached.has(name);
  };
  return new Set([...mentioned.keys()].filter(isRecursive));
}

/** Returns the names of the definitions that a shape mentions. */
function namesIn(shape: Shape): readonly string[] {
  if (typeof shape === 'string') return [shape];
  if ('items' in shape) return namesIn(shape.items);
  if ('tag' in shape)
    return Object.values(shape.of).flatMap((each) => (isList(each) ? each.flatMap(namesIn) : namesIn(each)));
  if ('any' in shape) return shape.any.flatMap(namesIn);
  if ('all' in shape) return shape.all.flatMap(namesIn);
  if ('is' in shape || 'number' in shape || 'limits' in shape) return [];
  const { has = {}, may = {}, rest } = shape;
  return [...Object.values(has), ...Object.values(may), ...(rest === undefined ? [] : [rest])].flatMap(namesIn);
}

function isStructured(shape: Shape): boolean {
  return typeof shape === 'object' && !('is' in shape || 'number' in shape || 'any' in shape);
}

function count(items: number): string {
  return items === 1 ? '1 item' : `${items} items`;
}

function isList(shape: Shape | readonly Shape[]): shape is readonly Shape[] {
  return Array.isArray(shape);
}

function either(texts: readonly string[]): string {
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} or ${texts.at(-1)}`;
}
