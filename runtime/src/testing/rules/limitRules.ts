import { encode } from '../../codec/encode.js';
import { RequestTimeoutError } from '../../errors.js';
import type { Message } from '../../jsonrpc/messages.js';
import * as Method from '../../registry/methods.js';
import { connectPair, describeOutcome } from '../connectPair.js';
import { request, result, type Rule, type Stage } from '../stage.js';

/** Rules for messages that are too large. */
export const LIMIT_RULES: readonly Rule[] = [
  {
    name: 'limit: a message of exactly the maximum size arrives',
    needs: 'limit',
    async check(stage) {
      await stage.open();
      const limit = stage.part('messageLimit', 'limit');
      const asked = padded(limit, (text) => request('asked', 'contract/echo', { text }));
      void stage.client.send(asked);
      await stage.server.expect(asked);
      const answer = padded(limit, (text) => result('asked', { text }));
      void stage.server.send(answer);
      await stage.client.expect(answer);
    },
  },
  {
    name: 'limit: the sender of a larger request receives an error with the limit',
    needs: 'limit',
    async check(stage) {
      const limit = stage.part('messageLimit', 'limit');
      await expectLimitError(stage, 'contract/echo', { text: 'x'.repeat(limit) });
    },
  },
  {
    name: 'limit: a caller that waits for a larger answer receives an error with the limit',
    needs: 'limit',
    async check(stage) {
      const limit = stage.part('messageLimit', 'limit');
      await expectLimitError(stage, 'contract/repeat', { text: 'x', count: limit });
    },
  },
  {
    name: 'limit: a server that waits for a larger answer receives an error',
    needs: 'limit',
    async check(stage) {
      const limit = stage.part('messageLimit', 'limit');
      const { session } = await connectPair(stage);
      // The answer is an error; if the connection is closed, both sides receive that.
      const asked = session.request('contract/ask', { text: 'x', count: limit }, { timeout: stage.timeout * 2 });
      const { text } = (await asked.catch((error: unknown) => ({ text: describeOutcome(error) }))) as {
        readonly text: string;
      };
      if (text === 'nothing') throw new Error('The server that waited for an answer over the limit received nothing');
    },
  },
];

/** Returns a message of exactly as many bytes. */
function padded<M extends Message>(bytes: number, make: (text: string) => M): M {
  return make('x'.repeat(bytes - encode(make('')).length));
}

/**
 * Sends a request that is too large, or has a result that is too large. The caller must receive the reason, and later callers must not wait
 * forever.
 */
async function expectLimitError(stage: Stage, method: string, params: object): Promise<void> {
  const { session } = await connectPair(stage);
  const limit = String(stage.part('messageLimit', 'limit'));
  const answer = await session
    .request(method, params, { timeout: stage.timeout })
    .then(() => 'an answer', describeOutcome);
  if (!answer.includes(limit)) {
    throw new Error(`The caller must receive an error with the limit of ${limit} bytes, but received ${answer}`);
  }
  const outcome = await session.request(Method.ping, {}, { timeout: stage.timeout }).catch((error: unknown) => error);
  if (outcome instanceof RequestTimeoutError) {
    throw new Error('After a message over the limit, requests are not answered, and the connection is not closed');
  }
}
