import { encode } from '../../codec/encode.js';
import { RequestTimeoutError } from '../../errors.js';
import type { Message } from '../../jsonrpc/messages.js';
import { converse, told } from '../conversation.js';
import { request, result, type Rule, type Stage } from '../stage.js';

/** What becomes of messages that are too large. */
export const LIMIT_RULES: readonly Rule[] = [
  {
    name: 'limit: a message of exactly as many bytes arrives',
    needs: 'limit',
    async check(stage) {
      await stage.open();
      const limit = stage.part('messageLimit', 'limit');
      const asked = padded(limit, (text) => request('asked', 'contract/echo', { text }));
      void stage.client.say(asked);
      await stage.server.expect(asked);
      const answer = padded(limit, (text) => result('asked', { text }));
      void stage.server.say(answer);
      await stage.client.expect(answer);
    },
  },
  {
    name: 'limit: whoever sends a larger request is told so, with the limit',
    needs: 'limit',
    async check(stage) {
      const limit = stage.part('messageLimit', 'limit');
      await expectToldLimit(stage, 'contract/echo', { text: 'x'.repeat(limit) });
    },
  },
  {
    name: 'limit: whoever waits for a larger answer is told so, with the limit',
    needs: 'limit',
    async check(stage) {
      const limit = stage.part('messageLimit', 'limit');
      await expectToldLimit(stage, 'contract/repeat', { text: 'x', count: limit });
    },
  },
  {
    name: 'limit: a server that asks for a larger answer is not left waiting',
    needs: 'limit',
    async check(stage) {
      const limit = stage.part('messageLimit', 'limit');
      const { session } = await converse(stage);
      // What the server is told is its answer; where the connection is closed, both are told that.
      const asked = session.request('contract/ask', { text: 'x', count: limit }, { timeout: stage.timeout * 2 });
      const { text } = (await asked.catch((error: unknown) => ({ text: told(error) }))) as { readonly text: string };
      if (text === 'nothing') throw new Error('The server that asked for an answer over the limit was told nothing');
    },
  },
];

/** A message of exactly as many bytes. */
function padded<M extends Message>(bytes: number, make: (text: string) => M): M {
  return make('x'.repeat(bytes - encode(make('')).length));
}

/** Asks what cannot be asked or answered. The caller must be told why, and later callers must not wait for ever. */
async function expectToldLimit(stage: Stage, method: string, params: object): Promise<void> {
  const { session } = await converse(stage);
  const limit = String(stage.part('messageLimit', 'limit'));
  const answer = await session.request(method, params, { timeout: stage.timeout }).then(() => 'an answer', told);
  if (!answer.includes(limit)) {
    throw new Error(`The caller should have been told of the limit of ${limit} bytes, and was told ${answer}`);
  }
  const outcome = await session.request('ping', {}, { timeout: stage.timeout }).catch((error: unknown) => error);
  if (outcome instanceof RequestTimeoutError) {
    throw new Error('After a message over the limit nothing is answered any more, and the connection is not closed');
  }
}
