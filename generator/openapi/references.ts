import type { Gaps } from './gaps.js';
import { isObject, textOf, type JsonObject } from '../jsonValues.js';
import { InputError } from '../problems.js';

/** A value, and where it is in the document. */
export interface Located {
  readonly value: unknown;
  /** Its JSON Pointer, with `#` at the start. */
  readonly pointer: string;
}

/** The maximum number of references that lead from one to the next. */
const MAX_CHAIN = 50;

/** Follows the references of a document. */
export class References {
  readonly root: JsonObject;
  readonly #gaps: Gaps;
  readonly #forbidden: ReadonlyMap<string, string>;

  /** @param forbidden references that must not be followed, and the messages about them */
  constructor(root: JsonObject, gaps: Gaps, forbidden: ReadonlyMap<string, string>) {
    this.root = root;
    this.#gaps = gaps;
    this.#forbidden = forbidden;
  }

  /**
   * Returns the value that a value refers to, or the value itself. Undefined, with a gap, if the reference leads nowhere.
   *
   * @throws {InputError} if the reference must not be followed
   */
  follow(value: unknown, pointer: string): Located {
    return this.#follow(value, pointer, (place, message) => this.#gaps.add(place, message));
  }

  /** Returns the same value, without a gap: for values that are followed elsewhere, too. */
  peek(value: unknown): unknown {
    return this.#follow(value, '#', () => undefined).value;
  }

  #follow(value: unknown, pointer: string, report: (place: string, message: string) => void): Located {
    let located: Located = { value, pointer };
    for (let count = 0; count < MAX_CHAIN; count++) {
      const target = isObject(located.value) ? textOf(located.value['$ref']) : undefined;
      if (target === undefined) return located;
      const problem = this.#forbidden.get(target);
      if (problem !== undefined) throw new InputError(problem);
      const found = this.#at(target);
      if (found === undefined) {
        report(located.pointer, `the reference ${JSON.stringify(target)} leads nowhere, so it is left out`);
        return { value: undefined, pointer };
      }
      located = { value: found, pointer: target };
    }
    report(pointer, 'the reference leads to itself, so it is left out');
    return { value: undefined, pointer };
  }

  /** Returns the value at a JSON Pointer that starts with `#`; undefined if there is none. */
  #at(pointer: string): unknown {
    if (pointer === '#') return this.root;
    if (!pointer.startsWith('#/')) return undefined;
    let value: unknown = this.root;
    for (const part of pointer.slice(2).split('/')) {
      const key = decoded(part).replaceAll('~1', '/').replaceAll('~0', '~');
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
      value = (value as JsonObject)[key];
    }
    return value;
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
