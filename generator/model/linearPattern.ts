/**
 * Decides whether a regular expression takes linear time on every string. Guards match strings of the other side: an expression that
 * backtracks could stop a program for minutes.
 *
 * A backtracking engine visits each way of matching each prefix. So the time is linear if no prefix of a string can lead to the same part
 * of the expression in two ways. Starting at another character counts as another way: `^` prevents it.
 */

/** Inclusive ranges of code points. */
type CharacterSet = readonly (readonly [number, number])[];

/** A part of an expression as an automaton (Glushkov): its states are the places of its characters. */
interface Part {
  /** The number of ways to match the empty string. Two stands for more. */
  readonly empty: number;
  readonly first: readonly number[];
  readonly last: readonly number[];
}

const EMPTY: Part = { empty: 1, first: [], last: [] };
const LARGEST = 0x10ffff;
const DIGITS: CharacterSet = [[48, 57]];
const WORDS: CharacterSet = [...DIGITS, [65, 90], [95, 95], [97, 122]];
const SPACES: CharacterSet = [
  [9, 13],
  [32, 32],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];
const LINE_ENDS: CharacterSet = [
  [10, 10],
  [13, 13],
  [0x2028, 0x2029],
];
const ANYTHING: CharacterSet = [[0, LARGEST]];
const CLASSES: { readonly [letter: string]: CharacterSet } = { d: DIGITS, w: WORDS, s: SPACES };
const CONTROLS: { readonly [letter: string]: number } = { t: 9, n: 10, v: 11, f: 12, r: 13, 0: 0 };

/** The maximum number of characters in an expression, with those of bounded repetitions counted each time. */
const MAX_STATES = 2_000;
/** The maximum number of pairs of states to compare. */
const MAX_PAIRS = 500_000;

class Unsupported extends Error {}

/**
 * Returns why an expression must not be used, or undefined if it takes linear time.
 *
 * @param pattern its source, for the flag `u`
 */
export function problemOfPattern(pattern: string): string | undefined {
  try {
    new RegExp(pattern, 'u');
  } catch {
    return 'is not a regular expression';
  }
  try {
    return new Automaton(pattern).isAmbiguous() ? 'may take more than linear time' : undefined;
  } catch (error) {
    if (error instanceof Unsupported) return error.message;
    if (error instanceof RangeError) return 'is nested too deeply';
    throw error;
  }
}

class Automaton {
  readonly #text: string;
  #at = 0;
  readonly #sets: CharacterSet[] = [];
  /** The states that may follow each state. A state that follows in two ways is listed twice. */
  readonly #next: number[][] = [];
  readonly #isAmbiguous: boolean;
  /** The number of parts that were read, with those of repetitions counted each time. */
  #parts = 0;

  constructor(pattern: string) {
    this.#text = pattern;
    const start = this.#state(ANYTHING);
    let isAnchored = true;
    const alternatives: Part[] = [];
    do {
      if (this.#peek('^')) this.#at++;
      else isAnchored = false;
      alternatives.push(this.#sequence());
    } while (this.#take('|'));
    const all = either(alternatives);
    // Without `^`, the expression may start at each character.
    const next = this.#next[start] as number[];
    if (!isAnchored) next.push(start);
    next.push(...all.first);
    const endsTwice = all.empty > 1 || new Set(all.last).size < all.last.length;
    this.#isAmbiguous = endsTwice || this.#findAmbiguity(start);
  }

  isAmbiguous(): boolean {
    return this.#isAmbiguous;
  }

  /** Returns whether a string leads from a state to another one in two ways. */
  #findAmbiguity(start: number): boolean {
    const seen = new Set<number>();
    const open: [number, number][] = [[start, start]];
    for (let pair = open.pop(); pair; pair = open.pop()) {
      const [left, right] = pair;
      const [lefts, rights] = [this.#next[left] ?? [], this.#next[right] ?? []];
      for (const [i, a] of lefts.entries()) {
        for (const [j, b] of rights.entries()) {
          if (left === right && i >= j) continue;
          if (a === b) return true;
          if (!intersect(this.#sets[a] ?? [], this.#sets[b] ?? [])) continue;
          this.#visit(a, b, seen, open);
        }
      }
      // Both may follow the same path on, from a state that they share.
      if (left === right) for (const state of lefts) this.#visit(state, state, seen, open);
    }
    return false;
  }

  #visit(a: number, b: number, seen: Set<number>, open: [number, number][]): void {
    const key = Math.min(a, b) * MAX_STATES + Math.max(a, b);
    if (seen.has(key)) return;
    if (seen.size >= MAX_PAIRS) throw new Unsupported('is too large to be checked');
    seen.add(key);
    open.push([a, b]);
  }

  #state(set: CharacterSet): number {
    if (this.#sets.length >= MAX_STATES) throw new Unsupported('repeats too many characters');
    this.#next.push([]);
    return this.#sets.push(set) - 1;
  }

  #peek(text: string): boolean {
    return this.#text.startsWith(text, this.#at);
  }

  #take(text: string): boolean {
    const isThere = this.#peek(text);
    if (isThere) this.#at += text.length;
    return isThere;
  }

  #alternatives(): Part {
    const parts = [this.#sequence()];
    while (this.#take('|')) parts.push(this.#sequence());
    return either(parts);
  }

  #sequence(): Part {
    let whole = EMPTY;
    while (this.#at < this.#text.length && !this.#peek('|') && !this.#peek(')')) {
      whole = this.#join(whole, this.#repeated());
    }
    return whole;
  }

  #join(a: Part, b: Part): Part {
    for (const state of a.last) this.#next[state]?.push(...b.first);
    return {
      empty: Math.min(a.empty * b.empty, 2),
      first: twiceAtMost([...a.first, ...repeat(b.first, a.empty)]),
      last: twiceAtMost([...b.last, ...repeat(a.last, b.empty)]),
    };
  }

  #repeated(): Part {
    const begin = this.#at;
    const part = this.#atom();
    const end = this.#at;
    const range = this.#range();
    if (!range) return part;
    const [least, most] = range;
    const after = this.#at;
    // Each repetition has states of its own: its text is read again.
    const again = (): Part => {
      this.#at = begin;
      const copy = this.#atom();
      this.#at = after;
      return copy;
    };
    if (begin === end) throw new Unsupported('repeats nothing');
    let whole = EMPTY;
    let isUsed = false;
    const take = (): Part => {
      const next = isUsed ? again() : part;
      isUsed = true;
      return next;
    };
    // Of `x{2,}`, the last copy repeats.
    const copied = most === Infinity ? Math.max(least, 1) : least;
    for (let i = 1; i <= copied; i++) {
      const copy = take();
      if (i === copied && most === Infinity) this.#loop(copy);
      whole = this.#join(whole, copy);
    }
    if (most === Infinity) return least > 0 ? whole : optional(whole);
    // `x{0,2}` is `(x(x)?)?`.
    const copies = Array.from({ length: most - least }, take);
    const rest = copies.reduceRight<Part>((inner, copy) => optional(this.#join(copy, inner)), EMPTY);
    return most > least ? this.#join(whole, rest) : whole;
  }

  #loop(part: Part): void {
    if (part.empty > 0) throw new Unsupported('repeats what may be empty');
    for (const state of part.last) this.#next[state]?.push(...part.first);
  }

  #range(): readonly [number, number] | undefined {
    const [text = '', least, comma, most] =
      /^(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/.exec(this.#text.slice(this.#at)) ?? [];
    this.#at += text.length;
    switch (text[0]) {
      case undefined:
        return undefined;
      case '*':
        return [0, Infinity];
      case '+':
        return [1, Infinity];
      case '?':
        return [0, 1];
      default: {
        const from = Number(least);
        const to = comma === undefined ? from : most === '' ? Infinity : Number(most);
        if (from > MAX_STATES || (to !== Infinity && to > MAX_STATES))
          throw new Unsupported('repeats too many characters');
        return [from, to];
      }
    }
  }

  #atom(): Part {
    if (++this.#parts > 10 * MAX_STATES) throw new Unsupported('repeats too many characters');
    const begin = this.#at;
    const character = this.#character();
    switch (character) {
      case '^':
        throw new Unsupported('has "^" at another place than its beginning');
      case '$':
        return EMPTY;
      case '(':
        return this.#group();
      case '.':
        return this.#single(negate(LINE_ENDS));
      case '[':
        return this.#single(this.#class());
      case '\\': {
        if (/^[bB]/.test(this.#text.slice(this.#at))) {
          this.#at++;
          return EMPTY;
        }
        this.#at = begin;
        return this.#single(this.#escaped());
      }
      default:
        return this.#single(one(character.codePointAt(0) ?? 0));
    }
  }

  #group(): Part {
    if (!this.#take('?:')) {
      const [name = ''] = /^\?<[^=!>][^>]*>/.exec(this.#text.slice(this.#at)) ?? [];
      this.#at += name.length;
      if (name === '' && this.#peek('?')) throw new Unsupported('looks ahead or behind');
    }
    const part = this.#alternatives();
    this.#take(')');
    return part;
  }

  #single(set: CharacterSet): Part {
    const state = this.#state(set);
    return { empty: 0, first: [state], last: [state] };
  }

  /** Reads one code point. */
  #character(): string {
    const character = String.fromCodePoint(this.#text.codePointAt(this.#at) ?? 0);
    this.#at += character.length;
    return character;
  }

  #class(): CharacterSet {
    const isNegated = this.#take('^');
    const sets: CharacterSet[] = [];
    while (!this.#take(']')) {
      const low = this.#member();
      const isRange = this.#peek('-') && !this.#peek('-]') && isOne(low);
      if (isRange) {
        this.#at++;
        const high = this.#member();
        sets.push([[low[0]?.[0] ?? 0, high[0]?.[1] ?? 0]]);
      } else sets.push(low);
    }
    const all = sets.flat();
    return isNegated ? negate(all) : all;
  }

  #member(): CharacterSet {
    if (this.#peek('\\')) return this.#escaped();
    return one(this.#character().codePointAt(0) ?? 0);
  }

  /** Reads an escape sequence: a class or a character. */
  #escaped(): CharacterSet {
    this.#at++;
    const letter = this.#character();
    const known = CLASSES[letter.toLowerCase()];
    if (known && /[dwsDWS]/.test(letter)) return letter === letter.toLowerCase() ? known : negate(known);
    if (/[pP]/.test(letter)) {
      const [name = ''] = /^\{[^}]*\}/.exec(this.#text.slice(this.#at)) ?? [];
      this.#at += name.length;
      // Which characters have a property is not known here.
      return ANYTHING;
    }
    const control = CONTROLS[letter];
    if (control !== undefined) return one(control);
    if (/[1-9k]/.test(letter)) throw new Unsupported('refers back to a group');
    if (letter === 'c') return one((this.#character().codePointAt(0) ?? 0) % 32);
    const [code = '', inBraces, plain] =
      (letter === 'u' ? /^(?:\{([0-9a-f]+)\}|([0-9a-f]{4}))/i : /^(\b\B)?([0-9a-f]{2})/i).exec(
        /[ux]/.test(letter) ? this.#text.slice(this.#at) : '',
      ) ?? [];
    if (code === '') return one(letter.codePointAt(0) ?? 0);
    this.#at += code.length;
    const value = Number.parseInt(inBraces ?? plain ?? '', 16);
    // Two halves of a character are one character, or none that a string contains alone.
    return value >= 0xd800 && value <= 0xdfff ? ANYTHING : one(value);
  }
}

function either(parts: readonly Part[]): Part {
  return {
    empty: parts.reduce((sum, { empty }) => Math.min(sum + empty, 2), 0),
    first: parts.flatMap(({ first }) => first),
    last: parts.flatMap(({ last }) => last),
  };
}

function optional(part: Part): Part {
  return { ...part, empty: Math.min(part.empty + 1, 2) };
}

/** Returns a list as often as there are ways to reach it. */
function repeat(states: readonly number[], ways: number): readonly number[] {
  if (ways === 0) return [];
  return ways === 1 ? states : [...states, ...states];
}

/** Leaves out what is there twice already: two ways are too many, and more would double with each nested group. */
function twiceAtMost(states: readonly number[]): readonly number[] {
  const counts = new Map<number, number>();
  return states.filter((state) => {
    const count = (counts.get(state) ?? 0) + 1;
    counts.set(state, count);
    return count <= 2;
  });
}

function one(code: number): CharacterSet {
  return [[code, code]];
}

function isOne(set: CharacterSet): boolean {
  const [first, ...others] = set;
  return first !== undefined && others.length === 0 && first[0] === first[1];
}

function negate(set: CharacterSet): CharacterSet {
  const ranges: [number, number][] = [];
  let next = 0;
  for (const [low, high] of set.toSorted(([a], [b]) => a - b)) {
    if (low > next) ranges.push([next, low - 1]);
    next = Math.max(next, high + 1);
  }
  if (next <= LARGEST) ranges.push([next, LARGEST]);
  return ranges;
}

function intersect(a: CharacterSet, b: CharacterSet): boolean {
  return a.some(([low, high]) => b.some(([from, to]) => low <= to && from <= high));
}
