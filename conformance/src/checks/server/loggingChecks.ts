/** Checks of log messages. */

import type { Check } from '../../check.js';
import { capability, tool } from '../../offer.js';
import type { Peer } from '../../peer.js';
import { must, quoted } from '../../violation.js';
import { fieldsOf, type Fields } from '../../wire/message.js';
import { mustHaveCode } from './fixture.js';

const LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];
const LOG_LEVEL = 'io.modelcontextprotocol/logLevel';
const METHOD = 'notifications/message';
const WITH_SESSIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'] as const;

export const LOGGING_CHECKS: readonly Check[] = [
  {
    id: 'logging-capability',
    rows: ['logging-capability'],
    needs: [tool('log')],
    async run(peer) {
      const connection = await peer.connection();
      const messages = await logged(peer, 'debug');
      const isDeclared = 'logging' in connection.offered;
      must(isDeclared || messages.length === 0, 'The server sends log messages, and does not declare logging');
    },
  },
  {
    id: 'logging-messages',
    rows: ['logging-validated'],
    needs: [capability('logging'), tool('log')],
    async run(peer) {
      const messages = await logged(peer, 'debug');
      must(messages.length > 0, 'Expected log messages at the level debug');
      for (const message of messages) {
        const isLevel = LEVELS.includes(String(message['level']));
        must(isLevel && 'data' in message, `Expected a log message with a level and data, got ${quoted(message)}`);
      }
    },
  },
  {
    id: 'logging-minimum',
    rows: ['lifecycle-version-respected'],
    needs: [capability('logging'), tool('log')],
    async run(peer) {
      const levels = (await logged(peer, 'error')).map(({ level }) => String(level));
      must(levels.length > 0, 'Expected log messages from the level error up');
      const low = levels.find((level) => LEVELS.indexOf(level) < LEVELS.indexOf('error'));
      must(low === undefined, `Expected no log messages below the level error, got ${quoted(low)}`);
    },
  },
  {
    id: 'logging-not-asked-for',
    rows: ['logging-asked-for'],
    needs: [tool('log')],
    async run(peer) {
      const [message] = await logged(peer, undefined);
      must(message === undefined, `Expected no log message for a request that names no level, got ${quoted(message)}`);
    },
  },
  {
    id: 'logging-level',
    rows: ['logging-level'],
    revisions: WITH_SESSIONS,
    needs: [capability('logging')],
    async run(peer) {
      const connection = await peer.connection();
      mustHaveCode(await connection.failure('logging/setLevel', { level: 'loud' }), -32602);
    },
  },
];

/** What the tool `log` has said to a client that wants this level. */
async function logged(peer: Peer, level: string | undefined): Promise<readonly Fields[]> {
  const connection = await peer.connection();
  const isDeclared = 'logging' in connection.offered;
  if (connection.hasSessions && isDeclared && level !== undefined)
    await connection.result('logging/setLevel', { level });
  const from = connection.received.length;
  await connection.call(
    'log',
    {},
    connection.hasSessions || level === undefined ? {} : { meta: { [LOG_LEVEL]: level } },
  );
  await connection.settle();
  return connection
    .notifications(from)
    .filter(({ method }) => method === METHOD)
    .map((message) => fieldsOf(message, 'params'));
}
