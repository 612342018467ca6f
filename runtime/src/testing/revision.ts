import {
  isObject,
  type Guard,
  type MethodTable,
  type NotificationEntry,
  type RequestEntry,
  type Revision,
} from '../codegen/v1.js';
import * as Method from '../registry/methods.js';
import { revisions } from '../registry/revisions.js';

const [newest = '', earlier = ''] = Object.entries(revisions)
  .flatMap(([id, { era }]) => (era === 'session' ? [id] : []))
  .reverse();

/** The revision of the contract's sessions, the newest with sessions: transports may depend on the negotiated revision. */
export const REVISION: string = newest;

/** The revision with sessions before it. */
export const EARLIER_REVISION: string = earlier;

const anything: Guard = () => true;

const lifecycle = { params: anything, lifecycle: true } as const;

function asks(name: string): RequestEntry {
  return { name, params: isObject, result: isObject };
}

const requests: MethodTable['requests'] = {
  [Method.ping]: { name: 'ping', result: isObject, ...lifecycle },
};

const notifications: { readonly [method: string]: NotificationEntry } = {
  [Method.notificationsCancelled]: { name: 'cancelled', ...lifecycle },
  [Method.notificationsProgress]: { name: 'progress', ...lifecycle },
};

/** A protocol with a few methods, for sessions over the transport under test. */
export const revision: Revision = {
  id: REVISION,
  era: 'session',
  batching: false,
  server: {
    requests: {
      ...requests,
      [Method.initialize]: { name: 'initialize', result: isObject, cancellable: false, ...lifecycle },
      'contract/echo': asks('echo'),
      'contract/repeat': asks('repeat'),
      'contract/ask': asks('ask'),
      'contract/wait': asks('wait'),
    },
    notifications: { ...notifications, [Method.notificationsInitialized]: { name: 'initialized', ...lifecycle } },
  },
  client: {
    requests: { ...requests, 'contract/question': asks('question') },
    notifications: { ...notifications, 'contract/note': { name: 'note', params: isObject } },
  },
};
