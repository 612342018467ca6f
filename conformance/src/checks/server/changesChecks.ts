/** Checks of what servers tell when something of theirs has changed. */

import type { Check } from '../../check.js';
import { capability, resource, tool, type Need } from '../../offer.js';
import { must, quoted, violated } from '../../violation.js';
import type { Connection } from '../../wire/connection.js';
import { fieldsOf, type Fields } from '../../wire/message.js';

const WATCHED = 'fixture://watched';
const UPDATED = 'notifications/resources/updated';
const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId';
const WATCHING: readonly Need[] = [tool('update_resource'), resource(WATCHED), capability('resources.subscribe')];

/** Asks to be told of something, as the revision has it. Resolves with what stops that. */
export async function follow(
  connection: Connection,
  notifications: Fields,
): Promise<{ readonly id: unknown; readonly stop: () => Promise<void> }> {
  const { resourceSubscriptions = [] } = notifications as { readonly resourceSubscriptions?: readonly string[] };
  if (connection.hasSessions) {
    for (const uri of resourceSubscriptions) await connection.result('resources/subscribe', { uri });
    return {
      id: undefined,
      async stop() {
        for (const uri of resourceSubscriptions) await connection.result('resources/unsubscribe', { uri });
      },
    };
  }
  const from = connection.received.length;
  const { id, cancel } = connection.send('subscriptions/listen', { notifications });
  await connection.notified('notifications/subscriptions/acknowledged', from);
  return { id, stop: cancel };
}

export const CHANGE_CHECKS: readonly Check[] = [
  listChanged('tools', 'change_tools', 'tools-list-changed'),
  listChanged('prompts', 'change_prompts', 'prompts-list-changed'),
  listChanged('resources', 'change_resources', 'resources-list-changed'),
  {
    id: 'resource-updated',
    rows: ['lifecycle-version-respected', 'lifecycle-version-binding', 'listening-acknowledged'],
    needs: WATCHING,
    async run(peer) {
      const connection = await peer.open();
      const { stop } = await follow(connection, { resourceSubscriptions: [WATCHED] });
      const from = connection.received.length;
      await connection.call('update_resource');
      const { uri } = await connection.notified(UPDATED, from);
      must(uri === WATCHED, `Expected to be told of ${WATCHED}, got ${quoted(uri)}`);
      await stop();
    },
  },
  {
    id: 'resource-updated-until-unsubscribed',
    rows: ['lifecycle-version-respected', 'lifecycle-version-binding', 'listening-requested'],
    needs: WATCHING,
    async run(peer) {
      const connection = await peer.open();
      const { stop } = await follow(connection, { resourceSubscriptions: [WATCHED] });
      await stop();
      await connection.settle();
      const from = connection.received.length;
      await connection.call('update_resource');
      await connection.settle();
      const told = connection.notifications(from).find(({ method }) => method === UPDATED);
      must(told === undefined, `Expected to be told nothing after unsubscribing, got ${quoted(told)}`);
    },
  },
  {
    id: 'notifications-declared',
    rows: ['lifecycle-capabilities-respected', 'lifecycle-capabilities-binding', 'listening-requested'],
    needs: [tool('change_tools'), tool('log')],
    async run(peer) {
      const connection = await peer.open();
      const { offered } = connection;
      for (const name of ['change_tools', 'change_prompts', 'change_resources', 'update_resource', 'log']) {
        if (peer.offer.tools.has(name)) await connection.call(name);
      }
      await connection.settle();
      for (const { method } of connection.notifications()) {
        const [, feature = '', kind] = String(method).split('/');
        const isList = kind === 'list_changed';
        if (isList && connection.hasSessions) {
          const isDeclared = fieldsOf(offered, feature)['listChanged'] === true;
          must(isDeclared, `The server does not declare ${feature}.listChanged, and sends ${quoted(method)}`);
        }
        if (isList && !connection.hasSessions) violated(`Nobody listens, and the server sends ${quoted(method)}`);
        must(method !== UPDATED, 'Nobody has subscribed, and the server tells of an update');
        if (method === 'notifications/message')
          must('logging' in offered, 'The server does not declare logging, and logs');
      }
    },
  },
  {
    id: 'listening-acknowledged',
    rows: ['listening-acknowledged', 'listening-nothing-before', 'base-meta-subscription'],
    needs: [capability('tools.listChanged'), tool('change_tools')],
    async run(peer) {
      const connection = await peer.open();
      const from = connection.received.length;
      const { id, stop } = await follow(connection, { toolsListChanged: true });
      const [first] = connection.notifications(from);
      must(
        first?.['method'] === 'notifications/subscriptions/acknowledged',
        `Expected an acknowledgment first, got ${quoted(first)}`,
      );
      await connection.call('change_tools');
      await connection.notified('notifications/tools/list_changed', from);
      for (const message of connection.notifications(from)) {
        const named = fieldsOf(message, 'params', '_meta')[SUBSCRIPTION];
        must(
          named === id || named === String(id),
          `Expected the subscription ${quoted(id)} in _meta, got ${quoted(message)}`,
        );
      }
      await stop();
    },
  },
];

/** A server that declares so tells of a changed list. */
function listChanged(
  feature: 'tools' | 'prompts' | 'resources',
  name: string,
  row: 'tools-list-changed' | 'prompts-list-changed' | 'resources-list-changed',
): Check {
  return {
    id: row,
    rows: [row],
    needs: [tool(name), capability(`${feature}.listChanged`)],
    async run(peer) {
      const connection = await peer.open();
      const { stop } = await follow(connection, { [`${feature}ListChanged`]: true });
      const from = connection.received.length;
      await connection.call(name);
      await connection.notified(`notifications/${feature}/list_changed`, from);
      await stop();
    },
  };
}
