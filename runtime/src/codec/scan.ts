import type { RequestId } from '../jsonrpc/messages.js';

/** The outermost members of a message. */
export interface ScannedMessage {
  /** The id; undefined if it has none. */
  readonly id: RequestId | undefined;
  /** The method; undefined for a response. */
  readonly method: string | undefined;
  /** Whether its params have a `_meta`. */
  readonly hasMeta: boolean;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const SPACE = 0x20;

/** Maximum digits of an id. Longer ids may not be safe integers. */
const MAX_DIGITS = 15;
/** Maximum bytes of a short string: an id, a method, or the name of a member. */
const SHORT = 64;
/** Bytes of a string that are scanned one by one, before the platform's search is used. */
const NEAR = 48;

type Member = 'jsonrpc' | 'id' | 'method' | 'params' | 'result' | 'error';

const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

/** The members of messages, by their first bytes, which are all different. */
const MEMBERS: readonly ({ readonly name: Member; readonly text: Uint8Array } | undefined)[] = (() => {
  const found: ({ readonly name: Member; readonly text: Uint8Array } | undefined)[] = [];
  for (const name of ['jsonrpc', 'id', 'method', 'params', 'result', 'error'] as const) {
    found[name.charCodeAt(0)] = { name, text: bytesOf(name) };
  }
  return Array.from(found);
})();
const VERSION = bytesOf('2.0');
const META = bytesOf('_meta');

/**
 * Reads the kind of one message from its bytes, without parsing its contents: for proxies that relay messages unchanged. Returns undefined
 * if the message is invalid or has an unusual form, and so must be parsed. Does not check whether params and results are JSON.
 */
export function scanMessage(bytes: Uint8Array, start: number, end: number): ScannedMessage | undefined {
  while (end > start && (bytes[end - 1] as number) <= SPACE) end--;
  if (bytes[start] !== OPEN_BRACE) return undefined;
  let id: RequestId | undefined;
  let method: string | undefined;
  let hasVersion = false;
  let hasParams = false;
  let hasOutcome = false;
  let hasMeta = false;
  let at = start;
  do {
    const key = skipSpace(bytes, at + 1, end);
    const keyEnd = endOfShort(bytes, key, end);
    if (keyEnd === -1) return undefined;
    at = skipSpace(bytes, keyEnd + 1, end);
    if (bytes[at] !== COLON) return undefined;
    const value = skipSpace(bytes, at + 1, end);
    switch (memberAt(bytes, key + 1, keyEnd)) {
      case 'jsonrpc':
        at = endOfShort(bytes, value, end);
        if (hasVersion || at === -1 || !isText(bytes, value + 1, at, VERSION)) return undefined;
        hasVersion = true;
        at++;
        break;
      case 'id':
        if (id !== undefined) return undefined;
        at = bytes[value] === QUOTE ? endOfShort(bytes, value, end) + 1 : endOfDigits(bytes, value, end);
        if (at <= value) return undefined;
        id = bytes[value] === QUOTE ? textOf(bytes, value + 1, at - 1) : integerOf(bytes, value, at);
        break;
      case 'method':
        at = endOfShort(bytes, value, end);
        if (method !== undefined || at === -1) return undefined;
        method = textOf(bytes, value + 1, at);
        at++;
        break;
      case 'params': {
        if (hasParams || bytes[value] !== OPEN_BRACE) return undefined;
        hasParams = true;
        const params = scanParams(bytes, value, end);
        if (params === undefined) return undefined;
        at = params.end;
        hasMeta = params.hasMeta;
        break;
      }
      case 'result':
      case 'error':
        if (hasOutcome || bytes[value] !== OPEN_BRACE) return undefined;
        hasOutcome = true;
        at = endOfValue(bytes, value, end);
        if (at === -1) return undefined;
        break;
      default:
        return undefined;
    }
    at = skipSpace(bytes, at, end);
  } while (bytes[at] === COMMA);
  const isWhole = bytes[at] === CLOSE_BRACE && at === end - 1 && hasVersion;
  if (!isWhole || (method === undefined) !== hasOutcome || (hasOutcome && hasParams)) return undefined;
  return { id, method, hasMeta };
}

/** Returns the end of an object, and whether it has a member `_meta`. Undefined if its members have an unusual form. */
function scanParams(
  bytes: Uint8Array,
  start: number,
  end: number,
): { readonly end: number; readonly hasMeta: boolean } | undefined {
  let at = skipSpace(bytes, start + 1, end);
  let hasMeta = false;
  if (bytes[at] === CLOSE_BRACE) return { end: at + 1, hasMeta };
  for (;;) {
    const keyEnd = endOfShort(bytes, at, end);
    if (keyEnd === -1) return undefined;
    hasMeta ||= isText(bytes, at + 1, keyEnd, META);
    at = skipSpace(bytes, keyEnd + 1, end);
    if (bytes[at] !== COLON) return undefined;
    at = endOfValue(bytes, skipSpace(bytes, at + 1, end), end);
    if (at === -1) return undefined;
    at = skipSpace(bytes, at, end);
    if (bytes[at] === CLOSE_BRACE) return { end: at + 1, hasMeta };
    if (bytes[at] !== COMMA) return undefined;
    at = skipSpace(bytes, at + 1, end);
  }
}

function skipSpace(bytes: Uint8Array, at: number, end: number): number {
  while (at < end && (bytes[at] as number) <= SPACE) at++;
  return at;
}

/** Returns the index of the closing quote of a short ASCII string that starts here; -1 if there is none. */
function endOfShort(bytes: Uint8Array, start: number, end: number): number {
  if (bytes[start] !== QUOTE) return -1;
  const most = Math.min(end, start + SHORT + 2);
  for (let at = start + 1; at < most; at++) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) return at;
    if (byte === BACKSLASH || byte < SPACE || byte > 0x7e) return -1;
  }
  return -1;
}

/** Returns the end of a non-negative integer that starts here; -1 if there is none, or it may not be a safe integer. */
function endOfDigits(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && (bytes[at] as number) >= ZERO && (bytes[at] as number) <= NINE) at++;
  const hasNoLeadingZero = bytes[start] !== ZERO || at === start + 1;
  return at > start && at - start <= MAX_DIGITS && hasNoLeadingZero ? at : -1;
}

/** Returns the end of a value that starts here; -1 if it is incomplete. */
function endOfValue(bytes: Uint8Array, start: number, end: number): number {
  let depth = 0;
  let at = start;
  while (at < end) {
    switch (bytes[at]) {
      case QUOTE:
        at = endOfString(bytes, at, end);
        if (at === -1) return -1;
        break;
      case OPEN_BRACE:
      case OPEN_BRACKET:
        depth++;
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        // The previous value is a number or a literal.
        if (depth === 0) return at > start ? at : -1;
        depth--;
        break;
      case COMMA:
        if (depth === 0) return at > start ? at : -1;
        at++;
        continue;
      default:
        at++;
        continue;
    }
    at++;
    if (depth === 0) return at;
  }
  return -1;
}

/** Returns the index of the closing quote of a string; -1 if there is none. */
function endOfString(bytes: Uint8Array, start: number, end: number): number {
  let at = start + 1;
  for (const near = Math.min(end, start + NEAR); at < near; at++) {
    if (bytes[at] === QUOTE) return at;
    if (bytes[at] === BACKSLASH) at++;
  }
  for (;;) {
    at = bytes.indexOf(QUOTE, at);
    if (at === -1 || at >= end) return -1;
    let backslash = at;
    while (bytes[backslash - 1] === BACKSLASH) backslash--;
    if ((at - backslash) % 2 === 0) return at;
    at++;
  }
}

/** Returns the member of a message with a name; undefined if there is none. */
function memberAt(bytes: Uint8Array, start: number, end: number): Member | undefined {
  const member = MEMBERS[bytes[start] as number];
  return member !== undefined && isText(bytes, start, end, member.text) ? member.name : undefined;
}

function isText(bytes: Uint8Array, start: number, end: number, text: Uint8Array): boolean {
  if (end - start !== text.length) return false;
  for (let at = 0; at < text.length; at++) if (bytes[start + at] !== text[at]) return false;
  return true;
}

function integerOf(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at++) value = value * 10 + (bytes[at] as number) - ZERO;
  return value;
}

function textOf(bytes: Uint8Array, start: number, end: number): string {
  let text = '';
  for (let at = start; at < end; at++) text += String.fromCharCode(bytes[at] as number);
  return text;
}
