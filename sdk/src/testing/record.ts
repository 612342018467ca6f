import { checkOptions, LIST, type OptionTable } from '@mcp-gen/runtime/options';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
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
  const { side = 'client', replace = [] } = options;
  const recording = new Recording(replace);
  const tapped = tap(transport, (from, value) => recording.add(from, value), side);
  const close = tapped.close.bind(tapped);
  let closed: Promise<void> | undefined;
  return Object.assign(tapped, {
    close: () =>
      (closed ??= (async () => {
        await close();
        await recording.write(file);
      })()),
  });
}

class Recording {
  readonly #replace: Replacements;
  readonly #names = new TokenPairs();
  readonly #counts = new Map<string, number>();
  readonly #lines: string[] = [];

  constructor(replace: Replacements) {
    this.#replace = replace;
  }

  /** Adds a message. The messages of a batch are recorded separately. Invalid messages are left to the receiver. */
  add(from: Side, value: unknown): void {
    for (const message of [value].flat().filter(isObjectOrArray)) {
      const named = mapTokens(message, from, (token) => this.#name(token));
      this.#lines.push(recordedLine(from, replaceTexts(named, this.#replace) as JsonMessage));
    }
  }

  async write(file: string): Promise<void> {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, this.#lines.map((line) => `${line}\n`).join(''));
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
