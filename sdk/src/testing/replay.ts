import {
  brandError,
  ConnectionClosedError,
  type Message,
  type Receiver,
  type RequestId,
  type Transport,
} from '@mcp-gen/runtime';
import { checkOptions, type OptionNames } from '../options.js';
import { differences, shown } from './differences.js';
import type { RecordingOptions } from './record.js';
import { readRecording, type RecordedMessage } from './recording.js';
import { replaceTexts, type Replacements } from './replacements.js';
import { mapTokens, otherThan, TokenPairs, tokensOf, type JsonMessage, type Side } from './tokens.js';

/** Options of {@link replay}. */
export interface ReplayOptions extends RecordingOptions {
  /** The side that is played. The transport is of the other one. Default `server`. */
  readonly as?: Side | undefined;
}

const OPTIONS: OptionNames<ReplayOptions> = { as: true, replace: true };

/** A session differs from its recording. The message says where. */
export class ReplayError extends Error {
  override readonly name = 'ReplayError';
  /** The code of this error class. */
  readonly code = 'REPLAY_MISMATCH';

  static {
    brandError(this, 'ReplayError');
  }
}

/** One side of a recorded session, as the transport that reaches it. */
export interface ReplayTransport extends Transport {
  /** Settles when the session is over. Rejects with a {@link ReplayError} if it was another one than the recording has. */
  readonly finished: Promise<void>;
}

/**
 * Plays one side of a session that {@link record} has recorded. What the other side says has to be what was recorded: the first message that
 * differs is refused, which ends the connection, with an error that says where they differ. Ids, tokens and the order of properties do
 * not count, nor does the order of messages that were sent without one in between from here.
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
  checkOptions('replay', options, OPTIONS);
  return new Player(file, readRecording(file), options);
}

class Player implements ReplayTransport {
  readonly finished: Promise<void>;
  readonly #file: string;
  readonly #side: Side;
  readonly #replace: Replacements;
  readonly #left: RecordedMessage[];
  readonly #tokens = new TokenPairs();
  /** What the other side has to say before it is our turn again. */
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
    // Nobody has to look.
    this.finished.catch(() => {});
  }

  start(receiver: Receiver): void {
    if (this.#receiver !== undefined) throw new Error('This transport has been started already');
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
    const who = next.from === this.#side ? `before the ${this.#side} said` : 'before it said';
    this.#settle(new ReplayError(`${next.at}: the ${otherThan(this.#side)} left ${who}\n  ${shown(next.message)}`));
  }

  /** Says what comes next, up to where the other side has to say something. */
  #play(): void {
    while (!this.#over && this.#left[0]?.from === this.#side) this.#say(this.#left.shift() as RecordedMessage);
    while (this.#left[0] !== undefined && this.#left[0].from !== this.#side) {
      this.#awaited.push(this.#left.shift() as RecordedMessage);
    }
    if (this.#side === 'client' && this.#awaited.length === 0) setImmediate(() => this.#leave());
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

  /** A token that is new in this session may be one that was new in the recording. */
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
    const said = `The session is not the one that was recorded. ${error.message}`;
    this.#receiver?.closed(new ConnectionClosedError('transport-error', said, { cause: error }));
  }

  #explain(message: JsonMessage): string {
    const who = `the ${otherThan(this.#side)}`;
    const alike = this.#awaited.find((awaited) => awaited.message['method'] === message['method']);
    if (alike !== undefined) {
      const found = differences(alike.message, this.#inRecordedWords(alike.message, message));
      return [`${alike.at}: ${who} said this in another way`, ...found].join('\n  ');
    }
    const [expected] = this.#awaited;
    const where =
      expected === undefined
        ? `${this.#file}: ${who} went on after the end`
        : `${expected.at}: ${who} said something else`;
    return `${where}\n  expected ${shown(expected?.message)}\n  got ${shown(message)}`;
  }

  /** What the server still says of its own accord comes before the client goes. */
  #leave(): void {
    if (this.#over) return;
    this.#over = true;
    this.#settle();
    this.#receiver?.closed(new ConnectionClosedError('end-of-input', 'The recording is over'));
  }
}
