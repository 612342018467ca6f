/** Other spellings of a URI, which a handler could take for the same resource. */

import type { Uri } from './uri.js';

const SLASH = /%(?:2F|5C)/g;
/** `!$&'()*+,:;=@`: no program reads them otherwise once they are decoded. */
const DELIMITER = /%(?:2[146-9A-C]|3[ABD]|40)/g;

/** Returns a part of a URI with slashes, backslashes as slashes, and delimiters as they are, not percent-encoded. */
export function plain(text: string): string {
  return text.replace(SLASH, '/').replace(DELIMITER, (triplet) => String.fromCharCode(parseInt(triplet.slice(1), 16)));
}

/**
 * Returns the plain spellings of a URI in its normal form: without its query and fragment, then with those that are not empty. In all
 * of them, several slashes are one, none is at the end, and {@link plain} characters are not encoded. So `a://b/c`, `a://b//c`,
 * `a://b/c/`, `a://b/%2Fc`, and `a://b/c?` have the spelling `a://b/c` in common.
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
