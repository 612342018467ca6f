import { FLAG, checkOptions, LIST, type OptionTable } from '@mcp-gen/runtime/options';
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { RequestId, Transport } from '@mcp-gen/runtime';
import { isObjectOrArray } from '@mcp-gen/runtime/codegen/v1';
import { recordedLine, type Replacements, replaceTexts } from './recording.js';
import { tap } from './tap.js';
import { mapTokens, SIDE, type JsonMessage, type Side, type Token } from './tokens.js';

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
 * first occurrence, so that the same session results in the same file. The file is written while the session lasts, and is whole when the transport
 * is closed; closing fails if it cannot be written. Each recording needs a file of its own. `mcp-gen validate` reads such files, too.
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
  const recording = new Recording(file, side, replace, times);
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

/** Characters that wait to be written. */
const MAX_WAITING = 64 * 1024 * 1024;
/** Ids and tokens whose names are kept. */
const MAX_NAMES = 100_000;
/** Characters of an id or token that is kept as it is: others are hashed. */
const MAX_KEY = 200;

class Recording {
  readonly #file: string;
  readonly #side: Side;
  readonly #replace: Replacements;
  readonly #start: number | undefined;
  /** The names of ids and tokens. The oldest are dropped first: one that comes again has another name then. */
  readonly #names = new Map<string, RequestId>();
  readonly #counts = new Map<string, number>();
  /** Lines that are not in the file yet. */
  #waiting = '';
  #isWriting = false;
  #written = Promise.resolve();
  #hasFile = false;
  #isOver = false;
  #failure: Error | undefined;

  constructor(file: string, side: Side, replace: Replacements, times: boolean) {
    this.#file = file;
    this.#side = side;
    this.#replace = replace;
    this.#start = times ? performance.now() : undefined;
  }

  /**
   * Adds a message. The messages of a batch are recorded separately. Other values are not recorded.
   *
   * @throws {TypeError} if a message that is sent is not JSON-serializable.
   */
  add(from: Side, value: unknown): void {
    if (this.#isOver || this.#failure) return;
    const ms = this.#start === undefined ? undefined : Math.round((performance.now() - this.#start) * 1_000) / 1_000;
    try {
      const lines = [value]
        .flat()
        .filter(isObjectOrArray)
        .map((message) => {
          const named = mapTokens(message, from, (token) => this.#name(token));
          return `${recordedLine(from, replaceTexts(named, this.#replace) as JsonMessage, ms)}\n`;
        });
      this.#waiting += lines.join('');
      if (this.#waiting.length > MAX_WAITING) throw new Error('messages come faster than they are written');
    } catch (error) {
      // Transports that write JSON refuse it as well.
      if (error instanceof TypeError && from === this.#side) throw error;
      // The session goes on without the recording: `end` throws the error.
      return this.#fail(error instanceof RangeError ? new Error('a message is nested too deeply') : error);
    }
    this.#flush();
  }

  /**
   * Writes what is left.
   *
   * @throws {Error} if not all messages are in the file.
   */
  async end(): Promise<void> {
    this.#isOver = true;
    this.#flush();
    await this.#written;
    if (this.#failure) throw this.#failure;
  }

  #flush(): void {
    if (this.#isWriting || this.#failure) return;
    this.#isWriting = true;
    this.#written = this.#write()
      .catch((error: unknown) => this.#fail(error))
      .finally(() => (this.#isWriting = false));
  }

  async #write(): Promise<void> {
    if (!this.#hasFile) await mkdir(dirname(this.#file), { recursive: true });
    while (this.#waiting !== '' || !this.#hasFile) {
      const text = this.#waiting;
      this.#waiting = '';
      await writeFile(this.#file, text, { flag: this.#hasFile ? 'a' : 'w' });
      this.#hasFile = true;
    }
  }

  #fail(cause: unknown): void {
    const reason = cause instanceof Error ? cause.message : String(cause);
    this.#failure ??= new Error(`The recording ${this.#file} cannot be written: ${reason}`, { cause });
    this.#waiting = '';
  }

  #name({ kind, value }: Token): RequestId {
    const text = `${kind} ${JSON.stringify(value)}`;
    const key = text.length > MAX_KEY ? createHash('sha256').update(text).digest('base64') : text;
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const what = kind.replace(/^.* /, '');
    const count = (this.#counts.get(what) ?? 0) + 1;
    this.#counts.set(what, count);
    const name = what === 'request' ? count : `${what}-${count}`;
    this.#names.set(key, name);
    const [oldest] = this.#names.keys();
    if (this.#names.size > MAX_NAMES && oldest !== undefined) this.#names.delete(oldest);
    return name;
  }
}
