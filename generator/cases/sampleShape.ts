/** Makes random values of shapes. They are valid but for limits, and where shapes nest without end. */

import type { CompactShape, CompactTable, ObjectShape } from '../analyze/compactShape.js';
import type { Random } from './random.js';

/** Values for places that accept anything: one of each type, and texts that are written in several ways. */
export const ANYTHING: readonly unknown[] = [
  ...[null, true, false, 0, 1, -1, 0.5, 1e21, 1e-7, 2 ** 53],
  ...[
    '',
    'a',
    'text',
    '\u00e9',
    '\u{1d4b3}\u{1d4b3}',
    '\ud835',
    'a\nb',
    '"\\/~',
    'long '.repeat(20),
    '\u{1d4b3}'.repeat(41),
  ],
  ...[[], [null], [1, 1], {}, { a: 1 }, { '~/': { nested: [true] } }],
];

/** The depth from which optional parts are left out, and that from which values end. */
const [SHALLOW, DEEP] = [6, 30];

/** Makes values of the definitions of a revision. */
export class ShapeSampler {
  readonly #shapes: CompactTable;
  readonly #random: Random;

  constructor(shapes: CompactTable, random: Random) {
    this.#shapes = shapes;
    this.#random = random;
  }

  /** Returns a value of a shape, or of a definition by its name. */
  sample(shape: CompactShape, depth = 0): unknown {
    const random = this.#random;
    if (depth > DEEP) return null;
    if (typeof shape === 'string') return this.#named(shape, depth);
    if ('is' in shape) return random.pick(shape.is);
    if ('number' in shape) return this.#number(shape.number, shape.min ?? -1000, shape.max ?? 1000);
    if ('items' in shape) {
      const { items, least = 0, most = Infinity } = shape;
      const length = Math.min(least + (depth > SHALLOW ? 0 : random.below(4)), most);
      return Array.from({ length }, () => this.sample(items, depth + 1));
    }
    if ('tag' in shape) {
      const group = random.pick(Object.values(shape.of));
      return this.sample(isList(group) ? random.pick(group) : group, depth + 1);
    }
    if ('any' in shape)
      return this.sample(depth > SHALLOW ? (shape.any[0] ?? 'never') : random.pick(shape.any), depth + 1);
    if ('all' in shape) return this.#merged(shape.all.map((each) => this.sample(each, depth + 1)));
    return 'limits' in shape ? random.pick(ANYTHING) : this.#object(shape, depth);
  }

  #named(name: string, depth: number): unknown {
    switch (name) {
      case 'any':
      case 'never':
        return this.#random.pick(ANYTHING);
      case 'string':
        return this.#random.pick(ANYTHING.filter((value) => typeof value === 'string'));
      case 'number':
      case 'integer':
        return this.#number(name, -1000, 1000);
      case 'boolean':
        return this.#random.chance(50);
      case 'null':
        return null;
      case 'object':
        return this.#random.pick(ANYTHING.filter(isRecord));
      default:
        return this.sample(this.#shapes[name] ?? 'never', depth + 1);
    }
  }

  #number(kind: 'number' | 'integer', least: number, most: number): number {
    if (kind === 'integer') return least + this.#random.below(most - least + 1);
    return least + (this.#random.below(1001) / 1000) * (most - least);
  }

  #object({ has = {}, may = {}, rest = 'any' }: ObjectShape, depth: number): unknown {
    const random = this.#random;
    const optional = Object.entries(may).filter(() => depth <= SHALLOW && random.chance(50));
    const others = depth <= SHALLOW && random.chance(20) ? [[random.pick(['other', 'x~/y', '7']), rest] as const] : [];
    const named = [...others.filter(([name]) => !(name in has) && !(name in may)), ...optional, ...Object.entries(has)];
    return Object.fromEntries(named.map(([name, shape]) => [name, this.sample(shape, depth + 1)]));
  }

  /** A value of all of some shapes has the properties of each of them. */
  #merged(values: readonly unknown[]): unknown {
    const records = values.filter(isRecord);
    return records.length === values.length ? (Object.assign({}, ...records) as unknown) : values[0];
  }
}

export function isRecord(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isList(shape: CompactShape | readonly CompactShape[]): shape is readonly CompactShape[] {
  return Array.isArray(shape);
}
