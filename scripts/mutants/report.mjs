// What a run prints.
import { GROUPS } from './operators/index.mjs';

/** Returns a line for a mutant that has been judged. */
export function describeResult({ number, mutant, verdict }, count) {
  const place = `${mutant.file}:${mutant.line} ${mutant.operator}`;
  return `${String(number).padStart(String(count).length)}/${count} ${place}: ${describeVerdict(verdict)}`;
}

/** Returns a mutant as a change of its line. */
export function describeMutant({ file, line, operator, in: around, before, after }) {
  const where = around === '' ? '' : `, in ${around}`;
  return `${file}:${line} ${operator}${where}\n  - ${before}\n  + ${after}`;
}

/**
 * Returns `{ packages, kinds }`: how many mutants were judged, how many of them killed, and how many of these only by the linter, of each
 * package, and of each group with its kinds.
 */
export function rates(results) {
  const judged = results.filter(({ verdict }) => ['killed', 'timeout', 'survived'].includes(verdict.outcome));
  const rate = (name, isOne) => {
    const own = judged.filter(({ mutant }) => isOne(mutant));
    const killed = own.filter(({ verdict }) => verdict.outcome !== 'survived').length;
    return own.length === 0 ? [] : [[name, { judged: own.length, killed, lint: own.filter(isByLint).length }]];
  };
  const packages = [...new Set(judged.map(({ mutant }) => packageOf(mutant)))].sort();
  const kinds = Object.entries(GROUPS).flatMap(([group, names]) => [
    ...rate(group, ({ operator }) => names.includes(operator)),
    ...names.flatMap((name) => rate(name, ({ operator }) => operator === name)),
  ]);
  return {
    packages: Object.fromEntries(packages.flatMap((name) => rate(name, (mutant) => packageOf(mutant) === name))),
    kinds: Object.fromEntries(kinds),
  };
}

/** Returns the rates as two tables. */
export function describeRates({ packages, kinds }) {
  const lines = [...Object.entries(packages), ...Object.entries(kinds)].map(([name, { killed, judged, lint }]) => {
    const indent = Object.hasOwn(GROUPS, name) || Object.hasOwn(packages, name) ? '' : '  ';
    const byLint = lint === 0 ? '' : `, ${lint} of them by lint`;
    return `${(indent + name).padEnd(14)} killed ${killed} of ${judged} (${percent((100 * killed) / judged)})${byLint}`;
  });
  return lines.join('\n');
}

/** Returns how many mutants came to which end, and the share of those that a test can find, with and without the linter. */
export function summarize(results, killedByTypes) {
  const count = (outcome) => results.filter(({ verdict }) => verdict.outcome === outcome).length;
  const outcomes = ['killed', 'timeout', 'survived', 'equivalent', 'broken'];
  const [killed, time, survived, equivalent, broken] = outcomes.map(count);
  const lint = results.filter(isByLint).length;
  const all = killed + time + survived;
  const score = (found) => (all === 0 ? 100 : (100 * found) / all);
  return {
    mutants: results.length,
    killed: killed + time,
    tests: killed - lint,
    time,
    lint,
    survived,
    equivalent,
    broken,
    killedByTypes,
    score: score(killed + time),
    scoreWithoutLint: score(killed + time - lint),
  };
}

/** Returns the summary as one line. */
export function describeSummary(summary) {
  const { mutants, killed, tests, time, lint, survived, equivalent, broken, killedByTypes } = summary;
  const parts = [
    `mutants: ${mutants}`,
    `killed ${killed} (by tests ${tests}, by time ${time}, by lint ${lint})`,
    `survived ${survived}`,
    `equivalent ${equivalent}`,
    ...(broken === 0 ? [] : [`without a result ${broken}`]),
    `score ${percent(summary.score)}`,
    `without lint ${percent(summary.scoreWithoutLint)}`,
  ];
  return `${parts.join(', ')}; ${killedByTypes} more do not compile, or cannot differ by their types`;
}

/** Rounded down: what is not met must not look as if it were. */
function percent(value) {
  return `${(Math.floor(value * 10) / 10).toFixed(1)} %`;
}

function packageOf({ file }) {
  return file.split('/', 1)[0];
}

function isByLint({ verdict }) {
  return verdict.by === 'lint';
}

function describeVerdict({ outcome, by, rule, file, test, why, tests, reaching = tests, ms }) {
  const seconds = `${((ms ?? 0) / 1000).toFixed(1)} s`;
  if (by === 'lint') return `killed by lint (${rule}), not by ${tests} test files in ${seconds}`;
  if (outcome === 'killed') return `killed by ${file} in ${seconds} (${test})`;
  if (outcome === 'timeout') return `killed by time in ${file}: ${why}`;
  if (outcome === 'equivalent') return `equivalent: ${why}`;
  if (outcome === 'broken') return `without a result: ${why}`;
  if (tests === 0) return 'survived: no test reaches it';
  return `survived ${tests}${reaching > tests ? ` of ${reaching}` : ''} test files in ${seconds}`;
}
