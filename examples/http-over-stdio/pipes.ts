/** The two pipes of a process, as the one stream that HTTP/2 runs on, and what the first bytes of a pipe are. */

import { Duplex, type Readable, type Writable } from 'node:stream';
import { GoAwayWatch } from './goAway.ts';

/** What a client sends first in HTTP/2 (RFC 9113, section 3.4). */
export const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');

/** Frames of HTTP/2 have a header of nine bytes: the length, the type, the flags, and the stream. */
const FRAME_HEADER = 9;
const SETTINGS_TYPE = 4;
/** Settings have six bytes each, and there are ten kinds. */
const MAX_SETTINGS_BYTES = 60;

/** The most bytes of a beginning that are quoted in an error. */
export const QUOTED_BYTES = 60;

/** What a client sends first: HTTP/2, JSON in lines, anything else, or nothing. */
export type Beginning = 'http2' | 'lines' | 'other' | 'nothing';

/** The beginning, and its bytes for an error message. */
export interface Begun {
  readonly kind: Beginning;
  readonly text: string;
}

/** How a side writes. */
export interface Writing {
  /** Writes to the output. Default: its own method. */
  readonly write?: Writable['write'];
  /** The bytes that this side sends before its first frame: the preface of a client. Default 0. */
  readonly before?: number;
}

/** Joins two pipes. Destroying the result destroys both. When this side has given up the connection, the result is destroyed. */
export function joinPipes(input: Readable, output: Writable, { write, before = 0 }: Writing = {}): Duplex {
  const watch = new GoAwayWatch(before);
  const send = write ?? output.write.bind(output);
  const finish = (code: number | undefined, done: (error?: Error | null) => void): ((error?: Error | null) => void) =>
    code === undefined ? done : () => done(new Error(`The other side broke the protocol (code ${code})`));
  const stream = new Duplex({
    read: () => void input.resume(),
    write: (chunk: Buffer, _encoding, done) => void send(chunk, finish(watch.push(chunk), done)),
    writev: (chunks, done) => {
      output.cork();
      let code: number | undefined;
      for (const [at, { chunk }] of chunks.entries()) {
        code ??= watch.push(chunk as Buffer);
        send(chunk, at === chunks.length - 1 ? finish(code, done) : undefined);
      }
      output.uncork();
    },
    final: (done) => void output.end(done),
    destroy: (error, done) => {
      input.destroy();
      output.destroy();
      done(error);
    },
  });
  input.on('data', (chunk: Buffer) => {
    if (!stream.push(chunk)) input.pause();
  });
  input.on('end', () => stream.push(null));
  for (const pipe of [input, output]) pipe.on('error', (error: Error) => stream.destroy(error));
  return stream;
}

/** Tells what a client sends, without taking it from the pipe. Waits as long as it could still become the preface of HTTP/2. */
export function clientBeginning(input: Readable): Promise<Begun> {
  return new Promise((resolve) => {
    let bytes: Buffer = Buffer.alloc(0);
    const finish = (kind: Beginning): void => {
      input.off('readable', read).off('end', end).off('close', end);
      if (!input.readableEnded && bytes.length > 0) input.unshift(bytes);
      resolve({ kind, text: bytes.toString('latin1', 0, QUOTED_BYTES) });
    };
    const end = (): void => finish(bytes.length === 0 ? 'nothing' : 'other');
    const read = (): void => {
      for (let chunk = input.read() as Buffer | null; chunk !== null; chunk = input.read() as Buffer | null) {
        bytes = Buffer.concat([bytes, chunk]);
      }
      const compared = Math.min(bytes.length, PREFACE.length);
      const isPreface = bytes.subarray(0, compared).equals(PREFACE.subarray(0, compared));
      if (!isPreface) finish(/^\s*[{[]/.test(bytes.toString('latin1')) ? 'lines' : 'other');
      else if (compared === PREFACE.length) finish('http2');
    };
    input.on('readable', read).on('end', end).on('close', end);
  });
}

/** Returns whether the first bytes of a server are HTTP/2: a frame of settings (RFC 9113, section 3.4). */
export function startsWithSettings(bytes: Buffer): boolean {
  if (bytes.length < FRAME_HEADER) return bytes[0] === 0;
  return bytes[3] === SETTINGS_TYPE && bytes.readUIntBE(0, 3) <= MAX_SETTINGS_BYTES && bytes.readUInt32BE(5) === 0;
}
