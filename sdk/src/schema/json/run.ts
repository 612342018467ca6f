/** The state of checking one value. */

import { escapeKey, issue, type Issue } from '@mcp-gen/runtime/codegen/v1';
import { MAX_ISSUES } from '../issues.js';
import type { Resource } from './document.js';

/** Maximum cost of one value in steps: a step is an applied schema, a few characters of a string, or a state of a pattern. */
export const MAX_STEPS = 5_000_000;

/** Steps to record a key or an item: sets of many strings are slow. */
export const NOTE_COST = 5;

/** Maximum depth of schemas applied to one value. */
export const MAX_LEVELS = 500;

/** Checks a value. Records issues, unless the run is quiet. */
export type Check = (value: unknown, place: Place, run: Run, seen: Seen | undefined) => boolean;

/** The location in the checked value: keys, innermost first. */
export type Place = { readonly outer: Place; readonly key: string | number } | undefined;

/** The evaluated properties or items of a value; recorded only for `unevaluatedProperties` and `unevaluatedItems`. */
export type Seen = Set<string | number>;

/** Ends a run that exceeds a limit. */
class Overrun extends Error {}

/** The check of one value. */
export class Run {
  readonly issues: Issue[] = [];
  /** The resources of the schemas that are being applied, outermost first; recorded only for `$dynamicRef`. */
  readonly scope: Resource[] = [];
  #steps = MAX_STEPS;
  #level = 0;
  #silenced = 0;

  /** Whether issues are discarded. */
  get quiet(): boolean {
    return this.#silenced > 0 || this.issues.length >= MAX_ISSUES;
  }

  /** @throws if the value exceeds the maximum cost */
  spend(steps: number): void {
    this.#steps -= steps;
    if (this.#steps < 0) throw new Overrun(`that takes at most ${MAX_STEPS} steps to check`);
  }

  /** @throws if schemas are nested too deeply */
  descend(cost: number): void {
    this.spend(cost);
    if (++this.#level > MAX_LEVELS) throw new Overrun(`of at most ${MAX_LEVELS} levels`);
  }

  ascend(): void {
    this.#level--;
  }

  /** Checks without recording issues, if the result determines the next check. */
  quietly(check: Check, value: unknown, place: Place, seen: Seen | undefined): boolean {
    this.#silenced++;
    const valid = check(value, place, this, seen);
    this.#silenced--;
    return valid;
  }

  /** Adds the evaluated keys of a subschema to those of the whole. */
  note(seen: Seen | undefined, more: Seen | undefined): void {
    if (!seen || !more) return;
    this.spend(more.size * NOTE_COST);
    for (const key of more) seen.add(key);
  }

  /** Records an issue. Returns false. */
  fail(place: Place, expected: string, actual: string): false {
    if (!this.quiet) this.issues.push(issue(pointerTo(place), expected, actual));
    return false;
  }
}

/** Checks a value. Never throws: a value that exceeds a limit is invalid. */
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

/** Returns the location of a property or an item. */
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
