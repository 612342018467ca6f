// Measures at sizes that double, and shows what grows faster than linearly.
import { curves as callCurves } from './growth/calls.mjs';
import { curves as generateCurves } from './growth/generate.mjs';
import { curves as listCurves } from './growth/lists.mjs';
import { curves as messageCurves } from './growth/messages.mjs';
import { curves as sessionCurves } from './growth/sessions.mjs';
import { fail, readOptions } from './options.mjs';
import { interleave } from './statistics.mjs';

/** An exponent beyond what is expected by more than this is not the noise of a machine. */
const TOLERANCE = 0.2;

const USAGE = 'Usage: npm run bench:growth [-- --curve <part of a name>] [--rounds 5]';

const { values: options } = readOptions(USAGE, {
  options: { curve: { type: 'string', default: '' }, rounds: { type: 'string', default: '5' } },
});
const curves = [...messageCurves, ...listCurves, ...callCurves, ...sessionCurves, ...generateCurves].filter(
  ({ curve }) => curve.includes(options.curve),
);
if (curves.length === 0) fail(`No curve is called "${options.curve}".`, USAGE);

console.log(
  '| curve | cost by size | exponents | all sizes | the last three | |\n| --- | --- | --- | --: | --: | --- |',
);
for (const { curve, size, unit, sizes, expected = 1, rounds = Number(options.rounds), open } of curves) {
  const { measure, close } = await open();
  try {
    if (rounds > 1) await measure(sizes[0]); // warm up
    const measured = await interleave(
      Object.fromEntries(sizes.map((each) => [`${each} `, () => measure(each)])),
      rounds,
      // What else runs on the machine only adds to the cost.
      (values) => Math.min(...values),
    );
    const points = sizes.map((each) => [each, measured[`${each} `]]);
    const exponents = points.slice(1).map((point, index) => exponent(points[index], point));
    const overall = exponent(points[0], points.at(-1));
    // What does not grow hides how the rest does: the larger sizes show what is to come.
    const last = exponent(points.at(-3), points.at(-1));
    const verdict = last > expected + TOLERANCE ? '**grows faster**' : '';
    const costs = points.map(([each, cost]) => `${shown(each)}: ${shown(cost)}`).join(', ');
    const row = [`${curve} (${unit} by ${size})`, costs, exponents.map((each) => each.toFixed(2)).join(', ')];
    console.log(`| ${[...row, overall.toFixed(2), last.toFixed(2), verdict].join(' | ')} |`);
  } finally {
    await close();
  }
}
process.exit();

/** The power of the size with which the cost grew between two sizes. */
function exponent([size, cost], [larger, costlier]) {
  return Math.log(costlier / cost) / Math.log(larger / size);
}

function shown(value) {
  return value.toLocaleString('en', { maximumSignificantDigits: 4 });
}
