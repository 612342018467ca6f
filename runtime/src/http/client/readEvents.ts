import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { parseJson } from '../../codec/json.js';
import { ErrorCode, JsonRpcError } from '../../jsonrpc/errors.js';
import type { Receiver } from '../../transports/transport.js';
import { BodyDecoder, chunksOf } from '../readBody.js';

/** Where a stream of events stands, for whoever goes on with it. */
export interface StreamPosition {
  /** The id of the last event that had one. */
  lastEventId: string | undefined;
  /** Milliseconds that the server wants the client to wait before it comes back. */
  retry: number | undefined;
}

/**
 * Reads the events of an answer until it ends or `take` returns true, and keeps track of where it stands.
 *
 * @param limit the characters that one event may have
 * @throws {RangeError} if an event is larger.
 * @throws {UndecodableBodyError} if the stream is not UTF-8, and whatever reading throws.
 */
export async function readEvents(
  response: Response,
  position: StreamPosition,
  limit: number,
  take: (event: EventSourceMessage) => unknown,
): Promise<void> {
  const state = { finished: false, tooLarge: false };
  const parser = createParser({
    maxBufferSize: limit,
    onEvent: (event) => {
      if (event.id !== undefined) position.lastEventId = event.id;
      // The parser's own limit is on what it keeps between two pieces.
      if (event.data.length > limit) state.tooLarge = true;
      if (!state.tooLarge && !state.finished && take(event) === true) state.finished = true;
    },
    onRetry: (milliseconds) => (position.retry = milliseconds),
    onError: (error) => {
      // Unknown fields are no errors of ours.
      state.tooLarge ||= error.type === 'max-buffer-size-exceeded';
    },
  });
  const decoder = new BodyDecoder();
  for await (const chunk of chunksOf(response)) {
    parser.feed(decoder.decode(chunk));
    if (state.tooLarge) throw new RangeError(`an event is larger than the limit of ${limit} characters`);
    if (state.finished) return;
  }
  decoder.end();
}

/**
 * Reads a message from an event. Only events of type `message` carry any, which is the type of an event that names none; events
 * without data mean nothing. The receiver is told of data that is not JSON.
 *
 * @param limit the values that a message may have
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
    if (error instanceof JsonRpcError) throw error;
    receiver?.malformed(new JsonRpcError(ErrorCode.ParseError, 'Parse error: an event is not JSON'));
    return undefined;
  }
}
