import type { RequestId } from '../jsonrpc/messages.js';
import { lazy } from '../lazy.js';

/** What the start and the end of a message reveal: its id and its method. */
export interface Envelope {
  readonly id: RequestId;
  readonly isRequest: boolean;
}

const ID = String.raw`"id"\s*:\s*(-?\d{1,16}|"(?:[^"\\]|\\.)*")`;
const PLAIN = String.raw`"(?:jsonrpc|method)"\s*:\s*"[^"\\]*"`;
const ID_AT_START = lazy(() => new RegExp(String.raw`^\s*\{\s*(?:${PLAIN}\s*,\s*)*${ID}\s*[,}]`));
const ID_AT_END = lazy(() => new RegExp(String.raw`${ID}\s*(?:,\s*${PLAIN}\s*)*\}\s*$`));
const KIND = /^\s*\{[^{}[\]]*?"(method|result|error)"\s*:/;

/**
 * Reads the id and method of a message from the first and last characters of its JSON, so that a waiting caller can receive an error.
 * Programs write the id before all large properties, or after them. Returns undefined if neither is found.
 */
export function readEnvelope(start: string, end: string): Envelope | undefined {
  const kind = KIND.exec(start)?.[1];
  const text = ID_AT_START().exec(start)?.[1] ?? ID_AT_END().exec(end)?.[1];
  if (kind === undefined || text === undefined) return undefined;
  try {
    return { id: JSON.parse(text) as RequestId, isRequest: kind === 'method' };
  } catch {
    return undefined;
  }
}
