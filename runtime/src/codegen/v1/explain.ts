/**
 * Explains why a value is invalid, by walking the compact tables that are generated beside the guards. It is slower than guards, and only
 * loaded after a guard has rejected a value.
 *
 * @module
 */

import { escapeKey, isObject, issue, quote, type Issue } from '../v1.js';

/** The allowed values, as a table. A string is a primitive type or the name of a definition. */
export type Shape = string | LiteralShape | NumberShape | ArrayShape | ObjectShape | TaggedShape | AnyShape | AllShape;

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

/** The definitions of a revision. */
export type Shapes = { readonly [definition: string]: Shape };

/** Limits of an explanation. */
export interface ExplainLimits {
  /** Maximum number of issues. Default 10. */
  readonly issues?: number;
  /** Maximum characters of a string from the value: a key in a pointer, a literal. Default 80. */
  readonly text?: number;
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
  const walker = new Walker(shapes, limits.issues ?? 10, limits.text ?? 80);
  walker.visit(definition, value, '');
  return walker.issues;
}

class Walker {
  readonly issues: Issue[] = [];
  readonly #shapes: Shapes;
  readonly #most: number;
  readonly #textLimit: number;

  constructor(shapes: Shapes, most: number, textLimit: number) {
    this.#shapes = shapes;
    this.#most = most;
    this.#textLimit = textLimit;
  }

  visit(shape: Shape, value: unknown, pointer: string): void {
    if (this.issues.length >= this.#most) return;
    if (typeof shape === 'string') this.#visitNamed(shape, value, pointer);
    else if ('is' in shape) this.#expect(shape.is.includes(value as string), shape, value, pointer);
    else if ('number' in shape) this.#expect(isNumberWithin(value, shape), shape, value, pointer);
    else if ('items' in shape) this.#visitArray(shape, value, pointer);
    else if ('tag' in shape) this.#visitTagged(shape, value, pointer);
    else if ('any' in shape) this.#expect(this.#fitsAny(shape.any, value), shape, value, pointer);
    else if ('all' in shape) for (const each of shape.all) this.visit(each, value, pointer);
    else this.#visitObject(shape, value, pointer);
  }

  #visitNamed(name: string, value: unknown, pointer: string): void {
    if (isPrimitive(name)) this.#expect(primitives[name](value), name, value, pointer);
    else this.visit(this.#definition(name), value, pointer);
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
    for (const name in has) this.#visitProperty(has[name] as Shape, value[name], pointer, name);
    for (const name in may)
      if (value[name] !== undefined) this.#visitProperty(may[name] as Shape, value[name], pointer, name);
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
    const found = value[tag];
    const meant = typeof found === 'string' && Object.hasOwn(of, found) ? of[found] : undefined;
    if (meant === undefined) this.#visitProperty({ is: Object.keys(of) }, found, pointer, tag);
    else this.visit(isList(meant) ? { any: meant } : meant, value, pointer);
  }

  #fitsAny(shapes: readonly Shape[], value: unknown): boolean {
    return shapes.some((shape) => {
      const trial = new Walker(this.#shapes, 1, this.#textLimit);
      trial.visit(shape, value, '');
      return trial.issues.length === 0;
    });
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
    const shape = this.#shapes[name];
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
