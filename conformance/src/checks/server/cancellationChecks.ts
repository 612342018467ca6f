/** Checks of cancellation. */

import type { Check } from '../../check.js';
import { tool } from '../../offer.js';
import { must, quoted } from '../../violation.js';
import type { Connection } from '../../wire/connection.js';
import { fieldsOf, type Fields } from '../../wire/message.js';
import { startSlow, untilRunning } from './fixture.js';
import { tour } from './tour.js';

const SLOW = [tool('slow'), tool('slow_running')];

export const CANCELLATION_CHECKS: readonly Check[] = [
  {
    id: 'cancel-unanswered',
    rows: ['cancellation-unanswered', 'stdio-nothing-after', 'http-alone-nothing-after'],
    needs: SLOW,
    async run(peer) {
      const connection = await peer.connection();
      const { id, cancel } = await startSlow(connection);
      await cancel();
      await connection.settle();
      const answer = connection.responses().find((message) => message['id'] === id);
      must(answer === undefined, `Expected no answer to a cancelled request, got ${quoted(answer)}`);
    },
  },
  {
    id: 'cancel-stops-work',
    rows: [
      'cancellation-stops-work',
      'cancellation-frees-resources',
      'stdio-work-stopped',
      'http-alone-disconnect',
      'http-alone-work-stopped',
    ],
    needs: SLOW,
    async run(peer) {
      const connection = await peer.connection();
      const { key, cancel } = await startSlow(connection);
      await cancel();
      await untilRunning(connection, key, '0');
    },
  },
  ignored('cancel-unknown', 'cancellation-unknown-ignored', () => ({ requestId: 'nobody', reason: 'Unknown' })),
  ignored('cancel-malformed', 'cancellation-malformed-ignored', () => ({ requestId: { not: 'an id' } })),
  ignored('cancel-without-params', 'cancellation-malformed-ignored', () => undefined),
  ignored('cancel-completed', 'cancellation-completed-ignored', async (connection) => {
    const { id, answer } = connection.send(connection.hasSessions ? 'ping' : 'server/discover');
    await answer;
    return { requestId: id };
  }),
  {
    id: 'cancel-race',
    rows: ['cancellation-race'],
    needs: [tool('echo')],
    async run(peer) {
      const connection = await peer.connection();
      const from = connection.received.length;
      const { id, cancel } = connection.send('tools/call', { name: 'echo', arguments: { text: 'race' } });
      await cancel();
      await connection.settle();
      const answers = connection.responses(from).filter((message) => message['id'] === id);
      must(answers.length <= 1, `Expected at most one answer, got ${quoted(answers)}`);
    },
  },
  {
    id: 'cancel-own-requests-only',
    rows: ['cancellation-own-requests', 'cancellation-by-server', 'cancellation-server-names-listening'],
    async run(peer) {
      const connection = await tour(peer);
      const asked = connection.requests().map(({ id }) => id);
      const wrong = connection
        .notifications()
        .filter(({ method }) => method === 'notifications/cancelled')
        .find((message) => !asked.includes(fieldsOf(message, 'params')['requestId']));
      must(wrong === undefined, `The server has cancelled what it has not asked: ${quoted(wrong)}`);
    },
  },
];

/** A cancellation of nothing: the server says nothing to it, and goes on. */
function ignored(
  id: string,
  row: 'cancellation-unknown-ignored' | 'cancellation-malformed-ignored' | 'cancellation-completed-ignored',
  makeParams: (connection: Connection) => Fields | undefined | Promise<Fields | undefined>,
): Check {
  return {
    id,
    rows: [row],
    async run(peer) {
      const connection = await peer.connection();
      const params = await makeParams(connection);
      const from = connection.received.length;
      await connection.notify('notifications/cancelled', params);
      await connection.settle();
      const answer = connection
        .responses(from)
        .find(
          ({ id: answered = null, error }) =>
            !connection.ids.includes(answered) && !(error !== undefined && connection.transport === 'http'),
        );
      must(answer === undefined, `Expected no answer to a cancellation, got ${quoted(answer)}`);
    },
  };
}
