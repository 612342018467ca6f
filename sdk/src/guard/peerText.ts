declare const PEER: unique symbol;

/**
 * Text of the other side as it came: a string, which types do not take for one, so that nobody prints or forwards it by mistake.
 * `plainText` and `plainLine` make a string of it that a terminal can show; `sanitize` makes one that a model can read.
 */
export interface PeerText {
  /** @internal */
  readonly [PEER]: true;
}

/** Marks a text as one of the other side. */
export function peerText(text: string): PeerText {
  return text as unknown as PeerText;
}
