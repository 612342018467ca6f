/** Which URIs may stand for one resource. */

/** Where a URI has a character that none may have, or a percent sign without two digits. */
// oxlint-disable-next-line no-control-regex -- RFC 3986 forbids control characters
const ILLEGAL = /[\x00-\x20"<>\\^`{|}\x7f-\x9f\p{Surrogate}]|%(?![0-9A-Fa-f]{2})/u;

/** Scheme, authority, path, query, fragment (RFC 3986, appendix B). */
const PARTS = /^([A-Za-z][A-Za-z0-9+.-]*):(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/su;

/** Letters, digits, and `-._~`, which mean the same if they are encoded. */
const UNRESERVED = /^[\w.~-]$/;

/** `/`, `\`, and `!$&'()*+,:;=@`, which programs that decode a URI read as if they were not encoded. */
const READ_ALIKE = /%(?:2[146-9A-CF]|3[ABD]|40|5C)/g;

/**
 * Returns the spellings by which URIs are compared: the whole, then without fragment, then without query. A server finds a resource by the
 * normal form of its URI (RFC 3986, 6.2.2), and a handler may be less exact. So what has one normal form has one spelling here, and
 * more has: the case of the authority, several slashes, one at the end, and encoded delimiters say nothing.
 *
 * @returns undefined if it is not an absolute URI
 */
export function uriSpellings(text: string): readonly string[] | undefined {
  const [, scheme, authority, path = '', query, fragment] = (ILLEGAL.test(text) ? undefined : PARTS.exec(text)) ?? [];
  if (scheme === undefined) return undefined;
  const place = `${alike(authority ?? '').toLowerCase()}${alike(withoutDots(normal(path)))}`;
  const hierarchy = place.replace(/\/+/g, '/').replace(/\/$/, '');
  const bare = `${scheme.toLowerCase()}:${authority === undefined ? '' : '//'}${hierarchy}`;
  const withQuery = query ? `${bare}?${alike(query)}` : bare;
  const whole = fragment ? `${withQuery}#${alike(fragment)}` : withQuery;
  return [whole, withQuery, bare];
}

function alike(text: string): string {
  return normal(text).replace(READ_ALIKE, (triplet) => (triplet === '%5C' ? '/' : characterOf(triplet)));
}

/** Characters beyond ASCII encoded, unreserved ones plain, digits of others in upper case. */
function normal(text: string): string {
  // oxlint-disable-next-line no-control-regex -- the range is ASCII
  const ascii = text.replace(/[^\x00-\x7f]+/g, encodeURIComponent);
  return ascii.replace(/%[0-9A-Fa-f]{2}/g, (triplet) => {
    const character = characterOf(triplet);
    return UNRESERVED.test(character) ? character : triplet.toUpperCase();
  });
}

function characterOf(triplet: string): string {
  return String.fromCharCode(parseInt(triplet.slice(1), 16));
}

/** RFC 3986, 5.2.4. It comes before encoded slashes are read as slashes, since they end no segment. */
function withoutDots(path: string): string {
  const start = path.startsWith('/') ? '/' : '';
  const kept: string[] = [];
  for (const segment of path.slice(start.length).split('/')) {
    if (segment === '..') kept.pop();
    else if (segment !== '.') kept.push(segment);
  }
  return `${start}${kept.join('/')}`;
}
