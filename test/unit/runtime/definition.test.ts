import { expect, test } from 'vitest';
import type { Revision } from '../../../runtime/src/codegen/v1.js';
import { connectSession, memoryPair, serve, type ServeTransportOptions } from '../../../runtime/src/index.js';
import { GENERATED } from '../../support/generated.js';
import { clientInfo, newer, older, serverInfo } from './fixture.js';
import { Wire } from './support.js';

/** Starts a server that is wrong in some way; nothing may be left running. */
function start(handlers: object, options: Partial<ServeTransportOptions> = {}): () => void {
  return () => serve(handlers, { serverInfo, revisions: [older, newer], transport: memoryPair()[0], ...options });
}

const stateless: Revision = { ...newer, id: '2003-03-03', era: 'stateless' };

test.each([
  ['no revisions', {}, { revisions: [] }, /at least one revision/],
  ['a revision twice', {}, { revisions: [older, newer, older] }, /twice/],
  ['a revision of another era', {}, { revisions: [older, stateless] }, /2003-03-03/],
  ['a misspelt handler', { sya: () => {} }, {}, /sya.*doPlain, moved, noted, readPage, say, shout, watchPage/],
  ['a handler for what the runtime does itself', { ping: () => {} }, {}, /ping/],
  ['a handler of the other side', { listPlaces: () => {} }, {}, /listPlaces/],
  ['a handler that is not a function', { say: 'hello' }, {}, /say must be a function/],
  ['handlers that are not an object', null as unknown as object, {}, /handlers/],
  ['no name', {}, { serverInfo: { version: '1' } as never }, /serverInfo/],
  ['no server info', {}, { serverInfo: undefined as never }, /serverInfo/],
  ['capabilities that are not an object', {}, { capabilities: 7 as never }, /capabilities/],
  ['capabilities that a revision does not accept', {}, { capabilities: { words: 7 } }, /2001-01-01.*capabilities/],
])('%s is refused at the start', (_name, handlers, options, message) => {
  const starting = start(handlers, options);
  expect(starting).toThrow(TypeError);
  expect(starting).toThrow(message);
});

test('a client is checked the same way', async () => {
  const connecting = connectSession(memoryPair()[0], { clientInfo, revisions: [older], handlers: { say: () => {} } });
  await expect(connecting).rejects.toThrow(/Unknown handler say.*listPlaces/);
});

test('a client has handlers for what servers ask inside of results, and for nothing that is not asked', async () => {
  const connecting = (handlers: object): Promise<unknown> => {
    const [near, far] = memoryPair();
    new Wire(far).close();
    return connectSession(near, { clientInfo, revisions: [GENERATED['2026-07-28'].revision], handlers });
  };
  const answer = (): object => ({});
  await expect(connecting({ createMessage: answer, elicit: answer, listRoots: answer })).rejects.toMatchObject({
    name: 'ConnectionClosedError',
  });
  await expect(connecting({ ask: answer })).rejects.toThrow(/Unknown handler ask.*createMessage, elicit, .*listRoots/);
});

test('handlers of older revisions, data, and helpers of a class are not mistakes', () => {
  class Handlers {
    helper(): void {}
  }
  expect(start(new Handlers())).not.toThrow();
  expect(start({ shout: () => {}, data: { any: 1 }, say: undefined })).not.toThrow();
});

test('where revisions are loaded later, names cannot be checked yet', () => {
  const revisions = [older, { id: newer.id, load: () => Promise.resolve(newer) }];
  expect(start({ shout: () => {} }, { revisions })).not.toThrow();
});
