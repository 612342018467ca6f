import { encode } from '../../codec/encode.js';
import { RequestTimeoutError } from '../../errors.js';
import type { Message } from '../../jsonrpc/messages.js';
import { converse } from '../conversation.js';
import type { Arrival } from '../end.js';
import { notes, request, result, type Rule, type Stage } from '../stage.js';

/** What becomes of messages that are too large, or none at all. */
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
  ...(['server', 'client'] as const).map((at): Rule => ({
    name: `malformed: what arrives at the ${at} and is no message is reported, and the next message arrives`,
    needs: 'malformed',
    async check(stage) {
      await stage.open();
      const [near, far] = at === 'server' ? [stage.server, stage.client] : [stage.client, stage.server];
      await stage.part('garble', 'malformed')(at);
      // Where the medium answers each message, its sender may hear of it in the receiver's place.
      await Promise.any([
        near.find(isMalformed, 'malformed'),
        far.find(({ kind }) => kind === 'unsent' || kind === 'failed', 'that nobody could read it'),
      ]).catch(() => {
        throw new Error(`Neither end was told within ${stage.timeout} ms that no message arrived at the ${at}`);
      });
      const messages = notes(2);
      for (const message of messages) void far.say(message);
      await near.expect(...messages);
    },
  })),
];

/** A message of exactly as many bytes. */
function padded<M extends Message>(bytes: number, make: (text: string) => M): M {
  return make('x'.repeat(bytes - encode(make('')).length));
}

function isMalformed(arrival: Arrival): boolean {
  return arrival.kind === 'malformed' && Number.isInteger(arrival.error.code) && arrival.error.message !== '';
}

/** Asks what cannot be asked or answered, and wants to be told why. What else is asked is answered, or told that the connection is over. */
async function expectToldLimit(stage: Stage, method: string, params: object): Promise<void> {
  const { session } = await converse(stage);
  const limit = String(stage.part('messageLimit', 'limit'));
  const told = await session.request(method, params, { timeout: stage.timeout }).then(
    () => 'an answer',
    (error: unknown) => (error instanceof RequestTimeoutError ? 'nothing' : String(error)),
  );
  if (!told.includes(limit)) {
    throw new Error(`The caller should have been told of the limit of ${limit} bytes, and was told ${told}`);
  }
  const outcome = await session.request('ping', {}, { timeout: stage.timeout }).catch((error: unknown) => error);
  if (outcome instanceof RequestTimeoutError) {
    throw new Error('After a message over the limit nothing is answered any more, and the connection is not closed');
  }
}
