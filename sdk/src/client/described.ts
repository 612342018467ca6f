/** What a server says of itself and of what it offers, freed of what people do not see and models obey. */

import type { ErrorListener, PeerInfo } from '@mcp-gen/runtime';
import { plainLine, readable, sanitize, sanitizeText, type Readable } from '../guard/index.js';
import { withSafeIcons } from '../icons.js';

/** Entries of a list. Those that cannot be used without invisible characters are left out and reported, and so are unsafe icons. */
export function describedItems<Item extends { readonly name: string }>(
  kind: Readable,
  items: readonly Item[],
  report: ErrorListener,
): Item[] {
  return items.flatMap((item) => {
    try {
      return [withSafeIcons(readable(kind, item), report)];
    } catch (error) {
      report(new Error(`Left out the ${kind} ${plainLine(item.name)}: ${(error as Error).message}`));
      return [];
    }
  });
}

const PEERS = new WeakMap<PeerInfo, PeerInfo>();

/** A server by its own account. Its capabilities are as it has declared them. */
export function describedPeer(peer: PeerInfo): PeerInfo {
  let described = PEERS.get(peer);
  if (described === undefined) {
    const { capabilities, ...texts } = withSafeIcons(peer);
    described = { ...sanitize(texts), capabilities };
    PEERS.set(peer, described);
  }
  return described;
}

/** An error whose message a server may have written: it remains the object that it was. */
export function describedError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  error.message = sanitizeText(error.message);
  if (error.stack !== undefined) error.stack = sanitizeText(error.stack);
  return error;
}
