import {
  isObject,
  type Guard,
  type MethodTable,
  type NotificationEntry,
  type RequestEntry,
  type Revision,
} from '../codegen/v1.js';
import { Method } from '../protocol.js';

/** The revision of the contract's conversations: transports may depend on the negotiated revision. */
export const REVISION = '2025-11-25';

const anything: Guard = () => true;

const lifecycle = { params: anything, lifecycle: true } as const;

function asks(name: string): RequestEntry {
  return { name, params: isObject, result: isObject, cancellable: true };
}

const requests: MethodTable['requests'] = {
  [Method.Ping]: { name: 'ping', result: isObject, cancellable: true, ...lifecycle },
};

const notifications: { readonly [method: string]: NotificationEntry } = {
  [Method.Cancelled]: { name: 'cancelled', ...lifecycle },
  [Method.Progress]: { name: 'progress', ...lifecycle },
};

/** A protocol with a few methods, for conversations over the transport under test. */
export const revision: Revision = {
  id: REVISION,
  era: 'session',
  batching: false,
  server: {
    requests: {
      ...requests,
      [Method.Initialize]: { name: 'initialize', result: isObject, cancellable: false, ...lifecycle },
      'contract/echo': asks('echo'),
      'contract/repeat': asks('repeat'),
      'contract/ask': asks('ask'),
      'contract/wait': asks('wait'),
    },
    notifications: { ...notifications, [Method.Initialized]: { name: 'initialized', ...lifecycle } },
  },
  client: {
    requests: { ...requests, 'contract/question': asks('question') },
    notifications: { ...notifications, 'contract/note': { name: 'note', params: isObject } },
  },
};
