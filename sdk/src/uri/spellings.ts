/** Alternative spellings of a URI, which a handler could treat as the same resource. */

import type { Uri } from './uri.js';

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
export function plainSpellings({ scheme, authority, path, query, fragment }: Uri): readonly string[] {
  const hierarchy = plain((authority ?? '') + path)
    .replace(/\/+/g, '/')
    .replace(/\/$/, '');
  const bare = `${scheme}:${authority === undefined ? '' : '//'}${hierarchy}`;
  const withQuery = query ? `${bare}?${plain(query)}` : bare;
  const whole = fragment ? `${withQuery}#${plain(fragment)}` : withQuery;
  return [...new Set([bare, withQuery, whole])];
}
