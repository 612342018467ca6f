/** Answers "is this the same type?" for the whole compiler. */

import { entriesOf, type Limits } from '../model/limits.js';
import { alternatives, type Located, type Shape } from './shape.js';

/** Options of a fingerprint. */
export interface FingerprintOptions {
  /** Whether notes count: keywords such as format, and literals named beside `string`. Default true. */
  readonly notes?: boolean;
}

/**
 * Numbers shapes by structure: two shapes have the same number exactly if they are structurally the same. Names, prose, and the order of
 * fields and union members are ignored. A name that is not in its table is compared as a string.
 */
export function fingerprints(shapes: readonly Located[], { notes = true }: FingerprintOptions = {}): readonly number[] {
  const statements = new Map<Shape, Statement<Shape>>();
  const open: Located[] = [];
  const nodeOf = (located: Located): Shape => {
    const shape = follow(located, notes);
    if (!statements.has(shape)) {
      statements.set(shape, { text: '', references: [] });
      open.push({ ...located, shape });
    }
    return shape;
  };
  const roots = shapes.map(nodeOf);
  for (let next = open.pop(); next; next = open.pop()) {
    const { shape, table } = next;
    const { text, references, unordered = false } = statementOf(next);
    const nodes = references.map((each) => nodeOf({ shape: each, table }));
    statements.set(shape, { text: notes ? text + notesText(shape) : text, references: nodes, unordered });
  }
  const numbers = numberAlike(statements);
  return roots.map((root) => numbers.get(root) ?? -1);
}

/** Returns whether two shapes have the same fingerprint. */
export function isSame(a: Located, b: Located, options?: FingerprintOptions): boolean {
  const [first, second] = fingerprints([a, b], options);
  return first === second;
}

/** Follows names and unions of one member, up to a shape with notes. */
function follow({ shape, table }: Located, notes: boolean): Shape {
  if (notes && notesText(shape) !== '') return shape;
  const target = shape.kind === 'reference' ? table.get(shape.name) : undefined;
  if (target) return follow({ shape: target, table }, notes);
  const [only, ...others] = shape.kind === 'union' ? alternatives(shape, table) : [];
  return only && others.length === 0 ? follow({ shape: only, table }, notes) : shape;
}

function statementOf({ shape, table }: Located): Statement<Shape> {
  switch (shape.kind) {
    case 'any':
    case 'never':
    case 'boolean':
    case 'null':
      return { text: shape.kind, references: [] };
    case 'string':
    case 'limits':
      return { text: `${shape.kind} ${limitsText(shape.limits)}`, references: [] };
    case 'literal':
      return { text: JSON.stringify(shape.value), references: [] };
    case 'number':
      return { text: `number ${shape.integer} ${limitsText(shape.limits)}`, references: [] };
    case 'array':
      return { text: `array ${limitsText(shape.limits)}`, references: [shape.items] };
    case 'object': {
      const fields = [...shape.fields].sort(([a], [b]) => (a < b ? -1 : 1));
      // Every object is open, so an index signature that accepts any value changes nothing.
      const rest = shape.rest && shape.rest.kind !== 'any' ? [shape.rest] : [];
      const text = `object ${JSON.stringify(fields.map(([name, { optional }]) => [name, optional]))} ${rest.length} ${limitsText(shape.limits)}`;
      return { text, references: [...fields.map(([, field]) => field.shape), ...rest] };
    }
    case 'union':
      return { text: 'union', references: alternatives(shape, table), unordered: true };
    case 'intersection':
      return { text: 'intersection', references: shape.members, unordered: true };
    case 'reference': {
      const target = table.get(shape.name);
      return target ? { text: 'noted', references: [target] } : { text: `name ${shape.name}`, references: [] };
    }
  }
}

function limitsText(limits: Limits = {}): string {
  return JSON.stringify(entriesOf(limits));
}

function notesText({ notes: { keywords = {}, known = [] } = {} }: Shape): string {
  const stated = Object.entries(keywords).sort(([a], [b]) => (a < b ? -1 : 1));
  return stated.length + known.length === 0 ? '' : ` ${JSON.stringify([stated, known.toSorted()])}`;
}

/** The text of one item, and the keys of the items that it refers to. An unknown key is compared as a string. */
export interface Statement<Key> {
  readonly text: string;
  readonly references: readonly Key[];
  /** Whether order and repetition of the references are ignored. Default false. */
  readonly unordered?: boolean;
}

/**
 * Numbers items by structure: two items have the same number if and only if their texts are equal and their references have the same
 * numbers, at any depth. Cycles are allowed.
 */
export function numberAlike<Key>(statements: ReadonlyMap<Key, Statement<Key>>): ReadonlyMap<Key, number> {
  let numbers = numbered(statements, ({ text }) => text);
  for (;;) {
    const known = numbers;
    const refined = numbered(statements, ({ references, unordered }, key) => {
      const numbersOf = references.map((reference) => known.get(reference) ?? String(reference));
      return [known.get(key), ...(unordered === true ? [...new Set(numbersOf)].sort() : numbersOf)].join(' ');
    });
    if (new Set(refined.values()).size === new Set(numbers.values()).size) return refined;
    numbers = refined;
  }
}

function numbered<Key>(
  statements: ReadonlyMap<Key, Statement<Key>>,
  describe: (statement: Statement<Key>, key: Key) => string,
): ReadonlyMap<Key, number> {
  const numbers = new Map<string, number>();
  const numberOf = (description: string): number => {
    const number = numbers.get(description) ?? numbers.size;
    numbers.set(description, number);
    return number;
  };
  return new Map([...statements].map(([key, statement]) => [key, numberOf(describe(statement, key))]));
}
