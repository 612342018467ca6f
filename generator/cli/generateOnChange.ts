import { performance } from 'node:perf_hooks';
import { writeFiles } from '../write/writeFiles.js';
import { chooseRevisions } from './chooseRevisions.js';
import { compileRevisions } from './compileRevisions.js';
import { describeFailure } from './describeFailure.js';
import type { Terminal } from './terminal.js';
import { watchSchemas } from './watchSchemas.js';

/** Where schemas are read, where code is written, and whether it replaces what a person wrote. */
export interface Places {
  readonly schema: string;
  readonly out: string;
  readonly force?: boolean;
}

/**
 * Generates some revisions, and each of them anew when its schema changes, until the signal is aborted. Says a line about
 * each run. A run that fails says why, and leaves its revision as it was.
 *
 * @throws {UsageError} if the schemas cannot be watched, or no longer
 */
export async function generateOnChange(
  revisions: readonly string[],
  places: Places,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<void> {
  const changes = watchSchemas(places.schema, revisions, signal);
  const generateEach = async (ids: readonly string[]): Promise<void> => {
    for (const id of ids) if (!signal.aborted) await generateOne(id, places, terminal);
  };
  await generateEach(revisions);
  terminal.note(`Watching ${places.schema}. Ctrl-C ends.`);
  for await (const ids of changes) await generateEach(ids);
}

async function generateOne(id: string, { schema, out, force = false }: Places, terminal: Terminal): Promise<void> {
  const start = performance.now();
  const say = (result: string): void => {
    terminal.print(`${id}: ${result}, ${Math.round(performance.now() - start)} ms`);
  };
  try {
    const compiled = await compileRevisions(await chooseRevisions([id], schema), schema, silent(terminal));
    const files = compiled.flatMap(({ files }) => files);
    const { written, removed, unchanged } = await writeFiles(out, files, { force, prune: true });
    say(`${written.length} written, ${removed.length} removed, ${unchanged} unchanged`);
  } catch (error) {
    terminal.note(describeFailure(error, terminal.paint).text);
    say('failed');
  }
}

// The line about the run stands for the progress within it.
function silent(terminal: Terminal): Terminal {
  return { ...terminal, note: () => undefined };
}
