import { brandError } from '@mcp-gen/runtime';
import { encode, encodeIllegal, normalizeTriplets } from './percent.js';

/** A URI or URI template is invalid. The message says what is wrong, and at which character. */
export class UriError extends Error {
  override readonly name = 'UriError';
  /** The error code of this class. */
  readonly code = 'INVALID_URI';

  static {
    brandError(this, 'UriError');
  }

  /** The URI or template. */
  readonly text: string;
  /** The index of the invalid character. */
  readonly position: number;

  constructor(text: string, position: number, problem: string) {
    const shown = text.length > 100 ? `${text.slice(0, 100)}…` : text;
    super(`${JSON.stringify(shown)}, character ${position + 1}: ${problem}`);
    this.text = text;
    this.position = position;
  }
}

/** Maximum characters of a URI that is parsed. */
export const MAX_URI_LENGTH = 8_192;

/** The parts of an absolute, normalized URI (RFC 3986). Absent parts are `undefined`; empty parts are `''`. */
export interface Uri {
  /** The scheme in lower case, without the colon. */
  readonly scheme: string;
  /** The part between `//` and the path: host and port, optionally with a user. */
  readonly authority: string | undefined;
  /** The path, percent-encoded, without `.` and `..`. */
  readonly path: string;
  /** The query, without the question mark. */
  readonly query: string | undefined;
  /** The fragment, without the hash sign. */
  readonly fragment: string | undefined;
  /** The whole URI. */
  readonly href: string;
}

/**
 * Schemes whose authority is a host name, which is case-insensitive. In other schemes, the authority may be any name: `note://Groceries`.
 */
const HOST_SCHEMES = new Set(['http', 'https', 'ws', 'wss', 'ftp', 'ftps', 'sftp', 'ssh', 'file']);

/** Matches characters that a URI must not have, except spaces and those beyond ASCII, which {@link parseUri} encodes. */
// oxlint-disable-next-line no-control-regex -- RFC 3986 forbids control characters
const ILLEGAL = /[\x00-\x1f"<>\\^`{|}\x7f-\x9f\ud800-\udfff]|%(?![0-9A-Fa-f]{2})/u;

/**
 * Parses and normalizes an absolute URI (RFC 3986, 6.2.2), so that equivalent spellings become equal, and `..` is removed before a path is
 * used. The scheme, and the host if the scheme has hosts, are in lower case; unreserved characters are decoded, `%c3` becomes `%C3`; `.`
 * and `..` are resolved. Spaces and non-ASCII characters are encoded.
 *
 * @throws {UriError} if it is invalid, relative, or longer than {@link MAX_URI_LENGTH}.
 */
export function parseUri(text: string): Uri {
  if (text.length > MAX_URI_LENGTH) {
    throw new UriError(
      text,
      MAX_URI_LENGTH,
      `the URI has ${text.length} characters: at most ${MAX_URI_LENGTH} are allowed`,
    );
  }
  const illegal = text.search(ILLEGAL);
  if (illegal >= 0) throw new UriError(text, illegal, illegalCharacter(text, illegal));
  const scheme = /^[A-Za-z][A-Za-z0-9+.-]*(?=:)/.exec(text)?.[0].toLowerCase();
  if (scheme === undefined) {
    throw new UriError(text, 0, 'expected an absolute URI with a scheme, such as file: or note:');
  }

  const afterScheme = scheme.length + 1;
  const fragmentAt = indexOr(text.indexOf('#', afterScheme), text.length);
  const queryAt = indexOr(text.slice(0, fragmentAt).indexOf('?', afterScheme), fragmentAt);
  const pathAt = text.startsWith('//', afterScheme) ? endOfAuthority(text, afterScheme + 2, queryAt) : afterScheme;
  checkBrackets(text, pathAt);

  const normal = (start: number, end: number) => normalizeTriplets(encodeIllegal(text.slice(start, end)));
  const authority = pathAt > afterScheme ? lowerHost(scheme, normal(afterScheme + 2, pathAt)) : undefined;
  if (authority !== undefined) checkAuthority(text, afterScheme + 2, pathAt);
  const path = withoutDots(normal(pathAt, queryAt), authority === undefined);
  const query = queryAt < fragmentAt ? normal(queryAt + 1, fragmentAt) : undefined;
  const fragment = fragmentAt < text.length ? normal(fragmentAt + 1, text.length) : undefined;
  return { scheme, authority, path, query, fragment, href: join(scheme, authority, path, query, fragment) };
}

/** Normalizes scheme and host at the start of a URI. For the leading literal of a template, which need not be a complete URI. */
export function normalizePrefix(text: string): string {
  const parts = /^([A-Za-z][A-Za-z0-9+.-]*):(?:\/\/([^/?#]*))?/.exec(text);
  if (parts?.[1] === undefined) return text;
  const scheme = parts[1].toLowerCase();
  const authority = parts[2] === undefined ? '' : `//${lowerHost(scheme, parts[2])}`;
  return `${scheme}:${authority}${text.slice(parts[0].length)}`;
}

function join(
  scheme: string,
  authority: string | undefined,
  path: string,
  query: string | undefined,
  fragment: string | undefined,
): string {
  const start = `${scheme}:${authority === undefined ? '' : `//${authority}`}${path}`;
  return `${start}${query === undefined ? '' : `?${query}`}${fragment === undefined ? '' : `#${fragment}`}`;
}

function lowerHost(scheme: string, authority: string): string {
  if (!HOST_SCHEMES.has(scheme)) return authority;
  const host = authority.lastIndexOf('@') + 1;
  return (
    authority.slice(0, host) +
    authority.slice(host).replace(/%..|[A-Z]/g, (part) => (part.length > 1 ? part : part.toLowerCase()))
  );
}

/** Removes dot segments (RFC 3986, 5.2.4). A path without an authority must not begin with two slashes, which would create one. */
function withoutDots(path: string, bare: boolean): string {
  if (!path.includes('.')) return path;
  const rooted = path.startsWith('/');
  const segments = (rooted ? path.slice(1) : path).split('/');
  const kept: string[] = [];
  for (const segment of segments) {
    if (segment === '..') kept.pop();
    else if (segment !== '.') kept.push(segment);
  }
  const last = segments.at(-1);
  if (kept.length > 0 && (last === '.' || last === '..')) kept.push('');
  const result = (rooted ? '/' : '') + kept.join('/');
  return bare && result.startsWith('//') ? `/.${result}` : result;
}

/** Allows at most one user, host, and port: if programs parse an authority differently, one of them can be deceived. */
function checkAuthority(text: string, start: number, end: number): void {
  const authority = text.slice(start, end);
  const host = authority.indexOf('@') + 1;
  const address = authority.startsWith('[', host)
    ? /^\[(?:[0-9A-Fa-f:.]+|v[0-9A-Fa-f]+\.[^\]]+)\]/i.exec(authority.slice(host))
    : undefined;
  if (address === null) throw new UriError(text, start + host, 'expected an IPv6 address in brackets, such as [::1]');
  const hostEnd = host + (address?.[0] ?? /^[^:@[\]]*/.exec(authority.slice(host))?.[0] ?? '').length;
  if (!/^(?::[0-9]*)?$/.test(authority.slice(hostEnd))) {
    throw new UriError(
      text,
      start + hostEnd,
      'expected only a colon and a port number after the host; in a name, write : as %3A, @ as %40',
    );
  }
}

/** Brackets are allowed only around an address in the authority. */
function checkBrackets(text: string, start: number): void {
  const bracket = text.slice(start).search(/[[\]]/);
  if (bracket >= 0) throw new UriError(text, start + bracket, illegalCharacter(text, start + bracket));
}

function endOfAuthority(text: string, start: number, end: number): number {
  const slash = text.indexOf('/', start);
  return slash >= 0 && slash < end ? slash : end;
}

function illegalCharacter(text: string, position: number): string {
  const character = text.charAt(position);
  if (character === '%') return 'expected two hexadecimal digits after %; write a percent sign as %25';
  if (/[\ud800-\udfff]/.test(character)) return 'a lone surrogate is not a character';
  return `${JSON.stringify(character)} is not allowed here: write it as ${encode(character)}`;
}

function indexOr(index: number, fallback: number): number {
  return index < 0 ? fallback : index;
}

const SLASH = /%(?:2F|5C)/g;
/** `!$&'()*+,:;=@`: their meaning is the same encoded and decoded. */
const DELIMITER = /%(?:2[146-9A-C]|3[ABD]|40)/g;

/** Returns a part of a URI with decoded slashes, backslashes as slashes, and decoded delimiters. */
export function plain(text: string): string {
  return text.replace(SLASH, '/').replace(DELIMITER, (triplet) => String.fromCharCode(parseInt(triplet.slice(1), 16)));
}

/**
 * Returns the plain spellings of a normalized URI: without query and fragment, then with those that are not empty. In all of them, repeated
 * slashes are merged, trailing slashes removed, and {@link plain} characters decoded. Therefore `a://b/c`, `a://b//c`, `a://b/c/`,
 * `a://b/%2Fc`, and `a://b/c?` have the spelling `a://b/c` in common.
 */
export function plainSpellings({ scheme, authority, path, query = '', fragment = '' }: Uri): readonly string[] {
  const hierarchy = plain((authority ?? '') + path)
    .replace(/\/+/g, '/')
    .replace(/\/$/, '');
  const bare = `${scheme}:${authority === undefined ? '' : '//'}${hierarchy}`;
  const withQuery = query === '' ? bare : `${bare}?${plain(query)}`;
  const whole = fragment === '' ? withQuery : `${withQuery}#${plain(fragment)}`;
  return [...new Set([bare, withQuery, whole])];
}
