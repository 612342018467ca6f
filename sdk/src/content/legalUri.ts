import { quote } from '@mcp-gen/runtime/codegen/v1';
import { encodeIllegal } from '../uri/percent.js';
import { ReturnValueError } from './returnValueError.js';

/**
 * Encodes the characters that a URI must not have: spaces, quotes, braces, backslashes, all beyond ASCII, and others (RFC 3986, section 2).
 *
 * @throws {ReturnValueError} if the URI has no scheme.
 */
export function legalUri(uri: string): string {
  if (/^[A-Za-z][A-Za-z0-9+.-]*:/.test(uri)) return encodeIllegal(uri);
  throw new ReturnValueError(
    `The URI ${quote(uri)} has no scheme: expected an absolute URI, such as note:1 or file:///a.txt`,
  );
}
