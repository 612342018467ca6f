/** Splits a stream into lines, in constant memory. */

import type { Readable } from 'node:stream';

/** The characters that a line may have. */
const LONGEST = 64 * 1024 * 1024;

/** One line of a file. */
export interface Line {
  /** Counts from 1. */
  readonly number: number;
  /** Nothing if the line is too long to be read. */
  readonly text: string | undefined;
}

/**
 * The lines that are not empty. Takes UTF-8; a line end may be CRLF.
 *
 * @param open opens the stream when the first line is read: an error of a stream that nobody reads would end the process
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

/** What is too long is dropped, and stays dropped until the line ends. */
function joined(rest: string | undefined, part: string): string | undefined {
  return rest === undefined || rest.length + part.length > LONGEST ? undefined : rest + part;
}
