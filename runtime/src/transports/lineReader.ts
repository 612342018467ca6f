import type { Readable } from 'node:stream';
import { readEnvelope } from '../codec/envelope.js';
import { LineSplitter } from '../codec/lines.js';
import { ErrorCode, invalidRequest, JsonRpcError } from '../jsonrpc/errors.js';
import type { Receiver } from './transport.js';

/** What becomes of the lines of an input. */
export interface LineReaderOptions {
  /** The bytes that one message may have. */
  readonly limit: number;
  /**
   * A message is larger than the limit. Called at once, however much of it is still to come. Default: it is dropped, and
   * the receiver is told when it has ended.
   */
  readonly onTooLarge?: ((error: JsonRpcError) => void) | undefined;
  /** Says more of a line that is not JSON, behind what is said anyway. Default: nothing. */
  readonly explain?: ((line: string) => string) | undefined;
}

/** Reads messages, one a line, from a stream until its end, and hands them to the receiver. Blank lines are ignored. */
export function readLines(
  input: Readable,
  receiver: Pick<Receiver, 'message' | 'malformed' | 'failed'>,
  { limit, onTooLarge, explain = () => '' }: LineReaderOptions,
): void {
  const refuse = (what: string): void => {
    receiver.malformed(new JsonRpcError(ErrorCode.ParseError, `Parse error: a line is ${what}`));
  };
  const tooLarge = invalidRequest(`a message is larger than the limit of ${limit} bytes`);
  const lines = new LineSplitter(limit, {
    line(text) {
      let value: unknown;
      try {
        value = JSON.parse(text);
      } catch {
        // Looked for here, where it costs other lines nothing.
        if (text.trim() === '') return;
        refuse(`not JSON${explain(text)}`);
        return;
      }
      receiver.message(value);
    },
    undecodable: () => refuse('not UTF-8'),
    tooLong: () => onTooLarge?.(tooLarge),
    dropped(start, end) {
      if (onTooLarge !== undefined) return;
      const envelope = readEnvelope(start, end);
      if (envelope?.isRequest === false) receiver.failed(envelope.id, tooLarge);
      else receiver.malformed(tooLarge, envelope?.id);
    },
  });
  input.on('data', (chunk: Buffer) => lines.push(chunk));
  input.on('end', () => lines.end());
}
