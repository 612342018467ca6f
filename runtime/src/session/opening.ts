import { isObject, type NotificationEntry, type RequestEntry } from '../codegen/v1.js';
import { invalidRequest } from '../jsonrpc/errors.js';
import { EMPTY_RESULT } from '../jsonrpc/messages.js';
import type { Handler, Profile, RequestMethod } from '../peer/profile.js';
import { Method } from '../protocol.js';

// What a conversation runs on before a revision is negotiated: `initialize`, whose shape depends on what it negotiates and is
// checked when that is known, and `ping`.

const initialize: RequestEntry = {
  name: 'initialize',
  params: () => true,
  result: hasVersion,
  cancellable: false,
  lifecycle: true,
};

const ping: RequestMethod = {
  entry: { name: 'ping', params: () => true, result: isObject, cancellable: true, lifecycle: true },
  handle: () => EMPTY_RESULT,
};

/** Requests that stand alone can be cancelled, whether or not a conversation is open. */
const cancelled: NotificationEntry = { name: 'cancelled', params: namesRequest, lifecycle: true };

const notifications: Profile['notifications'] = new Map([[Method.Cancelled, { entry: cancelled, handle: undefined }]]);

/**
 * The profile of a conversation that is not open yet.
 *
 * @param revision the newest revision of this side, whose rule for batches holds.
 * @param open answers `initialize`; a client leaves it out.
 */
export function openingProfile(revision: string, batching: boolean, open?: Handler): Profile {
  return {
    revision,
    batching,
    capabilities: {},
    requests: new Map([
      [Method.Ping, ping],
      ...(open ? [[Method.Initialize, { entry: initialize, handle: open }] as const] : []),
    ]),
    convertResult: undefined,
    completeResult: undefined,
    questions: new Map(),
    requestMeta: undefined,
    notifications,
    sentRequests: new Map([[Method.Initialize, initialize]]),
    sentNotifications: new Map(),
    explain: undefined,
    refuse: () => invalidRequest('the conversation has to be opened with initialize first'),
  };
}

function hasVersion(value: unknown): boolean {
  return isObject(value) && typeof value.protocolVersion === 'string';
}

function namesRequest(value: unknown): boolean {
  return isObject(value) && (typeof value.requestId === 'string' || typeof value.requestId === 'number');
}
