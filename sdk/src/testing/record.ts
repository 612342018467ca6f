import { checkOptions, LIST, type OptionTable } from '@mcp-gen/runtime/options';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Receiver, RequestId, SendOptions, Message, Transport } from '@mcp-gen/runtime';
import { isObjectOrArray } from '@mcp-gen/runtime/codegen/v1';
import { recordedLine, type Replacements, replaceTexts } from './recording.js';
import { mapTokens, otherThan, SIDE, TokenPairs, type JsonMessage, type Side, type Token } from './tokens.js';

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
}

export const RECORD_OPTIONS: OptionTable<RecordOptions> = { side: SIDE, replace: LIST };

/**
 * Records the messages of a transport in a golden file for {@link replay}: one message a line, in order. Ids and tokens are numbered by
 * first occurrence, so that the same session results in the same file. The file is written when the transport is closed; closing fails if
 * it cannot be written. `mcp-gen validate` reads such files, too.
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
  return new Recorder(transport, file, options);
}

class Recorder implements Transport {
  readonly #transport: Transport;
  readonly #file: string;
  readonly #side: Side;
  readonly #replace: Replacements;
  readonly #names = new TokenPairs();
  readonly #counts = new Map<string, number>();
  readonly #lines: string[] = [];
  #closed: Promise<void> | undefined;

  constructor(transport: Transport, file: string, { side = 'client', replace = [] }: RecordOptions) {
    this.#transport = transport;
    this.#file = file;
    this.#side = side;
    this.#replace = replace;
  }

  get sessionId(): string | undefined {
    return this.#transport.sessionId;
  }

  get sendsHeaders(): boolean | undefined {
    return this.#transport.sendsHeaders;
  }

  start(receiver: Receiver): void | Promise<void> {
    return this.#transport.start(
      relay(receiver, (value, info) => {
        this.#lines.push(...this.#linesOf(otherThan(this.#side), value));
        receiver.message(value, info);
      }),
    );
  }

  send(message: Message | readonly Message[], options?: SendOptions): void | Promise<void> {
    // A value that is not JSON-serializable throws here.
    const lines = this.#linesOf(this.#side, message);
    const sent = this.#transport.send(message, options);
    if (this.#closed === undefined) this.#lines.push(...lines);
    return sent;
  }

  unanswered(id: RequestId): void {
    this.#transport.unanswered?.(id);
  }

  closeStream(id: RequestId): void {
    this.#transport.closeStream?.(id);
  }

  close(): Promise<void> {
    return (this.#closed ??= this.#close());
  }

  async #close(): Promise<void> {
    await this.#transport.close();
    await mkdir(dirname(this.#file), { recursive: true });
    await writeFile(this.#file, this.#lines.map((line) => `${line}\n`).join(''));
  }

  /** Returns the lines of a message. The messages of a batch are recorded separately. Invalid messages are left to the receiver. */
  #linesOf(from: Side, value: unknown): string[] {
    return [value]
      .flat()
      .filter(isObjectOrArray)
      .map((message) => {
        const named = mapTokens(message, from, (token) => this.#name(token));
        return recordedLine(from, replaceTexts(named, this.#replace) as JsonMessage);
      });
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

/** Returns a receiver whose messages are passed to a function first. */
export function relay(receiver: Receiver, message: Receiver['message']): Receiver {
  return {
    message,
    malformed: (error, id) => receiver.malformed(error, id),
    failed: (id, cause) => receiver.failed(id, cause),
    ended: (cause) => receiver.ended(cause),
    closed: (cause) => receiver.closed(cause),
  };
}
