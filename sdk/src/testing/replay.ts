import { checkOptions, LIST, type OptionTable } from '@mcp-gen/runtime/options';
import {
  brandError,
  ConnectionClosedError,
  type Message,
  nextTurn,
  type Receiver,
  type RequestId,
  type Transport,
} from '@mcp-gen/runtime';
import { escapeKey, isObjectOrArray } from '@mcp-gen/runtime/codegen/v1';
import type { RecordingOptions } from './record.js';
import { readRecording, type RecordedMessage, type Replacements, replaceTexts } from './recording.js';
import { mapTokens, otherThan, SIDE, TokenPairs, tokensOf, type JsonMessage, type Side } from './tokens.js';

/** Options of {@link replay}. */
export interface ReplayOptions extends RecordingOptions {
  /** The side that the recording plays. The transport belongs to the other side. Default `server`. */
  readonly as?: Side | undefined;
}

export const REPLAY_OPTIONS: OptionTable<ReplayOptions> = { as: SIDE, replace: LIST };

/** A session differs from its recording. The message has the location. */
export class ReplayError extends Error {
  override readonly name = 'ReplayError';
  /** The error code of this class. */
  readonly code = 'REPLAY_MISMATCH';

  static {
    brandError(this, 'ReplayError');
  }
}

/** A transport to one side of a recorded session. */
export interface ReplayTransport extends Transport {
  /** Settles when the session has ended. Rejects with a {@link ReplayError} if it differs from the recording. */
  readonly finished: Promise<void>;
}

/**
 * Plays one side of a session that {@link record} has recorded. The messages of the other side must match the recording: the first one that
 * differs ends the connection, with an error that shows the differences. Ids, tokens, the order of properties, and the order of consecutive
 * messages of the other side are ignored.
 *
 * @example
 * ```ts
 * import { connect } from '@mcp-gen/sdk/client';
 * import { replay } from '@mcp-gen/sdk/testing';
 *
 * const server = replay('test/session.jsonl');
 * const client = await connect(server);
 * await client.callTool('forecast');
 * await client.close();
 * await server.finished;
 * ```
 * @throws {Error} if the file is not a recording.
 * @throws {TypeError} if an option is unknown.
 */
export function replay(file: string, options: ReplayOptions = {}): ReplayTransport {
  checkOptions('replay', options, REPLAY_OPTIONS);
  return new Player(file, readRecording(file), options);
}

class Player implements ReplayTransport {
  readonly finished: Promise<void>;
  readonly #file: string;
  readonly #side: Side;
  readonly #replace: Replacements;
  readonly #left: RecordedMessage[];
  readonly #tokens = new TokenPairs();
  /** The expected messages of the other side before the recording continues. */
  #awaited: RecordedMessage[] = [];
  #receiver: Receiver | undefined;
  #over = false;
  #settle!: (error?: ReplayError) => void;

  constructor(file: string, recorded: RecordedMessage[], { as = 'server', replace = [] }: ReplayOptions) {
    this.#file = file;
    this.#side = as;
    this.#replace = replace;
    this.#left = recorded;
    this.finished = new Promise((resolve, reject) => {
      this.#settle = (error) => (error === undefined ? resolve() : reject(error));
    });
    // Prevents an unhandled rejection if nobody awaits it.
    this.finished.catch(() => {});
  }

  start(receiver: Receiver): void {
    if (this.#receiver !== undefined) throw new Error('The transport has already been started');
    this.#receiver = receiver;
    queueMicrotask(() => this.#play());
  }

  send(sent: Message | readonly Message[]): void {
    const messages = [JSON.parse(JSON.stringify(sent)) as JsonMessage].flat();
    queueMicrotask(() => {
      for (const message of messages) this.#take(message);
    });
  }

  close(): void {
    if (this.#over) return;
    this.#over = true;
    const [next] = [...this.#awaited, ...this.#left];
    if (next === undefined) return this.#settle();
    const who = next.from === this.#side ? `before the ${this.#side} sent` : 'before it sent';
    this.#settle(
      new ReplayError(`${next.at}: the ${otherThan(this.#side)} disconnected ${who}\n  ${formatValue(next.message)}`),
    );
  }

  /** Plays the next messages, until the other side must send one. */
  #play(): void {
    while (!this.#over && this.#left[0]?.from === this.#side) this.#say(this.#left.shift() as RecordedMessage);
    while (this.#left[0] !== undefined && this.#left[0].from !== this.#side) {
      this.#awaited.push(this.#left.shift() as RecordedMessage);
    }
    if (this.#side === 'client' && this.#awaited.length === 0) nextTurn(() => this.#leave());
  }

  #say({ from, message }: RecordedMessage): void {
    const said = mapTokens(message, from, ({ kind, value }) => {
      const live = this.#tokens.live({ kind, value }) ?? value;
      this.#tokens.bind({ kind, value: live }, value);
      return live;
    });
    this.#receiver?.message(said);
  }

  #take(message: JsonMessage): void {
    if (this.#over) return;
    const index = this.#awaited.findIndex((expected) => this.#isSame(expected, message));
    if (index === -1) return this.#refuse(message);
    this.#awaited.splice(index, 1);
    if (this.#awaited.length === 0) this.#play();
  }

  #isSame({ from, message }: RecordedMessage, live: JsonMessage): boolean {
    const same = differences(message, this.#inRecordedWords(message, live)).length === 0;
    if (same) {
      const tokens = tokensOf(message, from);
      for (const [index, { kind, value }] of tokensOf(live, from).entries()) {
        this.#tokens.bind({ kind, value }, tokens[index]?.value ?? value);
      }
    }
    return same;
  }

  /** A token that first occurs in this session must correspond to one that first occurs in the recording. */
  #inRecordedWords(recorded: JsonMessage, live: JsonMessage): JsonMessage {
    const from = otherThan(this.#side);
    const expected = new Map(tokensOf(recorded, from).map((token) => [token.place, token]));
    const named = mapTokens(live, from, ({ kind, value, place }) => {
      const candidate = expected.get(place);
      const isFree = candidate?.kind === kind && this.#tokens.live(candidate) === undefined;
      return this.#tokens.recorded({ kind, value }) ?? (isFree ? candidate.value : value);
    });
    return replaceTexts(named, this.#replace) as JsonMessage;
  }

  #refuse(message: JsonMessage): void {
    this.#over = true;
    const error = new ReplayError(this.#explain(message));
    this.#settle(error);
    const { id } = message;
    if ('method' in message && id !== undefined) this.#receiver?.failed(id as RequestId, error);
    const said = `The session differs from the recording. ${error.message}`;
    this.#receiver?.closed(new ConnectionClosedError('transport-error', said, { cause: error }));
  }

  #explain(message: JsonMessage): string {
    const who = `the ${otherThan(this.#side)}`;
    const alike = this.#awaited.find((awaited) => awaited.message['method'] === message['method']);
    if (alike !== undefined) {
      const found = differences(alike.message, this.#inRecordedWords(alike.message, message));
      return [`${alike.at}: ${who} sent a different message`, ...found].join('\n  ');
    }
    const [expected] = this.#awaited;
    const where =
      expected === undefined
        ? `${this.#file}: ${who} sent a message after the end`
        : `${expected.at}: ${who} sent a different message`;
    return `${where}\n  expected ${formatValue(expected?.message)}\n  got ${formatValue(message)}`;
  }

  /** Sends the remaining messages of the server before the connection ends. */
  #leave(): void {
    if (this.#over) return;
    this.#over = true;
    this.#settle();
    this.#receiver?.closed(new ConnectionClosedError('end-of-input', 'The recording has ended'));
  }
}

/** Lists where two JSON values differ: `/params/name: expected "a", got "b"`. The order of properties is ignored. */
function differences(expected: unknown, actual: unknown, pointer = ''): readonly string[] {
  if (isObjectOrArray(expected) && isObjectOrArray(actual) && Array.isArray(expected) === Array.isArray(actual)) {
    const keys = new Set([...Object.keys(expected), ...Object.keys(actual)]);
    return [...keys].flatMap((key) => differences(expected[key], actual[key], `${pointer}/${escapeKey(key)}`));
  }
  if (expected === actual) return [];
  return [`${pointer}: expected ${formatValue(expected)}, got ${formatValue(actual)}`];
}

/** Formats a value on one line, truncated. */
function formatValue(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}...` : text;
}

const MAX_LENGTH = 300;
