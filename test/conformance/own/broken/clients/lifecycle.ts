/** Clients that open and end sessions wrongly, or whose messages are wrong. */

import { fieldsOf, isRequest } from '../../../../../conformance/src/wire/message.js';
import { messages, more, type ClientFault } from './fault.js';

const REVISION = '2025-11-25';

export const LIFECYCLE_CLIENT_FAULTS: readonly ClientFault[] = [
  {
    fault: 'does not say who it is',
    revision: REVISION,
    alter: messages('initialize', (message) => ({
      ...message,
      params: { ...fieldsOf(message, 'params'), clientInfo: {} },
    })),
    fails: { 'client-introduction': /Expected clientInfo with name and version/ },
  },
  {
    fault: 'is never ready',
    revision: REVISION,
    alter: messages('notifications/initialized', (message) => ({ ...message, method: 'notifications/ready' })),
    fails: { 'client-initialized': /Expected initialize and notifications\/initialized first/ },
  },
  {
    fault: 'talks to a server of another version',
    revision: REVISION,
    transport: 'stdio',
    alter: more(() => ({ id: 'more', method: 'tools/list' })),
    fails: { 'client-version-unknown': /Expected the client to leave/ },
  },
  {
    fault: 'cancels initialize',
    revision: REVISION,
    transport: 'stdio',
    alter: more((sent) => {
      const { id } = sent.find(({ method }) => method === 'initialize') ?? {};
      return { method: 'notifications/cancelled', params: { requestId: id } };
    }),
    fails: { 'client-initialize-not-cancelled': /Expected no cancellation of initialize/ },
    alsoFails: { 'client-version-unknown': 'A client that leaves sends nothing more.' },
  },
  {
    fault: 'uses one id twice',
    revision: REVISION,
    alter: messages('tools/list', (message) => ({ ...message, id: 'list' })),
    fails: { 'client-messages': /used the id "list" for two requests/ },
  },
  {
    fault: 'writes an invalid message',
    revision: REVISION,
    transport: 'stdio',
    alter: { noise: () => ['Hello'] },
    fails: {
      'client-stdin': /Expected a message on each line, got "Hello"/,
      'client-messages': /Expected messages only, got "Hello"/,
    },
  },
  {
    fault: 'kills its server',
    revision: REVISION,
    transport: 'stdio',
    alter: { events: () => ['SIGTERM'] },
    fails: {
      'client-closes-input': /Expected the end of the input first/,
      'client-sigterm': /then SIGTERM/,
      'client-sigkill': /then SIGKILL/,
    },
  },
  {
    fault: 'has requests without metadata',
    revision: '2026-07-28',
    alter: {
      messages: (all) =>
        all.map((message) => {
          const { _meta, ...params } = fieldsOf(message, 'params');
          const { progressToken } = fieldsOf(_meta);
          return isRequest(message) ? { ...message, params: { ...params, _meta: { progressToken } } } : message;
        }),
    },
    fails: { 'client-metadata': /Expected 2026-07-28 in the metadata/ },
  },
];
