import type { Readable } from 'node:stream';
import { LineSplitter } from '../codec/lines.js';
import { ErrorCode, invalidRequest, JsonRpcError } from '../jsonrpc/errors.js';
import type { RequestId } from '../jsonrpc/messages.js';
import type { Receiver } from './transport.js';

/** The default limit of one message, in bytes: 64 MiB. */
export const MESSAGE_LIMIT: number = 64 * 1024 * 1024;

/** What becomes of the lines of an input. */
export interface LineReaderOptions {
  /** The bytes that one message may have. */
  readonly limit: number;
  /** A message is larger than the limit and has been dropped. It was a request if its id is given. */
  readonly onTooLarge: (error: JsonRpcError, id: RequestId | undefined) => void;
}

/** Reads messages, one a line, from a stream until its end, and hands them to the receiver. */
export function readLines(
  input: Readable,
  receiver: Pick<Receiver, 'message' | 'malformed'>,
  { limit, onTooLarge }: LineReaderOptions,
): void {
  const refuse = (what: string): void => {
    receiver.malformed(new JsonRpcError(ErrorCode.ParseError, `Parse error: a line is ${what}`));
  };
  const lines = new LineSplitter(limit, {
    line(text) {
      let value: unknown;
      try {
        value = JSON.parse(text);
      } catch {
        refuse('not JSON');
        return;
      }
      receiver.message(value);
    },
    undecodable: () => refuse('not UTF-8'),
    tooLong: (head) =>
      onTooLarge(invalidRequest(`a message is larger than the limit of ${limit} bytes`), requestIdIn(head)),
  });
  input.on('data', (chunk: Buffer) => lines.push(chunk));
  input.on('end', () => lines.end());
}

const REQUEST_HEAD = /^\{"jsonrpc":"2\.0","id":(0|-?[1-9]\d{0,14}|"[ !#-[\]-\uffff]{0,256}"),"method":/;

/** The id of a request of which only the beginning is known, where it begins as most do. An id further on may be that of something else. */
function requestIdIn(head: string): RequestId | undefined {
  const [, id] = REQUEST_HEAD.exec(head) ?? [];
  return id === undefined ? undefined : (JSON.parse(id) as RequestId);
}
