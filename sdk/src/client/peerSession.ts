/** Removes invisible characters, which models read and people do not see, from a server's introduction and lists. */

import {
  InvalidMessageError,
  type ErrorListener,
  type PeerInfo,
  type RequestOptions,
  type Session,
} from '@mcp-gen/runtime';
import { plainLine, readable, sanitize, sanitizeText, type UntrustedText, type Readable } from '../guard/index.js';
import { withSafeIcons } from '../icons.js';

/** The server's introduction, before sanitizing. */
type RawPeer = { readonly [Name in 'name' | 'version']: UntrustedText } & { readonly title?: UntrustedText } & Pick<
    PeerInfo,
    'capabilities'
  >;

/** A session whose server texts cannot be printed or returned unsanitized by mistake. */
export interface PeerSession extends Omit<Session, 'peer' | 'instructions'> {
  readonly peer: RawPeer;
  readonly instructions: UntrustedText | undefined;
}

/** Marks the texts of the server as unsanitized. */
export function peerSession(session: Session): PeerSession {
  return session as unknown as PeerSession;
}

/**
 * Sanitizes the entries of a list. Entries that cannot be used without invisible characters are left out and reported, as are unsafe icons.
 */
export function sanitizeItems<Item extends { readonly name: string }>(
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

/** Sanitizes the server's introduction. Its capabilities are unchanged. */
export function sanitizePeer(peer: PeerInfo | RawPeer): PeerInfo {
  let described = PEERS.get(peer);
  if (described === undefined) {
    const { capabilities, ...texts } = withSafeIcons(peer as PeerInfo);
    described = { ...sanitize(texts), capabilities };
    PEERS.set(peer, described);
  }
  return described;
}

/** Sanitizes the message of an error, in place. The `data` of the error is unchanged. */
export function sanitizeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const message = sanitizeText(error.message);
  if (message === error.message) return error;
  // An error of the application may be frozen.
  Reflect.set(error, 'message', message);
  Reflect.set(error, 'stack', sanitizeText(error.stack ?? ''));
  if (error instanceof InvalidMessageError) Reflect.set(error, 'issues', sanitize(error.issues));
  return error;
}

/** Returns the options of a request with a progress listener that receives sanitized messages. */
export function sanitizeProgress(options: RequestOptions | undefined): RequestOptions | undefined {
  const onProgress = options?.onProgress;
  return onProgress === undefined ? options : { ...options, onProgress: (progress) => onProgress(sanitize(progress)) };
}
