import { FLAG, checkOptions, LIST, type OptionTable } from '@mcp-gen/runtime/options';
import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { RequestId, Transport } from '@mcp-gen/runtime';
import { isObjectOrArray } from '@mcp-gen/runtime/codegen/v1';
import { recordedLine, type Replacements, replaceTexts } from './recording.js';
import { tap } from './tap.js';
import { mapTokens, SIDE, TokenPairs, type JsonMessage, type Side, type Token } from './tokens.js';

/** Options of recording and replaying. */
export interface RecordingOptions {
  /**
   * Replacements for strings that differ between sessions: `[[/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>']]`. A regular expression needs the flag
   * `g`. Use the same for recording and replaying. Default: none.
   */
  readonly replace?: Replacements | undefined;
}

/** Options of {@link record}. */
export interface RecordOptions extends RecordingOptions {
  /** The side of the transport. Default `client`. */
  readonly side?: Side | undefined;
  /** Whether each line has `ms`, the milliseconds since the recording began. {@link replay} ignores it. Default false. */
  readonly times?: boolean | undefined;
}

export const RECORD_OPTIONS: OptionTable<RecordOptions> = {
  side: SIDE,
  replace: LIST,
  times: FLAG,
};

/**
 * Records the messages of a transport in a golden file for {@link replay}: one message a line, in order. Ids and tokens are numbered by
 * first occurrence, so that the same session results in the same file. While the session lasts, the lines are in a file beside it, whose name ends with
 * `.partial`, and which takes its place when the transport is closed; closing fails if it cannot be written. `mcp-gen validate` reads such
 * files, too.
 *
 * @example
 * ```ts
 * import { Server } from '@mcp-gen/sdk';
 * import { connect } from '@mcp-gen/sdk/client';
 * import { inProcess, record } from '@mcp-gen/sdk/testing';
 *
 * const server = new Server({ name: 'weather', version: '1.0.0' });
 * server.tool('forecast', {}, () => 'Sunny');
 * await using client = await connect(record(inProcess(server)(), 'test/session.jsonl'));
 * await client.callTool('forecast');
 * ```
 * @param file the path of the recording; missing folders are created
 * @throws {TypeError} if an option is unknown.
 */
export function record(transport: Transport, file: string, options: RecordOptions = {}): Transport {
  checkOptions('record', options, RECORD_OPTIONS);
  const { side = 'client', replace = [], times = false } = options;
  const recording = new Recording(file, replace, times);
  const tapped = tap(transport, (from, value) => recording.add(from, value), side);
  const close = tapped.close.bind(tapped);
  let closed: Promise<void> | undefined;
  return Object.assign(tapped, {
    close: () =>
      (closed ??= (async () => {
        await close();
        await recording.end();
      })()),
  });
}

class Recording {
  readonly #file: string;
  readonly #partial: string;
  readonly #replace: Replacements;
  readonly #start: number | undefined;
  readonly #names = new TokenPairs();
  readonly #counts = new Map<string, number>();
  /** Lines that are not in the file yet. */
  #lines: string[] = [];
  #writing: Promise<void> | undefined;
  #hasFile = false;
  #failure: { readonly error: unknown } | undefined;

  constructor(file: string, replace: Replacements, times: boolean) {
    this.#file = file;
    this.#partial = `${file}.${randomUUID().slice(0, 8)}.partial`;
    this.#replace = replace;
    this.#start = times ? performance.now() : undefined;
  }

  /** Adds a message. The messages of a batch are recorded separately. Invalid messages are left to the receiver. */
  add(from: Side, value: unknown): void {
    if (this.#failure) return;
    const ms = this.#start === undefined ? undefined : Math.round((performance.now() - this.#start) * 1_000) / 1_000;
    for (const message of [value].flat().filter(isObjectOrArray)) {
      const named = mapTokens(message, from, (token) => this.#name(token));
      this.#lines.push(`${recordedLine(from, replaceTexts(named, this.#replace) as JsonMessage, ms)}\n`);
    }
    // An error is told by `end`.
    this.#writing ??= this.#write().catch((error: unknown) => {
      this.#failure = { error };
      this.#lines = [];
    });
  }

  /** Writes what is left, and puts the file in its place. */
  async end(): Promise<void> {
    await this.#writing;
    if (!this.#failure) await this.#write();
    if (this.#failure) throw this.#failure.error;
    await rename(this.#partial, this.#file);
  }

  async #write(): Promise<void> {
    if (!this.#hasFile) await mkdir(dirname(this.#file), { recursive: true });
    do {
      const text = this.#lines.splice(0).join('');
      await writeFile(this.#partial, text, { flag: this.#hasFile ? 'a' : 'w' });
      this.#hasFile = true;
    } while (this.#lines.length > 0);
    this.#writing = undefined;
  }

  #name(token: Token): RequestId {
    const known = this.#names.recorded(token);
    if (known !== undefined) return known;
    const what = token.kind.replace(/^.* /, '');
    const count = (this.#counts.get(what) ?? 0) + 1;
    this.#counts.set(what, count);
    const name = what === 'request' ? count : `${what}-${count}`;
    this.#names.bind(token, name);
    return name;
  }
}
