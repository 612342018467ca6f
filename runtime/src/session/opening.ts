import { isObject, type NotificationEntry, type PeerInfo, type RequestEntry } from '../codegen/v1.js';
import { invalidRequest } from '../jsonrpc/errors.js';
import { EMPTY_RESULT } from '../jsonrpc/messages.js';
import { namesIn, type Handler, type Profile, type RequestMethod } from '../peer/profile.js';
import { Method, type Side } from '../protocol.js';

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

const noNotifications: ReadonlyMap<
  string,
  { readonly entry: NotificationEntry; readonly handle: Handler | undefined }
> = new Map();

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
    notifications: noNotifications,
    sentRequests: new Map([[Method.Initialize, initialize]]),
    sentNotifications: new Map(),
    explain: undefined,
    refuse: () => invalidRequest('the conversation has to be opened with initialize first'),
  };
}

/** The fields of an implementation, of all revisions. */
const INFO_FIELDS = ['name', 'title', 'version', 'description', 'websiteUrl', 'icons'];

/** Capabilities that every revision has for what it does not know. */
const OPEN_CAPABILITIES = ['experimental', 'extensions'];

/**
 * Returns what the other side said of itself, once it has been checked: the fields that are known, and no others.
 *
 * @param profile knows the capabilities of its revision. Default: all capabilities are taken.
 */
export function peerInfo(introduction: object, side: Side, profile?: Profile): PeerInfo {
  const { capabilities, [`${side}Info`]: info } = introduction as { readonly [name: string]: object | undefined };
  const known = profile && [...OPEN_CAPABILITIES, ...capabilitiesOf(profile)];
  return {
    ...(pick(info, INFO_FIELDS) as unknown as PeerInfo),
    capabilities: pick(capabilities, known ?? Object.keys(capabilities ?? {})),
  };
}

/** Returns the names of the capabilities that methods of a revision need. */
function capabilitiesOf({ requests, notifications, sentRequests, sentNotifications }: Profile): Iterable<string> {
  const entries = [
    ...Array.from(requests.values(), ({ entry }) => entry),
    ...Array.from(notifications.values(), ({ entry }) => entry),
    ...sentRequests.values(),
    ...sentNotifications.values(),
  ];
  return new Set(
    entries.flatMap(({ capability }) => (capability === undefined ? [] : namesIn(capability).slice(0, 1))),
  );
}

function pick(from: object = {}, names: Iterable<string>): { readonly [name: string]: unknown } {
  const picked: Record<string, unknown> = {};
  for (const name of names) {
    if (Object.hasOwn(from, name)) picked[name] = (from as { readonly [name: string]: unknown })[name];
  }
  return picked;
}

function hasVersion(value: unknown): boolean {
  return isObject(value) && typeof value.protocolVersion === 'string';
}
