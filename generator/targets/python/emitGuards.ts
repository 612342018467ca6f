/**
 * Emits guards.py: a function for each definition, as an expression. A part of its own becomes a private function, named after its place.
 */

import type { ObjectShape, RevisionPlan, Shape, Shapes, TaggedShape } from '../targetInterface.js';
import {
  and,
  ALWAYS,
  cheapestFirst,
  equality,
  isAlways,
  isNever,
  layoutOf,
  NEVER,
  or,
  returnText,
  test,
  type Condition,
  type Cost,
} from './guardConditions.js';
import { docstring } from './docstrings.js';
import { bracketed, enclosed, LINE, printLayout, type Layout } from './codeLayout.js';
import { limitConditions } from './limitConditions.js';
import { guardName, literal, snakeCase, stringLiteral } from './pythonNames.js';

/** A function of the module. */
interface EmittedGuard {
  readonly name: string;
  readonly text: string;
}

/** Returns the body of the module. */
export function emitGuards(plan: RevisionPlan): string {
  return new GuardsEmitter(plan).text();
}

/** Functions for each value of an iterable: a call of a function in C is faster than a step of a generator. */
const MATCHING: { readonly [primitive: string]: string } = {
  string: 'matches_string',
  boolean: 'matches_boolean',
  object: 'matches_object',
  number: 'matches_number',
  integer: 'matches_integer',
};

class GuardsEmitter {
  readonly #shapes: Shapes;
  readonly #recursive: ReadonlySet<string>;
  readonly #names: Set<string>;
  readonly #functions: EmittedGuard[] = [];
  /** The functions of equal parts. */
  readonly #helpers = new Map<string, string>();
  /** The helpers of the function that is printed, which follow it. */
  #waiting: (() => void)[] = [];

  constructor({ shapes, recursive }: RevisionPlan) {
    this.#shapes = shapes;
    this.#recursive = recursive;
    this.#names = new Set(Object.keys(shapes).map(guardName));
  }

  text(): string {
    for (const [name, shape] of Object.entries(this.#shapes)) {
      this.#definition(name, shape);
      for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) next();
    }
    return [...usedFunctions(this.#functions).map(({ text }) => text), this.#table()].join('\n\n\n');
  }

  #definition(name: string, shape: Shape): void {
    const guard = guardName(name);
    const docs = docstring(`Return whether a value is of type \`${name}\`.`, 4);
    const signature = [bracketed(`def ${guard}(`, ['value: Any'], ')'), ` -> TypeIs[types.${name}]:`];
    const head = `${printLayout(signature)}\n${docs}\n`;
    const path = snakeCase(name);
    if (!this.#recursive.has(name)) {
      this.#functions.push({ name: guard, text: head + this.#body(shape, path) });
      return;
    }
    const level = this.#claim(`_is_${path}_level`);
    const call = bracketed('nested(', [level, 'value', stringLiteral(name)], ')');
    this.#functions.push({ name: guard, text: `${head}${printLayout(['    return ', call])}` });
    this.#private(level, shape, path);
  }

  /** Returns the guards by the names of definitions. */
  #table(): string {
    const entries = Object.keys(this.#shapes).map((name) => `${stringLiteral(name)}: ${guardName(name)}`);
    const table = bracketed('{', entries, '}');
    return `${printLayout(['GUARDS: Final[dict[str, Guard]] = ', table])}\n"""The guards, by the names of their definitions."""`;
  }

  /** Returns the statements of a function that checks `value`. */
  #body(shape: Shape, path: string): string {
    return typeof shape === 'object' && 'tag' in shape
      ? this.#cases(shape, path)
      : returnText(this.#condition(shape, 'value', path), 4);
  }

  #cases({ tag, of }: TaggedShape, path: string): string {
    const cases = Object.entries(of).flatMap(([value, group]) => {
      const members = isList(group) ? group : [group];
      const conditions = members.map((member, index) =>
        this.#condition(member, 'value', `${path}_${snakeCase(value)}${members.length > 1 ? index : ''}`),
      );
      return [`        case ${stringLiteral(value)}:`, returnText(or(conditions), 12)];
    });
    return [
      '    if not has_type(value, dict):',
      '        return False',
      `    match value.get(${stringLiteral(tag)}):`,
      ...cases,
      '        case _:',
      '            return False',
    ].join('\n');
  }

  /** Returns the condition that an expression has a shape. */
  #condition(shape: Shape, value: string, path: string): Condition {
    if (typeof shape === 'string') return this.#named(shape, value);
    if ('is' in shape) return isOneOf(shape.is, value);
    if ('number' in shape) {
      const { number, min, max } = shape;
      return and([this.#named(number, value), ...bounds(value, min, max)]);
    }
    if ('items' in shape) {
      const { items, least, most } = shape;
      return and([
        isA(value, 'list'),
        ...bounds(`len(${value})`, least, most),
        this.#each(items, value, `${path}_item`),
      ]);
    }
    if ('any' in shape) return or(shape.any.map((each, index) => this.#condition(each, value, `${path}${index}`)));
    if ('all' in shape) return this.#all(shape.all, value, path);
    if ('limits' in shape) return limitConditions(shape.limits, value);
    if (value !== 'value' || 'tag' in shape) return calls(this.#helper(shape, path), value, 2);
    return this.#object(shape, path);
  }

  /** After a guard, type checkers know the properties of a value: others are read in a function of their own. */
  #all(shapes: readonly Shape[], value: string, path: string): Condition {
    const isGuarded = shapes.some((each) => typeof each === 'string' && this.#guardOf(each) !== undefined);
    return and(
      shapes.map((each, index) => {
        const place = shapes.length > 1 ? `${path}${index}` : path;
        return isGuarded && typeof each === 'object' && !('limits' in each)
          ? calls(this.#helper(each, place), value, 2)
          : this.#condition(each, value, place);
      }),
    );
  }

  #named(name: string, value: string): Condition {
    switch (name) {
      case 'any':
        return ALWAYS;
      case 'never':
        return NEVER;
      case 'string':
        return isA(value, 'str');
      case 'boolean':
        return isA(value, 'bool');
      case 'object':
        return isA(value, 'dict');
      case 'null':
        return test(`${value} is None`, 0);
      case 'number':
      case 'integer':
        return calls(`matches_${name}`, value, 1);
      default:
        return calls(guardName(name), value, 2);
    }
  }

  /** Returns the condition that all items of an iterable have a shape. */
  #each(shape: Shape, values: Layout, path: string): Condition {
    const condition = this.#condition(shape, 'item', path);
    if (isAlways(condition)) return ALWAYS;
    if (isNever(condition)) return test(enclosed('all(', ['False for _ in ', values], ')'), 3);
    const called = typeof shape === 'object' ? undefined : (this.#guardOf(shape) ?? MATCHING[shape]);
    if (called !== undefined) return test(enclosed('all(', bracketed('map(', [called, values], ')'), ')'), 3);
    return test(enclosed('all(', { group: [layoutOf(condition), LINE, 'for item in ', values] }, ')'), 3);
  }

  /** Returns the guard of a definition; undefined for primitives. */
  #guardOf(name: string): string | undefined {
    return Object.hasOwn(this.#shapes, name) ? guardName(name) : undefined;
  }

  #object({ has = {}, may = {}, rest }: ObjectShape, path: string): Condition {
    const property = (name: string, shape: Shape): Condition =>
      this.#condition(shape, `value[${stringLiteral(name)}]`, `${path}_${snakeCase(name)}`);
    const required = Object.entries(has).map(([name, shape]) =>
      and([test(`${stringLiteral(name)} in value`, 0), property(name, shape)]),
    );
    const optional = Object.entries(may).map(([name, shape]) => {
      const condition = property(name, shape);
      return isAlways(condition) ? ALWAYS : or([test(`${stringLiteral(name)} not in value`, 0), condition]);
    });
    const names = [...Object.keys(has), ...Object.keys(may)].map(stringLiteral);
    const others: Layout = names.length === 0 ? 'value.values()' : bracketed('rest_of(', ['value', ...names], ')');
    const last = rest === undefined ? ALWAYS : this.#each(rest, others, `${path}_value`);
    return and([isA('value', 'dict'), ...cheapestFirst(required), ...cheapestFirst(optional), last]);
  }

  /** Returns the private function that checks a part. */
  #helper(shape: Shape, path: string): string {
    const key = JSON.stringify(shape);
    const known = this.#helpers.get(key);
    if (known !== undefined) return known;
    const name = this.#claim(`_is_${path}`);
    this.#helpers.set(key, name);
    this.#waiting.push(() => this.#private(name, shape, path));
    return name;
  }

  #private(name: string, shape: Shape, path: string): void {
    this.#functions.push({ name, text: `def ${name}(value: Any) -> bool:\n${this.#body(shape, path)}` });
  }

  #claim(name: string): string {
    let free = name;
    for (let count = 2; this.#names.has(free); count++) free = `${name}${count}`;
    this.#names.add(free);
    return free;
  }
}

/** Returns functions without private ones that no other calls: a condition may need only a part of what was printed for it. */
function usedFunctions(functions: readonly EmittedGuard[]): readonly EmittedGuard[] {
  const words = functions.map(({ text }) => new Set(text.match(/\w+/g)));
  const used = functions.filter(
    ({ name }, index) => !name.startsWith('_') || words.some((each, other) => other !== index && each.has(name)),
  );
  return used.length === functions.length ? used : usedFunctions(used);
}

function isA(value: string, type: string): Condition {
  return test(bracketed('has_type(', [value, type], ')'), 1);
}

function calls(name: string, value: string, cost: Cost): Condition {
  return test(enclosed(`${name}(`, value, ')'), cost);
}

function isOneOf(values: readonly (string | number | boolean)[], value: string): Condition {
  const strings = values.filter((each) => typeof each === 'string').map(literal);
  const others = values.filter((each) => typeof each !== 'string').map(literal);
  const [only] = strings;
  return or([
    ...(strings.length === 1 && only !== undefined ? [equality(value, only)] : []),
    ...(strings.length > 1 ? [test({ operator: 'in', operands: [value, bracketed('(', strings, ')')] }, 0)] : []),
    ...(others.length > 0 ? [test(bracketed('equals_any(', [value, ...others], ')'), 0)] : []),
  ]);
}

/** Returns the condition that a number is within bounds. */
function bounds(number: string, least: number | undefined, most: number | undefined): readonly Condition[] {
  if (least === undefined && most === undefined) return [];
  // Integers from here on are compared as doubles, as those of JavaScript.
  const isLarge = [least, most].some((bound) => bound !== undefined && Math.abs(bound) > Number.MAX_SAFE_INTEGER);
  const compared = isLarge ? `float(${number})` : number;
  if (least === undefined) return [test(`${compared} <= ${literal(most ?? 0)}`, 1)];
  return [test(`${literal(least)} <= ${compared}${most === undefined ? '' : ` <= ${literal(most)}`}`, 1)];
}

function isList(shape: Shape | readonly Shape[]): shape is readonly Shape[] {
  return Array.isArray(shape);
}
