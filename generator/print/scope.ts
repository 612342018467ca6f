/** Makes identifiers that are unique within one scope. */

import { camelCase } from '../words.js';
import { isIdentifier } from './code.js';

/** Returns unique names: a name that is already used gets a number. */
export class Scope {
  readonly #taken: Set<string>;
  /** The number that a taken name gets next: those below are taken, too. */
  readonly #next = new Map<string, number>();

  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set(taken);
  }

  /** Returns the first requested name that is not used yet. If all are used, adds a number to the last one. Replaces invalid names. */
  claim(...preferences: readonly [string, ...string[]]): string {
    const names = preferences.map((preferred) =>
      isIdentifier(preferred) ? preferred : `${camelCase(preferred).replace(/^(?![a-z])/, 'value')}_`,
    );
    const base = names.at(-1) ?? '';
    let name = names.find((each) => !this.#taken.has(each)) ?? base;
    let number = this.#next.get(base) ?? 2;
    for (; this.#taken.has(name); number++) name = `${base}${number}`;
    this.#next.set(base, number);
    this.#taken.add(name);
    return name;
  }
}
