import { isObject, quote, type NotificationEntry, type RequestEntry } from '../codegen/v1.js';
import { invalidRequest } from '../jsonrpc/jsonRpcError.js';
import { EMPTY_RESULT } from '../jsonrpc/messages.js';
import type { Handler, Profile, RequestMethod } from '../peer/profile.js';
import * as Method from '../registry/methods.js';

// The profile before a revision is negotiated: `initialize`, which is validated when the revision is known, and `ping`.

const initialize: RequestEntry = {
  name: 'initialize',
  params: () => true,
  result: hasVersion,
  cancellable: false,
  lifecycle: true,
};

const ping: RequestMethod = {
  entry: { name: 'ping', params: () => true, result: isObject, lifecycle: true },
  handle: () => EMPTY_RESULT,
};

/** Requests of revisions without sessions can be cancelled whether or not a session is open. */
const cancelled: NotificationEntry = { name: 'cancelled', params: namesRequest, lifecycle: true };

const notifications: Profile['notifications'] = new Map([
  [Method.notificationsCancelled, { entry: cancelled, handle: undefined }],
]);

/**
 * Returns the profile of a session that is not open yet.
 *
 * @param revision the newest revision of this side, which determines batches.
 * @param open handles `initialize`; undefined for a client.
 */
export function openingProfile(revision: string, batching: boolean, open?: Handler): Profile {
  return {
    revision,
    batching,
    isOpening: true,
    capabilities: {},
    requests: new Map([
      [Method.ping, ping],
      ...(open ? [[Method.initialize, { entry: initialize, handle: open }] as const] : []),
    ]),
    convertResult: undefined,
    checkFormats: true,
    completeResult: undefined,
    questions: new Map(),
    requestMeta: undefined,
    notifications,
    unknownNotification: undefined,
    unknownRequest: undefined,
    ignored: (method) => new Error(`Ignored ${quote(method)}: the session is not open yet`),
    sentRequests: new Map([[Method.initialize, initialize]]),
    sentNotifications: new Map(),
    explain: undefined,
    refuse: () => invalidRequest('the session must be opened with initialize first'),
  };
}

function hasVersion(value: unknown): boolean {
  return isObject(value) && typeof value.protocolVersion === 'string';
}

function namesRequest(value: unknown): boolean {
  return isObject(value) && (typeof value.requestId === 'string' || typeof value.requestId === 'number');
}
