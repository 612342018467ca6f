import { performance } from 'node:perf_hooks';
import { compileProtocols } from '../compileProtocols.js';
import type { Protocol } from '../model/protocol.js';
import { readRevision } from '../protocols.js';
import { chooseRevisions } from './chooseRevisions.js';
import { stepsOf } from './compileRevisions.js';
import { describeDecision } from './describeChecklist.js';
import { describeFailure } from './describeFailure.js';
import { describeWritten } from './phrases.js';
import type { Terminal } from './terminal.js';
import { watchSchemas } from './watchSchemas.js';

/** The schema folder, the output folder, and whether edited files are replaced. */
export interface Places {
  readonly schema: string;
  readonly out: string;
  readonly force?: boolean;
  /** Whether open decisions are guessed instead of reported as errors. */
  readonly draft?: boolean;
}

/**
 * Generates revisions, and regenerates them when a schema changes, until the signal is aborted. Prints a line about each run. If a schema
 * is invalid, prints the problems and keeps the output of its revision.
 *
 * @param revisions oldest first
 * @throws {UsageError} if the schemas cannot be watched, or can no longer be watched
 */
export async function generateOnChange(
  revisions: readonly string[],
  places: Places,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<void> {
  const changes = watchSchemas(places.schema, revisions, signal);
  const generation = new Generation(revisions, places, terminal);
  const run = (changed: readonly string[]): Promise<void> => generation.run(changed).finally(terminal.progress?.end);
  await run(revisions);
  terminal.note(`Watching ${places.schema}. Press Ctrl-C to stop.`);
  for await (const changed of changes) if (!signal.aborted) await run(changed);
}

class Generation {
  readonly #revisions: readonly string[];
  readonly #places: Places;
  readonly #terminal: Terminal;
  /** The last valid protocols. */
  readonly #protocols = new Map<string, Protocol>();

  constructor(revisions: readonly string[], places: Places, terminal: Terminal) {
    this.#revisions = revisions;
    this.#places = places;
    this.#terminal = terminal;
  }

  async run(changed: readonly string[]): Promise<void> {
    const start = performance.now();
    const print = (ids: readonly string[], result: string): void => {
      this.#terminal.print(`${ids.join(', ')}: ${result}, ${Math.round(performance.now() - start)} ms`);
    };
    const read: string[] = [];
    for (const id of changed) {
      if (await this.#succeeds(() => this.#read(id))) read.push(id);
      else print([id], 'failed');
    }
    const protocols = this.#revisions.flatMap((id) => this.#protocols.get(id) ?? []);
    // Revisions share code: without one of them, the code that it shares with the others would be removed.
    if (read.length === 0 || protocols.length < this.#revisions.length) return;
    const written = await this.#succeeds(async () => {
      print(read, await this.#write(protocols));
    });
    if (!written) print(read, 'failed');
  }

  async #read(id: string): Promise<void> {
    this.#terminal.progress?.step(`Reading ${id}`);
    await chooseRevisions([id], this.#places.schema);
    const protocol = await readRevision(id, this.#places.schema, {
      completeness: this.#places.draft === true ? 'draft' : 'release',
    });
    this.#protocols.set(id, protocol);
    for (const decision of protocol.openDecisions) this.#terminal.note(describeDecision(decision, this.#terminal));
  }

  async #write(protocols: readonly Protocol[]): Promise<string> {
    const { out, force } = this.#places;
    const destination = { folder: out, force };
    const { written } = await compileProtocols(protocols, { destination, onStart: stepsOf(this.#terminal) });
    return written ? describeWritten(written) : '';
  }

  /** Runs an action. Returns whether it succeeded; if not, prints why. */
  async #succeeds(act: () => Promise<void>): Promise<boolean> {
    try {
      await act();
      return true;
    } catch (error) {
      this.#terminal.note(describeFailure(error, this.#terminal.paint).text);
      return false;
    }
  }
}
