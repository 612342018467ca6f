import type { PeerInfo } from '../codegen/v1.js';
import { namesIn, type Profile } from '../peer/profile.js';
import type { Side } from './handlers.js';

/** The fields of an implementation, in all revisions. */
const INFO_FIELDS = ['name', 'title', 'version', 'description', 'websiteUrl', 'icons'];

/** Capabilities for extensions, which every revision allows. */
const OPEN_CAPABILITIES = ['experimental', 'extensions'];

/**
 * Returns the known fields of the other side's validated introduction.
 *
 * @param profile has the capabilities of its revision. Default: all capabilities are kept.
 */
export function peerInfo(introduction: object, side: Side, profile?: Profile): PeerInfo {
  const { capabilities, [`${side}Info`]: info } = introduction as { readonly [name: string]: object | undefined };
  const known = profile && [...OPEN_CAPABILITIES, ...capabilitiesOf(profile)];
  return {
    ...pickInfo(info),
    capabilities: pick(capabilities, known ?? Object.keys(capabilities ?? {})),
  };
}

/** Returns the known fields of a program's info. */
export function pickInfo(info: object | undefined): PeerInfo {
  return pick(info, INFO_FIELDS) as unknown as PeerInfo;
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
