/** What a client writes before its initialize has been answered, while the server loads the revision. */

import { expect, test } from 'vitest';
import type { Revision } from '../../../runtime/src/codegen/v1.js';
import { memoryPair, serve } from '../../../runtime/src/index.js';
import { clientInfo, older, serverInfo } from './fixture.js';
import { deferred, notification, request, Wire } from './support.js';

/** A server whose revision is loaded when the test says so. */
function serveLater(handlers: object, onSession = (): void => undefined) {
  const [near, far] = memoryPair();
  const loading = deferred<Revision>();
  const errors: unknown[] = [];
  serve(handlers, {
    serverInfo,
    revisions: [{ id: older.id, load: () => loading.promise }],
    transport: near,
    onError: (error) => void errors.push(error),
    onSession,
  });
  return { wire: new Wire(far), errors, load: () => loading.resolve(older), fail: loading.reject };
}

const opening = request(1, 'initialize', { protocolVersion: older.id, capabilities: {}, clientInfo });
const echo = { say: ({ text }: { text: string }) => ({ text }) };

const idsOf = (messages: readonly unknown[]): unknown => messages.map((message) => (message as { id: unknown }).id);

test('is answered in its order, behind initialize', async () => {
  let sessions = 0;
  const { wire, load } = serveLater(echo, () => {
    sessions++;
  });
  wire.say(opening);
  wire.say(notification('notifications/initialized'));
  for (const id of [2, 3, 4]) wire.say(request(id, 'words/say', { text: `${id}` }));
  expect(await wire.settled()).toEqual([]);
  load();
  const answers = await wire.settled();
  expect(idsOf(answers)).toEqual([1, 2, 3, 4]);
  expect(answers.slice(1)).toMatchObject([2, 3, 4].map((id) => ({ result: { text: `${id}` } })));
  expect(sessions).toBe(1);
});

test('is refused where initialize is refused', async () => {
  const { wire, load } = serveLater(echo);
  wire.say(request(1, 'initialize', { protocolVersion: older.id }));
  wire.say(request(2, 'words/say', { text: 'a' }));
  load();
  expect(await wire.settled()).toMatchObject([
    { id: 1, error: { code: -32602 } },
    { id: 2, error: { code: -32600 } },
  ]);
});

test('and where the revision cannot be loaded', async () => {
  const { wire, errors, fail } = serveLater(echo);
  wire.say(opening);
  wire.say(request(2, 'words/say', { text: 'a' }));
  fail(new Error('no such file'));
  expect(await wire.settled()).toMatchObject([
    { id: 1, error: { code: -32603 } },
    { id: 2, error: { code: -32600 } },
  ]);
  expect(errors.map(String)).toEqual(['Error: no such file']);
});

test('is bounded: who writes more is told', async () => {
  const { wire, errors, load } = serveLater(echo);
  wire.say(opening);
  const ids = Array.from({ length: 1_002 }, (_, at) => at + 2);
  for (const id of ids) wire.say(request(id, 'words/say', { text: 'a' }));
  wire.say(notification('notifications/initialized'));
  const refused = await wire.settled();
  expect(refused).toMatchObject([1_002, 1_003].map((id) => ({ id, error: { code: -32603 } })));
  expect(errors.map(String)).toEqual([expect.stringContaining('too many arrived')]);
  load();
  expect(await wire.settled()).toHaveLength(1_001);
});
