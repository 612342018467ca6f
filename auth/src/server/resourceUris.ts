/** Finds equivalent URIs of a resource. */

/** Where a URI has a character that none may have, or a percent sign without two digits. */
// oxlint-disable-next-line no-control-regex -- RFC 3986 forbids control characters
const ILLEGAL = /[\x00-\x20"<>\\^`{|}\x7f-\x9f\p{Surrogate}]|%(?![0-9A-Fa-f]{2})/u;

/** Scheme, authority, path, query, fragment (RFC 3986, appendix B). */
const PARTS = /^([A-Za-z][A-Za-z0-9+.-]*):(?:\/\/([^/?#]*)(?=[/?#]|$))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/su;

/** Letters, digits, and `-._~`, whose encoded form is equivalent. */
const UNRESERVED = /^[\w.~-]$/;

/** `/`, `\`, and `!$&'()*+,:;=@`, whose encoded form is equivalent for programs that decode a URI. */
const READ_ALIKE = /%(?:2[146-9A-CF]|3[ABD]|40|5C)/g;

/**
 * Returns the normalized forms by which URIs are compared: the whole URI, then without fragment, then without query. A server finds a
 * resource by its normalized URI (RFC 3986, 6.2.2), but a handler may be less exact. Therefore this also ignores the case of the authority,
 * repeated and trailing slashes, and the encoding of delimiters.
 *
 * @returns undefined if it is not an absolute URI
 */
export function uriSpellings(text: string): readonly string[] | undefined {
  const [, scheme, authority, path = '', query = '', fragment = ''] =
    (ILLEGAL.test(text) ? undefined : PARTS.exec(text)) ?? [];
  if (scheme === undefined) return undefined;
  const place = `${alike(authority ?? '').toLowerCase()}${alike(withoutDots(normal(path)))}`;
  const hierarchy = place.replace(/\/+/g, '/').replace(/\/$/, '');
  const bare = `${scheme.toLowerCase()}:${authority === undefined ? '' : '//'}${hierarchy}`;
  const withQuery = query === '' ? bare : `${bare}?${alike(query)}`;
  const whole = fragment === '' ? withQuery : `${withQuery}#${alike(fragment)}`;
  return [whole, withQuery, bare];
}

function alike(text: string): string {
  return normal(text).replace(READ_ALIKE, (triplet) => (triplet === '%5C' ? '/' : characterOf(triplet)));
}

/** Encodes characters beyond ASCII, decodes unreserved ones, and writes hex digits of others in upper case. */
function normal(text: string): string {
  // oxlint-disable-next-line no-control-regex -- the range is ASCII
  const ascii = text.replace(/[^\x00-\x7f]/gu, encodeURIComponent);
  return ascii.replace(/%[0-9A-Fa-f]{2}/g, (triplet) => {
    const character = characterOf(triplet);
    return UNRESERVED.test(character) ? character : triplet.toUpperCase();
  });
}

function characterOf(triplet: string): string {
  return String.fromCharCode(parseInt(triplet.slice(1), 16));
}

/** Removes dot segments (RFC 3986, 5.2.4). Must run before encoded slashes are decoded, because they do not end a segment. */
function withoutDots(path: string): string {
  const start = path.startsWith('/') ? '/' : '';
  const kept: string[] = [];
  for (const segment of path.slice(start.length).split('/')) {
    if (segment === '..') kept.pop();
    else if (segment !== '.') kept.push(segment);
  }
  return `${start}${kept.join('/')}`;
}
