/** The regular expressions of all packages, with long texts of their own characters. */
import { runInNewContext } from 'node:vm';
import { alphabetOf, collectExpressions, makeText } from '../expressions.mjs';

/** UTF-16 code units of a text. */
const LENGTH = 50_000;

/** Milliseconds that an expression may work for a text. A quadratic one takes a second or more, all others less than a tenth of that. */
const MOST = 300;

/** Milliseconds after which an expression is stopped. */
const TIMEOUT = 2_000;

/** How often a text is tried that takes long: the first time an expression is compiled, or memory collected. */
const REPEATS = 2;

let collected;

/** @param {() => readonly { place: string, source: string, flags: string }[]} collect */
export function expressionsTarget(name, collect) {
  return {
    name,
    make(random) {
      const steps = Array.from({ length: 40 }, () => {
        const expression = random.pick(collect());
        return { ...expression, text: makeText(random, alphabetOf(expression), LENGTH) };
      });
      return { steps };
    },
    async run({ steps }, probe) {
      await probe.turn();
      for (const step of steps) {
        if (probe.problems.length === 0) await run(step, probe);
      }
    },
  };
}

export const expressions = expressionsTarget('expressions', () => (collected ??= collectExpressions().expressions));

async function run({ place, source, flags, text: [before, repeated, times, after] }, probe) {
  const text = probe.own(() => `${before}${repeated.repeat(times)}${after}`);
  probe.note(text);
  const act = () => {
    new RegExp(source, flags).test(text);
    text.replace(new RegExp(source, flags), '');
  };
  let spent = Infinity;
  for (let left = REPEATS; left > 0 && spent > MOST && spent !== TIMEOUT; left--)
    spent = Math.min(
      spent,
      probe.own(() => timeOf(act)),
    );
  if (spent > MOST) probe.fail(`${place}: /${source}/${flags} took ${spent.toFixed()} ms`);
  await probe.turn();
}

/** The milliseconds for which this process works; about {@link TIMEOUT} if it is stopped. */
function timeOf(act) {
  const started = process.cpuUsage();
  try {
    runInNewContext('act()', { act }, { timeout: TIMEOUT });
  } catch (error) {
    if (error.code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    return TIMEOUT;
  }
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1_000;
}
