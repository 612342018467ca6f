import type { RequestId } from '../jsonrpc/messages.js';

/** What can be told of a message of which only the edges are known. */
export interface Envelope {
  readonly id: RequestId;
  readonly isRequest: boolean;
}

const ID = String.raw`"id"\s*:\s*(-?\d{1,16}|"(?:[^"\\]|\\.)*")`;
const PLAIN = String.raw`"(?:jsonrpc|method)"\s*:\s*"[^"\\]*"`;
const ID_AT_START = new RegExp(String.raw`^\s*\{\s*(?:${PLAIN}\s*,\s*)*${ID}\s*[,}]`);
const ID_AT_END = new RegExp(String.raw`${ID}\s*(?:,\s*${PLAIN}\s*)*\}\s*$`);
const KIND = /^\s*\{[^{}[\]]*?"(method|result|error)"\s*:/;

/**
 * Reads whose message it is from the first and the last characters of its JSON text: the caller that waits for it can then be told
 * what became of it. Programs write the id before everything that is large, or behind it. Nothing if neither shows.
 */
export function readEnvelope(start: string, end: string): Envelope | undefined {
  const kind = KIND.exec(start)?.[1];
  const text = ID_AT_START.exec(start)?.[1] ?? ID_AT_END.exec(end)?.[1];
  if (kind === undefined || text === undefined) return undefined;
  try {
    return { id: JSON.parse(text) as RequestId, isRequest: kind === 'method' };
  } catch {
    return undefined;
  }
}
