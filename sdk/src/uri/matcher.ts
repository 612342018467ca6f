/**
 * Matches URIs with a small program, whose instructions read a URI from left to right and may fork. No instruction reads the same position
 * twice, so the work is bounded by instructions times characters, for any template and URI.
 */

/**
 * An instruction. `fork` tries the next instruction first, and `otherwise` if that fails. `many` takes as many characters as it can, and
 * fewer if what follows fails.
 */
export type Instruction =
  | { readonly do: 'text'; readonly units: readonly string[] }
  | { readonly do: 'take'; readonly accepts: (unit: string) => boolean }
  | { readonly do: 'many'; readonly accepts: (unit: string) => boolean }
  | { readonly do: 'fork'; otherwise: number }
  | { readonly do: 'go'; to: number }
  | { readonly do: 'open'; readonly variable: number }
  | { readonly do: 'close' };

/** A captured value: its variable and position. */
export interface Capture {
  readonly variable: number;
  readonly start: number;
  readonly end: number;
}

/** The result of running a program. */
export interface Run {
  /** The captures in the order of the text; `undefined` if the text does not match. */
  readonly captures: readonly Capture[] | undefined;
  /** The number of executed instructions. */
  readonly steps: number;
}

/** The captures so far, latest first, so that alternatives share their common beginning. */
interface Trail extends Capture {
  readonly before: Trail | undefined;
}

/** An instruction to continue with, at several positions: the last one first. */
interface Branch {
  readonly instruction: number;
  readonly first: number;
  last: number;
  readonly trail: Trail | undefined;
}

/** Finds the first match of all units, in the order that forks prefer. */
export function run(program: readonly Instruction[], units: readonly string[]): Run {
  const [first] = program;
  // Fast path: most templates begin with different text.
  if (first?.do === 'text' && !isAt(0, units, first)) return { captures: undefined, steps: 1 };
  const width = units.length + 1;
  const seen = new Uint32Array(Math.ceil(((program.length + 1) * width) / 32));
  const branches: Branch[] = [{ instruction: 0, first: 0, last: 0, trail: undefined }];
  let steps = 0;
  /** Returns whether an instruction reads a position for the first time. */
  const isNew = (instruction: number, at: number): boolean => {
    const place = instruction * width + at;
    const bit = 1 << (place & 31);
    const word = seen[place >>> 5] as number;
    if ((word & bit) !== 0) return false;
    seen[place >>> 5] = word | bit;
    steps++;
    return true;
  };
  for (let branch = branches.at(-1); branch !== undefined; branch = branches.at(-1)) {
    let { instruction, trail } = branch;
    let at = branch.last--;
    if (at === branch.first) branches.pop();
    while (isNew(instruction, at)) {
      const step = program[instruction];
      if (step === undefined) {
        if (at === units.length) return { captures: captured(trail), steps };
        break;
      }
      instruction++;
      if (step.do === 'text') {
        if (!isAt(at, units, step)) break;
        at += step.units.length;
      } else if (step.do === 'take') {
        const unit = units[at];
        if (unit === undefined || !step.accepts(unit)) break;
        at++;
      } else if (step.do === 'many') {
        const first = at;
        for (let unit = units[at]; unit !== undefined && step.accepts(unit); unit = units[at]) {
          if (!isNew(instruction - 1, at + 1)) break;
          at++;
        }
        if (at > first) branches.push({ instruction, first, last: at - 1, trail });
      } else if (step.do === 'fork') {
        branches.push({ instruction: step.otherwise, first: at, last: at, trail });
      } else if (step.do === 'go') {
        instruction = step.to;
      } else if (step.do === 'open') {
        trail = { variable: step.variable, start: at, end: at, before: trail };
      } else if (trail !== undefined) {
        trail = { ...trail, end: at };
      }
    }
  }
  return { captures: undefined, steps };
}

function isAt(at: number, units: readonly string[], text: { readonly units: readonly string[] }): boolean {
  return text.units.every((unit, index) => units[at + index] === unit);
}

function captured(trail: Trail | undefined): readonly Capture[] {
  const captures: Capture[] = [];
  for (let each = trail; each !== undefined; each = each.before) captures.push(each);
  return captures.reverse();
}
