/** What has arrived of messages for a client over HTTP is counted by its ledger. */

import { expect, test } from 'vitest';
import { Ledger } from '../../../runtime/src/ledger/index.js';
import { event, EVENTS, JSON_TYPE, open, polite, result } from './scriptedClient.js';
import { startScripted } from './scriptedServer.js';

const LIMIT = 100_000;

/** Asks a server that answers with these pieces, and resolves with the session and what counts for it. */
async function asking(headers: object, pieces: (id: unknown) => readonly string[]) {
  const { url } = await startScripted(
    polite(({ message }, response) => {
      response.writeHead(200, { ...headers });
      const [first = '', ...others] = pieces(message.id);
      const send = (piece: string): void => {
        const next = others.shift();
        if (next === undefined) response.end(piece);
        else response.write(piece, () => send(next));
      };
      send(first);
    }),
  );
  const ledger = new Ledger({ reading: { caller: LIMIT } });
  return { ...(await open(url, { ledger })), ledger };
}

const answer = (id: unknown, size: number): string => result(id, { tools: [], _meta: { x: 'x'.repeat(size) } });

test.each<[string, object, (text: string) => string]>([
  ['as JSON', JSON_TYPE, (text) => text],
  ['as an event', EVENTS, (text) => event(text)],
])('an answer %s that is over the budget rejects its request, and is dropped', async (_, headers, form) => {
  let size = LIMIT;
  const { session, ledger } = await asking(headers, (id) => [form(answer(id, size))]);
  await expect(session.request('tools/list')).rejects.toMatchObject({ name: 'OverBudgetError', resource: 'reading' });
  expect(ledger.used('reading')).toBe(0);
  size = LIMIT / 2;
  expect(await session.request('tools/list')).toMatchObject({ tools: [] });
  expect(ledger.used('reading')).toBe(0);
});

test('events that are complete, and comments, do not count', async () => {
  const note = { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'x'.repeat(20_000) } };
  const { session } = await asking(EVENTS, (id) => [
    ...Array.from({ length: 10 }, () => event(JSON.stringify(note))),
    ...Array.from({ length: 10 }, () => `: ${'x'.repeat(20_000)}\n\n`),
    event(answer(id, 1)),
  ]);
  expect(await session.request('tools/list')).toMatchObject({ tools: [] });
});
