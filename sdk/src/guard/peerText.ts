declare const PEER: unique symbol;

/**
 * Unsanitized text of the other side. Its type is not assignable to string, so that it is not printed or forwarded by mistake. `plainText`
 * and `plainLine` convert it to a string that is safe for terminals; `sanitize` converts it for a model.
 */
export interface PeerText {
  /** @internal */
  readonly [PEER]: true;
}

/** Marks a string as text of the other side. */
export function peerText(text: string): PeerText {
  return text as unknown as PeerText;
}
