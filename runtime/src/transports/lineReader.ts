import type { Readable } from 'node:stream';
import { LineSplitter } from '../codec/lines.js';
import { ErrorCode, invalidRequest, JsonRpcError } from '../jsonrpc/errors.js';
import type { Receiver } from './transport.js';

/** The default limit of one message, in bytes: 64 MiB. */
export const MESSAGE_LIMIT: number = 64 * 1024 * 1024;

/** What becomes of the lines of an input. */
export interface LineReaderOptions {
  /** The bytes that one message may have. */
  readonly limit: number;
  /** A message is larger than the limit and has been dropped. */
  readonly onTooLarge: (error: JsonRpcError) => void;
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
    tooLong: () => onTooLarge(invalidRequest(`a message is larger than the limit of ${limit} bytes`)),
  });
  input.on('data', (chunk: Buffer) => lines.push(chunk));
  input.on('end', () => lines.end());
}
