/** JSON-RPC messages for tests, the good and the bad, and what answers them. */

import { expect } from 'vitest';

const DEPTH = 100_000;

export const MEBIBYTE: number = 1024 * 1024;

/** JSON texts, nested deeper than any stack. */
export const deepArray: string = '['.repeat(DEPTH) + ']'.repeat(DEPTH);
export const deepObject: string = '{"a":'.repeat(DEPTH) + '{}' + '}'.repeat(DEPTH);

export const rpc = (message: object): object => ({ jsonrpc: '2.0', ...message });

export const request = (id: unknown, method: unknown, params?: unknown): object => rpc({ id, method, params });

export const notification = (method: string, params?: unknown): object => rpc({ method, params });

/** What answers a ping. */
export const pong = (id: unknown): object => rpc({ id, result: {} });

/** What a message of an error is: one sentence, on one line, and short. */
const SENTENCE: unknown = expect.stringMatching(/^(?!.*\. [A-Z]).{1,300}$/);

/** An error with a code, a message of one sentence, and nothing else. */
export const refused = (code: number, id: unknown = null): object => rpc({ id, error: { code, message: SENTENCE } });

/** The error for params of the wrong shape, with what is wrong with them. */
export const misshapen = (id: unknown): object =>
  rpc({
    id,
    error: {
      code: -32602,
      message: SENTENCE,
      data: {
        issues: expect.arrayContaining([
          expect.objectContaining({ message: expect.any(String) as unknown }),
        ]) as unknown,
      },
    },
  });

/** A line whose bytes are not UTF-8 where `<bad>` stands. */
export function notUtf8(line: string): Buffer {
  const [before = '', after = ''] = line.split('<bad>');
  return Buffer.concat([Buffer.from(before), Buffer.from([0xc3, 0x28, 0xff]), Buffer.from(`${after}\n`)]);
}

/** What goes over the wire for a message: bytes are left as they are, a text is a line, everything else becomes JSON. */
export function bytesOf(message: unknown): Buffer {
  if (Buffer.isBuffer(message)) return message;
  return Buffer.from(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`);
}
