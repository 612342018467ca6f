/** What a server says of itself and of what it offers, freed of what people do not see and models obey. */

import {
  InvalidMessageError,
  type ErrorListener,
  type PeerInfo,
  type RequestOptions,
  type Session,
} from '@mcp-gen/runtime';
import { plainLine, readable, sanitize, sanitizeText, type PeerText, type Readable } from '../guard/index.js';
import { withSafeIcons } from '../icons.js';

/** A server by its own account, as it came. */
type RawPeer = { readonly [Name in 'name' | 'version']: PeerText } & { readonly title?: PeerText } & Pick<
    PeerInfo,
    'capabilities'
  >;

/** A session whose texts of the server cannot be printed or handed out by mistake. */
export interface PeerSession extends Omit<Session, 'peer' | 'instructions'> {
  readonly peer: RawPeer;
  readonly instructions: PeerText | undefined;
}

/** Marks the texts of the server. */
export function peerSession(session: Session): PeerSession {
  return session as unknown as PeerSession;
}

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

const PEERS = new WeakMap<object, PeerInfo>();

/** A server by its own account. Its capabilities are as it has declared them. */
export function describedPeer(peer: PeerInfo | RawPeer): PeerInfo {
  let described = PEERS.get(peer);
  if (described === undefined) {
    const { capabilities, ...texts } = withSafeIcons(peer as PeerInfo);
    described = { ...sanitize(texts), capabilities };
    PEERS.set(peer, described);
  }
  return described;
}

/** An error with what a server may have written in its message: it remains the object that it was. The `data` of an error is unchanged. */
export function describedError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const message = sanitizeText(error.message);
  if (message === error.message) return error;
  // An error of the application may be frozen.
  Reflect.set(error, 'message', message);
  Reflect.set(error, 'stack', sanitizeText(error.stack ?? ''));
  if (error instanceof InvalidMessageError) Reflect.set(error, 'issues', sanitize(error.issues));
  return error;
}

/** Options of a request, whose listener is told of progress in clean words. */
export function describedProgress(options: RequestOptions | undefined): RequestOptions | undefined {
  const onProgress = options?.onProgress;
  return onProgress === undefined ? options : { ...options, onProgress: (progress) => onProgress(sanitize(progress)) };
}
