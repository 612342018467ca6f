import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { detectRevision } from '../../../generator/validate/detectRevision.js';
import { readLines } from '../../../generator/validate/readLines.js';

const initialize = { id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18' } };
const answer = { id: 1, result: { protocolVersion: '2025-03-26' } };
const stateless = {
  id: 1,
  method: 'tools/list',
  params: { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } },
};
const other = { id: 7, method: 'ping' };

async function detected(recording: readonly unknown[]): Promise<{ revision: string | undefined; lines: string[] }> {
  const texts = recording.map((each) => (typeof each === 'string' ? each : JSON.stringify(each)));
  const { revision, lines } = await detectRevision(readLines(() => Readable.from([texts.join('\n')])));
  const all: string[] = [];
  for await (const { text = '' } of lines) all.push(text);
  expect(all).toEqual(texts);
  return { revision, lines: all };
}

test.each<[what: string, recording: readonly unknown[], revision: string | undefined]>([
  ['the answer to initialize', [initialize, other, answer, other], '2025-03-26'],
  ['initialize, where it has no answer', [other, initialize, { id: 2, result: {} }], '2025-06-18'],
  ['initialize, where it was refused', [initialize, { id: 1, error: { code: 1 } }], '2025-06-18'],
  [
    'the second initialize, where the first was refused',
    [initialize, { id: 1, error: {} }, { ...initialize, id: 2 }, { ...answer, id: 2 }],
    '2025-03-26',
  ],
  [
    'initialize after a request that was refused',
    [{ ...stateless, id: 5 }, { id: 5, error: {} }, initialize, answer],
    '2025-03-26',
  ],
  [
    'a request with metadata that was answered',
    [stateless, { id: 1, result: {} }, { ...initialize, id: 2 }],
    '2026-07-28',
  ],
  ['the metadata of a request', [other, stateless], '2026-07-28'],
  ['a batch', [[other, stateless]], '2026-07-28'],
  ['what comes after a line that is not JSON', ['not json', stateless], '2026-07-28'],
  ['nothing', [other, 5, null, { params: { _meta: { 'io.modelcontextprotocol/protocolVersion': 5 } } }], undefined],
  ['nothing, if the line is missing', [], undefined],
])('the revision is that of %s, and every line is read again', async (_, recording, revision) => {
  expect((await detected(recording)).revision).toBe(revision);
});

test('a long recording is not kept in memory to find its revision', async () => {
  const lines = [...Array.from({ length: 1_000 }, () => other), stateless];
  expect((await detected(lines)).revision).toBeUndefined();
  expect((await detected(lines.slice(1))).revision).toBe('2026-07-28');
});
