import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { parseJson } from '../../codec/json.js';
import { JsonRpcError, parseError } from '../../jsonrpc/jsonRpcError.js';
import { adviceToRaise, Holding, OverBudgetError, withAdvice } from '../../ledger/index.js';
import type { Receiver } from '../../transports/transport.js';
import { BodyDecoder } from '../shared/readBody.js';
import type { ReceivedResponse } from './receivedResponse.js';
import type { ReadLimits } from './httpClientOptions.js';

/** The position in a stream of events, from which reading can continue. */
export interface StreamPosition {
  /** The id of the last event with an id. */
  lastEventId: string | undefined;
  /** Milliseconds that the server wants the client to wait before reconnecting. */
  retry: number | undefined;
}

/**
 * Reads the events of a response until it ends or `take` returns true, and updates the position.
 *
 * @param limits the maximum characters of one event, and the quota for an incomplete event
 * @throws {RangeError} if an event is larger.
 * @throws {OverBudgetError} if the limit of the ledger is exceeded.
 * @throws {UndecodableBodyError} if the stream is not UTF-8, and the errors of reading.
 */
export async function readEvents(
  response: ReceivedResponse,
  position: StreamPosition,
  { bytes: limit, quota }: Pick<ReadLimits, 'bytes' | 'quota'>,
  take: (event: EventSourceMessage) => unknown,
): Promise<void> {
  const state = { finished: false, tooLarge: false, incomplete: 0 };
  const held = new Holding(quota, 'reading');
  const parser = createParser({
    maxBufferSize: limit,
    onEvent: (event) => {
      state.incomplete = 0;
      if (event.id !== undefined) position.lastEventId = event.id;
      // The parser only limits the data that it holds between two chunks.
      if (event.data.length > limit) state.tooLarge = true;
      if (!state.tooLarge && !state.finished && take(event) === true) state.finished = true;
    },
    onRetry: (milliseconds) => (position.retry = milliseconds),
    onComment: ({ length }) => (state.incomplete = Math.max(0, state.incomplete - length - 2)),
    onError: (error) => {
      // Unknown fields are not errors.
      state.tooLarge ||= error.type === 'max-buffer-size-exceeded';
    },
  });
  const decoder = new BodyDecoder();
  const unified = lineFeeds();
  try {
    await response.read((chunk) => {
      state.incomplete += chunk.length;
      if (!held.set(state.incomplete)) throw new OverBudgetError('reading');
      parser.feed(unified(decoder.decode(chunk)));
      held.set(state.incomplete);
      if (state.tooLarge)
        throw new RangeError(
          `an event is larger than the limit of ${limit} characters. ${adviceToRaise('limits.messageLimit')}`,
        );
      return state.finished;
    });
    if (!state.finished) decoder.end();
  } finally {
    held.close();
  }
}

/**
 * Returns a function that replaces all line ends of a stream by line feeds. A line may end with a carriage return alone, after which the parser
 * would wait for more.
 */
function lineFeeds(): (text: string) => string {
  let isAfterReturn = false;
  return (text) => {
    const rest = isAfterReturn && text.startsWith('\n') ? text.slice(1) : text;
    if (text !== '') isAfterReturn = text.endsWith('\r');
    return rest.includes('\r') ? rest.replaceAll(/\r\n?/g, '\n') : rest;
  };
}

/**
 * Reads a message from an event. Only events of type `message` contain one, which is the default type; events without data are ignored.
 * Data that is not JSON is reported to the receiver.
 *
 * @param limit the maximum number of values of a message
 * @throws {JsonRpcError} if it has more.
 */
export function readMessage(
  { event, data }: Pick<EventSourceMessage, 'event' | 'data'>,
  limit: number,
  receiver?: Pick<Receiver, 'malformed'>,
): unknown {
  if (data === '' || (event !== undefined && event !== 'message')) return undefined;
  try {
    return parseJson(data, limit);
  } catch (error) {
    if (error instanceof JsonRpcError) throw withAdvice(error);
    receiver?.malformed(parseError('an event is not JSON'));
    return undefined;
  }
}
