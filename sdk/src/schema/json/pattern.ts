/**
 * Regular expressions in linear time. JavaScript's engine backtracks, so that a short pattern can take exponential time. Here all
 * alternatives are followed in parallel. Character classes are evaluated by JavaScript.
 */

import type { Run } from './run.js';
import { parsePattern, type Node } from './patternSyntax.js';

/** Maximum number of states of a pattern: `a{1000}` has a thousand. */
export const MAX_STATES = 5_000;

/** Maximum number of states of all patterns of one schema. */
export const MAX_STATES_OF_SCHEMA = 100_000;

/** Returns whether a text contains a match. */
export type Matcher = (text: string, run: Pick<Run, 'spend'>) => boolean;

/** A state of a match, between two characters. */
type State =
  | { readonly kind: 'accept' }
  | { readonly kind: 'one'; readonly accepts: (character: string) => boolean; readonly next: State }
  | { readonly kind: 'where'; readonly holds: Condition; readonly next: State }
  /** Filled when its target has been created. */
  | { readonly kind: 'any'; readonly next: State[] };

/** A condition between two characters. */
type Condition = (characters: readonly string[], at: number, run: Pick<Run, 'spend'>) => boolean;

/** The patterns of one schema. Each pattern is compiled once. */
export class Patterns {
  readonly #matchers = new Map<string, Matcher>();
  #states = 0;

  /** @param fail rejects a pattern that is invalid, too large, or has a backreference or lookbehind, whose time cannot be bounded */
  matcher(source: string, fail: (problem: string) => never): Matcher {
    const known = this.#matchers.get(source);
    if (known !== undefined) return known;
    const compiler = new Compiler(fail);
    const start = compiler.build(parsePattern(source, fail), ACCEPT);
    this.#states += compiler.states;
    if (this.#states > MAX_STATES_OF_SCHEMA) {
      fail(`expected patterns of at most ${MAX_STATES_OF_SCHEMA} states in total, with repetitions expanded`);
    }
    const matcher: Matcher = (text, run) => {
      run.spend(text.length);
      const characters = Array.from(text);
      return hasMatch(start, characters, 0, run, true);
    };
    this.#matchers.set(source, matcher);
    return matcher;
  }
}

const ACCEPT: State = { kind: 'accept' };

class Compiler {
  readonly #fail: (problem: string) => never;
  #states = 0;

  constructor(fail: (problem: string) => never) {
    this.#fail = fail;
  }

  /** The number of states created so far. */
  get states(): number {
    return this.#states;
  }

  /** Returns the state before a node, given the state after it. */
  build(node: Node, next: State): State {
    if (++this.#states > MAX_STATES)
      this.#fail(`expected a pattern of at most ${MAX_STATES} states, with repetitions expanded`);
    switch (node.kind) {
      case 'one':
        return { kind: 'one', accepts: node.accepts, next };
      case 'sequence':
        return node.parts.reduceRight((after, part) => this.build(part, after), next);
      case 'either':
        return { kind: 'any', next: node.branches.map((branch) => this.build(branch, next)) };
      case 'repeat':
        return this.#repeat(node, next);
      case 'where':
        return { kind: 'where', holds: this.#condition(node), next };
    }
  }

  #repeat({ part, least, most }: Extract<Node, { kind: 'repeat' }>, next: State): State {
    let state = next;
    if (most === Infinity) {
      const loop: State = { kind: 'any', next: [] };
      loop.next.push(this.build(part, loop), next);
      state = loop;
    } else {
      for (let i = least; i < most; i++) state = { kind: 'any', next: [this.build(part, state), next] };
    }
    for (let i = 0; i < least; i++) state = this.build(part, state);
    return state;
  }

  #condition({ what }: Extract<Node, { kind: 'where' }>): Condition {
    switch (what) {
      case 'start':
        return (_, at) => at === 0;
      case 'end':
        return (characters, at) => at === characters.length;
      case 'word boundary':
        return (characters, at) => isBoundary(characters, at);
      case 'no word boundary':
        return (characters, at) => !isBoundary(characters, at);
      default: {
        const start = this.build(what.ahead, ACCEPT);
        return (characters, at, run) => hasMatch(start, characters, at, run, false) === what.wanted;
      }
    }
  }
}

/** Follows all alternatives in parallel: the set of possible states, character by character. */
function hasMatch(
  start: State,
  characters: readonly string[],
  from: number,
  run: Pick<Run, 'spend'>,
  anywhere: boolean,
): boolean {
  let states = new Set<State>();
  for (let at = from; ; at++) {
    if (anywhere || at === from) states.add(start);
    // States that are added during the iteration are visited, too.
    for (const state of states) {
      run.spend(1);
      if (state.kind === 'accept') return true;
      if (state.kind === 'any') for (const next of state.next) states.add(next);
      else if (state.kind === 'where' && state.holds(characters, at, run)) states.add(state.next);
    }
    const character = characters[at];
    if (character === undefined || states.size === 0) return false;
    const after = new Set<State>();
    for (const state of states) if (state.kind === 'one' && state.accepts(character)) after.add(state.next);
    states = after;
  }
}

function isBoundary(characters: readonly string[], at: number): boolean {
  return isWord(characters[at - 1]) !== isWord(characters[at]);
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /^\w$/.test(character);
}
