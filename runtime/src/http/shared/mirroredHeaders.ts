/** Headers that mirror the body, for routing (specification, 2026-07-28: Streamable HTTP, Request Metadata). */

import { isObject } from '../../codegen/v1.js';
import type { RequestMessage } from '../../jsonrpc/messages.js';
import * as Header from '../../registry/headers.js';
import { headerMismatch } from '../../stateless/statelessErrors.js';

/** A parameter that a header must mirror. */
export interface MirroredParam {
  /** The name of the header in lower case: `mcp-param-region`. */
  readonly header: string;
  /** The value in the body; undefined or null if it is not set. */
  readonly value: unknown;
}

/** Returns the parameters of a request that headers must mirror, in addition to those of the protocol. */
export type MirroredParams = (method: string, params: unknown) => readonly MirroredParam[];

/** The parameter that `Mcp-Name` mirrors, by method. */
const NAMES: { readonly [method: string]: string } = Header.nameParams;

/** Returns the value that the header `Mcp-Name` of a request must mirror; undefined for methods without it. */
export function mirroredName(method: string, params: unknown): string | undefined {
  const name = Object.hasOwn(NAMES, method) && isObject(params) ? params[NAMES[method] as string] : undefined;
  return typeof name === 'string' ? name : undefined;
}

/** The characters that a header may contain unencoded: visible ASCII, with spaces and tabs inside (RFC 9110, section 5.5). */
const PLAIN = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/;
/** A number as in JSON. `Number` also reads other notations, which intermediaries may read differently: 0x2a. */
const DECIMAL = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;
const ENCODED = /^=\?base64\?(.*)\?=$/;

function isPlain(text: string): boolean {
  return text === '' || PLAIN.test(text);
}

/** Encodes a string as a header value. */
export function encodeHeader(text: string): string {
  if (isPlain(text) && !ENCODED.test(text)) return text;
  let binary = '';
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  return `=?base64?${btoa(binary)}?=`;
}

/** Decodes a header value; undefined if it has invalid characters, or cannot be decoded. */
export function decodeHeader(value: string): string | undefined {
  const encoded = ENCODED.exec(value)?.[1];
  if (encoded === undefined) return isPlain(value) ? value : undefined;
  if (encoded.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(encoded)) return undefined;
  try {
    const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Returns the value of a parameter as a string; undefined if headers do not mirror it. */
export function textOfParam(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'boolean' || (typeof value === 'number' && Number.isSafeInteger(value))
    ? String(value)
    : undefined;
}

/**
 * Checks the headers of a request against its body.
 *
 * @param revision the revision in the body; undefined if there is none
 * @throws {JsonRpcError} if one is missing, malformed, or does not match (-32020).
 */
export function checkMirrored(
  { method, params }: Pick<RequestMessage, 'method' | 'params'>,
  revision: string | undefined,
  header: (name: string) => string | undefined,
  mirrored: MirroredParams | undefined,
): void {
  const version = header(Header.protocolVersion);
  if (version === undefined) throw headerMismatch(`${spelled(Header.protocolVersion)} is missing`);
  if (revision !== undefined && version !== revision) {
    throw headerMismatch(`${spelled(Header.protocolVersion)} does not match the protocol version in _meta`);
  }
  const said = header(Header.method);
  if (said === undefined) throw headerMismatch(`${spelled(Header.method)} is missing`);
  if (said !== method) throw headerMismatch(`${spelled(Header.method)} does not match the method of the body`);
  const name = mirroredName(method, params);
  if (name !== undefined) checkHeader(Header.name, header(Header.name), name);
  if (mirrored !== undefined) checkMirroredParams(mirrored(method, params), header);
}

/**
 * Checks headers against the parameters that they must mirror, for proxies that learn of these later than the server.
 *
 * @param header returns a header by its name in lower case
 * @throws {JsonRpcError} if one is missing, malformed, or says something else (-32020).
 */
export function checkMirroredParams(
  params: readonly MirroredParam[],
  header: (name: string) => string | undefined,
): void {
  for (const { header: own, value } of params) {
    if (value !== undefined && value !== null) checkHeader(own, header(own), value);
    else if (header(own) !== undefined) throw headerMismatch(`${spelled(own)} has a value that the body does not have`);
  }
}

/** Returns a header as people write it: `Mcp-Method`. */
function spelled(header: string): string {
  return header
    .split('-')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('-');
}

function checkHeader(name: string, said: string | undefined, value: unknown): void {
  if (said === undefined) throw headerMismatch(`${spelled(name)} is missing`);
  const text = decodeHeader(said.trim());
  if (text === undefined) throw headerMismatch(`${spelled(name)} is invalid`);
  // Numbers are compared as numbers: 42.0 is 42.
  const isSame =
    typeof value === 'number' ? DECIMAL.test(text) && Number(text) === value : text === (textOfParam(value) ?? text);
  if (!isSame) throw headerMismatch(`${spelled(name)} does not match the body`);
}
