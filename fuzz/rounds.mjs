/** Runs rounds: makes them from seeds, repeats those that are slow, and shrinks those that fail. */
import { Random } from './random.mjs';
import { leftovers, Probe, resources } from './probe.mjs';

/** How often a round that was slow is repeated: on a busy machine any round may be. */
const REPEATS = 3;

/** Maximum runs for shrinking a failing round: fewer if the failure is a wait that times out. */
const SHRINKING = 150;
const SHRINKING_WAITS = 4;

/**
 * Runs one round.
 *
 * @returns {Promise<{ problems: string[], messages: number }>}
 */
export async function runRound(target, round) {
  const first = await observe(target, round);
  let { pause } = first;
  for (let left = REPEATS; left > 0 && pause > 0; left--) pause = Math.min(pause, (await observe(target, round)).pause);
  const { problems, messages, longest } = first;
  if (pause > 0) problems.push(`the event loop was busy for ${longest.toFixed()} ms, ${pause.toFixed()} ms too long`);
  return { problems, messages };
}

async function observe(target, round) {
  const before = resources();
  const probe = new Probe();
  try {
    await target.run(round, probe);
  } catch (error) {
    probe.fail(`the round threw: ${error?.stack ?? error}`);
  }
  const { pause, longest } = probe;
  await probe.end();
  for (const left of await leftovers(before)) probe.fail(`left behind: ${left}`);
  return { problems: probe.problems, messages: probe.messages, pause, longest };
}

/** Makes the round of a seed. */
export function makeRound(target, seed) {
  return target.make(new Random(seed));
}

/** Returns the shortest list of steps that was found which still fails. */
export async function shrink(target, round) {
  let best = round;
  let tries = SHRINKING;
  const end = performance.now() + SHRINKING_WAITS * Probe.timeout;
  for (
    let size = Math.ceil(best.steps.length / 2);
    size >= 1 && tries > 0;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let at = 0; at < best.steps.length && tries > 0 && performance.now() < end;) {
      tries--;
      const steps = best.steps.toSpliced(at, size);
      const smaller = { ...best, steps };
      const { problems } = await runRound(target, smaller);
      if (problems.length > 0) best = smaller;
      else at += size;
    }
  }
  return best;
}

/** The bytes on the heap, when there is nothing left to be collected; undefined without `--expose-gc`. */
export function heldBytes() {
  if (globalThis.gc === undefined) return undefined;
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
