/** Splits a stream into lines, in constant memory. */

import type { Readable } from 'node:stream';

/** The maximum number of characters of a line. */
const MAX_BYTES = 64 * 1024 * 1024;

/** One line of a file. */
export interface Line {
  /** Counts from 1. */
  readonly number: number;
  /** Undefined if the line is too long. */
  readonly text: string | undefined;
}

/**
 * Returns the non-empty lines of a UTF-8 stream. Line ends may be LF or CRLF.
 *
 * @param open opens the stream when the first line is read, because an unhandled error of a stream would end the process
 */
export async function* readLines(open: () => Readable): AsyncGenerator<Line, void, void> {
  const stream = open();
  stream.setEncoding('utf8');
  let number = 1;
  let rest: string | undefined = '';
  for await (const chunk of stream as AsyncIterable<string>) {
    const [end = '', ...parts] = chunk.split('\n');
    rest = joined(rest, end);
    for (const part of parts) {
      if (rest?.trim() !== '') yield { number, text: rest };
      number++;
      rest = part;
    }
  }
  if (rest?.trim() !== '') yield { number, text: rest };
}

/** Drops the content of a line that is too long, until the line ends. */
function joined(rest: string | undefined, part: string): string | undefined {
  return rest === undefined || rest.length + part.length > MAX_BYTES ? undefined : rest + part;
}
