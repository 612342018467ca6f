/** What passes through the checks of a schema while one value is checked. */

import { escapeKey, issue, type Issue } from '@mcp-gen/runtime/codegen/v1';
import { MOST_ISSUES } from '../issues.js';
import type { Resource } from './document.js';

/** How much one value may cost: a step is a schema that is applied, a few characters of a text, a state of a pattern. */
export const MAX_STEPS = 5_000_000;

/** How many steps it takes to note a key or an item: sets of many texts are slow. */
export const NOTE_COST = 5;

/** How deep schemas may be applied within each other while a value is checked. */
export const MAX_LEVELS = 500;

/** Checks one value against what was prepared. Says what is wrong, unless the run is quiet. */
export type Check = (value: unknown, place: Place, run: Run, seen: Seen | undefined) => boolean;

/** Where in the checked value: the keys, innermost first. */
export type Place = { readonly outer: Place; readonly key: string | number } | undefined;

/** Which properties or items of one value schemas have spoken of; kept only for `unevaluatedProperties` and `unevaluatedItems`. */
export type Seen = Set<string | number>;

/** Ends a run that costs too much. */
class Overrun extends Error {}

/** One value being checked. */
export class Run {
  readonly issues: Issue[] = [];
  /** The resources that the schemas applied at present belong to, outermost first; kept only for `$dynamicRef`. */
  readonly scope: Resource[] = [];
  #steps = MAX_STEPS;
  #level = 0;
  #silenced = 0;

  /** Whether nothing that is said now is kept. */
  get quiet(): boolean {
    return this.#silenced > 0 || this.issues.length >= MOST_ISSUES;
  }

  /** @throws if the value costs too much */
  spend(steps: number): void {
    this.#steps -= steps;
    if (this.#steps < 0) throw new Overrun(`that takes at most ${MAX_STEPS} steps to check`);
  }

  /** @throws if schemas are applied too deep */
  descend(cost: number): void {
    this.spend(cost);
    if (++this.#level > MAX_LEVELS) throw new Overrun(`of at most ${MAX_LEVELS} levels`);
  }

  ascend(): void {
    this.#level--;
  }

  /** Checks without saying anything: whether a value fits decides what is checked next. */
  quietly(check: Check, value: unknown, place: Place, seen: Seen | undefined): boolean {
    this.#silenced++;
    const valid = check(value, place, this, seen);
    this.#silenced--;
    return valid;
  }

  /** Adds what part of a schema speaks of to what the whole does. */
  note(seen: Seen | undefined, more: Seen | undefined): void {
    if (!seen || !more) return;
    this.spend(more.size * NOTE_COST);
    for (const key of more) seen.add(key);
  }

  /** Says that something else was expected. Returns false. */
  fail(place: Place, expected: string, actual: string): false {
    if (!this.quiet) this.issues.push(issue(pointerTo(place), expected, actual));
    return false;
  }
}

/** Checks a value. Nothing is thrown: a value that costs too much is not valid. */
export function runCheck(check: Check, value: unknown): readonly Issue[] {
  const run = new Run();
  try {
    check(value, undefined, run, undefined);
    return run.issues;
  } catch (error) {
    if (error instanceof Overrun) return [issue('', `a value ${error.message}`, 'more')];
    throw error;
  }
}

/** The place of a property or an item. */
export function inside(outer: Place, key: string | number): Place {
  return { outer, key };
}

function pointerTo(place: Place): string {
  const parts: string[] = [];
  for (let at = place; at !== undefined; at = at.outer) parts.push(`/${escapeKey(cut(String(at.key)))}`);
  return parts.reverse().join('');
}

function cut(key: string): string {
  return key.length > 80 ? `${key.slice(0, 80)}...` : key;
}
