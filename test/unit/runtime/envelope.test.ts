import { expect, test } from 'vitest';
import { encode } from '../../../runtime/src/codec/encode.js';
import { readEnvelope } from '../../../runtime/src/codec/envelope.js';
import type { Message } from '../../../runtime/src/index.js';
import { failure, notification, request, result } from './support.js';

const large = { text: 'x'.repeat(2_000), id: 'inside', nested: { id: 9, method: 'inside' } };

const edges = (text: string): [string, string] => [text.slice(0, 256), text.slice(-256)];

/** As programs write it that put the envelope behind the contents. */
const behind = (contents: object, id: unknown): string => JSON.stringify({ ...contents, jsonrpc: '2.0', id });

const NESTED_AT_THE_END = JSON.stringify({ method: 'a', params: { text: 'x'.repeat(500), id: 5 } });
const QUOTED_AT_THE_END = JSON.stringify({
  method: 'a',
  params: { text: `${'x'.repeat(500)}"jsonrpc":"2.0","id":5}` },
});

test.each([
  ['a request', encode(request(7, 'a', large) as Message), { id: 7, isRequest: true }],
  ['a string for an id', encode(request('é "7"', 'a', large) as Message), { id: 'é "7"', isRequest: true }],
  ['a result', encode(result(7, large) as Message), { id: 7, isRequest: false }],
  ['an error', encode(failure(-7, 1, large.text) as Message), { id: -7, isRequest: false }],
  ['a request with the id behind', behind({ method: 'a', params: large }, 7), { id: 7, isRequest: true }],
  ['a result with the id behind', behind({ result: large }, 'seven'), { id: 'seven', isRequest: false }],
  ['spaces', JSON.stringify(request(7, 'a', large), null, 1), { id: 7, isRequest: true }],
  ['white space in front', ` \t${encode(request(7, 'a', large) as Message)}`, { id: 7, isRequest: true }],
  ['text in front', `x${behind({ method: 'a', params: large }, 7)}`, undefined],
  ['a notification', encode(notification('a', large) as Message), undefined],
  ['a number that is not an integer', `{"id":1.5,"method":"a","params":{}}`, undefined],
  ['a number with an exponent', `{"jsonrpc":"2.0","id":1e21,"method":"a","params":{}}`, undefined],
  ['an id of more digits than an integer has', `{"id":12345678901234567,"method":"a"}`, undefined],
  ['a batch', `[${encode(request(7, 'a', large) as Message)}]`, undefined],
  ['an id inside the params, at the end', NESTED_AT_THE_END, undefined],
  ['an id inside a text, at the end', QUOTED_AT_THE_END, undefined],
  ['an id that is none', behind({ method: 'a', params: large }, null), undefined],
  ['no JSON', 'x'.repeat(2_000), undefined],
])('%s', (_name, text, envelope) => {
  expect(readEnvelope(...edges(text))).toEqual(envelope);
});
