// The part of `npm run requirements` that proves rows.
import { randomIntegers, shuffled } from '../mutants/random.mjs';
import { prove } from './prove.mjs';

/**
 * Proves rows, prints what was found, and sets the exit code: 1 if a row is not proven, 130 if it was interrupted.
 *
 * @param project as `prove` takes it, with `coveredIds()`: the rows that tests seem to cover
 * @param options `{ id, sample, breaks, seed }`: a row, or how many of the covered rows are drawn
 */
export async function main(project, { id, sample, breaks, seed }) {
  const covered = project.coveredIds();
  if (id !== undefined && !covered.includes(id)) {
    console.error(`No test names the requirement "${id}". Rows with tests: npm run requirements -- --draw 30`);
    process.exitCode = 2;
    return;
  }
  const ids = id === undefined ? shuffled(covered, randomIntegers(seed)).slice(0, sample) : [id];
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => interrupted.abort());
  try {
    const unproven = await prove(project, ids, { breaks, seed }, console.log, interrupted.signal);
    if (unproven.length > 0) process.exitCode = 1;
    if (id !== undefined) return;
    for (const { id, why } of unproven) console.log(`not proven: ${id}: ${why}`);
    console.log(`proven: ${ids.length - unproven.length} of ${ids.length} rows, drawn with seed ${seed}`);
  } catch (error) {
    if (!interrupted.signal.aborted) throw error;
    console.error('Interrupted.');
    process.exitCode = 130;
  }
}
