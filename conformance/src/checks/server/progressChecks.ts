/** Checks of reports of progress. */

import type { Check } from '../../check.js';
import { tool } from '../../offer.js';
import type { Peer } from '../../peer.js';
import { must, quoted } from '../../violation.js';
import { fieldsOf, type Fields } from '../../wire/message.js';
import { startSlow } from './fixture.js';

const METHOD = 'notifications/progress';

export const PROGRESS_CHECKS: readonly Check[] = [
  {
    id: 'progress-token',
    rows: ['progress-token-given', 'progress-token-type'],
    needs: [tool('progress')],
    async run(peer) {
      for (const token of ['token', 12, 0]) {
        const reports = await reportsOf(peer, { progressToken: token });
        must(reports.length > 0, `Expected reports for the token ${quoted(token)}`);
        const other = reports.find(({ progressToken }) => progressToken !== token);
        must(other === undefined, `Expected reports with the token ${quoted(token)}, got ${quoted(other)}`);
      }
    },
  },
  {
    id: 'progress-without-token',
    rows: ['progress-token-given'],
    needs: [tool('progress')],
    async run(peer) {
      const [report] = await reportsOf(peer, {});
      must(report === undefined, `Expected no report for a request without a token, got ${quoted(report)}`);
    },
  },
  {
    id: 'progress-increases',
    rows: ['progress-increases'],
    needs: [tool('progress')],
    async run(peer) {
      const reports = await reportsOf(peer, { progressToken: 'increases' });
      const values = reports.map(({ progress }) => progress);
      const isRising = values.every(
        (value, at) => typeof value === 'number' && (at === 0 || value > Number(values[at - 1])),
      );
      must(values.length > 1 && isRising, `Expected reports that increase, got ${quoted(values)}`);
    },
  },
  {
    id: 'progress-stops',
    rows: ['progress-stops', 'progress-while-running'],
    needs: [tool('progress')],
    async run(peer) {
      const connection = await peer.connection();
      const from = connection.received.length;
      const { id } = await connection.ask(
        'tools/call',
        { name: 'progress', arguments: {} },
        { meta: { progressToken: 'stops' } },
      );
      await connection.settle();
      const messages = connection.received.slice(from).map(({ message }) => message);
      const answered = messages.findIndex((message) => message['id'] === id);
      const late = messages.slice(answered).find(({ method }) => method === METHOD);
      must(late === undefined, `Expected no report behind the result, got ${quoted(late)}`);
    },
  },
  {
    id: 'progress-stops-when-cancelled',
    rows: ['progress-while-running', 'progress-stops'],
    needs: [tool('slow'), tool('slow_running')],
    async run(peer) {
      const connection = await peer.connection();
      const { cancel } = await startSlow(connection, { progressToken: 'cancelled' });
      await cancel();
      await connection.settle();
      const from = connection.received.length;
      await connection.settle();
      const late = connection.notifications(from).find(({ method }) => method === METHOD);
      must(late === undefined, `Expected no report for a cancelled request, got ${quoted(late)}`);
    },
  },
];

/** The reports of one call of the tool `progress`. */
async function reportsOf(peer: Peer, meta: Fields): Promise<readonly Fields[]> {
  const connection = await peer.connection();
  const from = connection.received.length;
  await connection.call('progress', {}, { meta });
  await connection.settle();
  return connection
    .notifications(from)
    .filter(({ method }) => method === METHOD)
    .map((message) => fieldsOf(message, 'params'));
}
