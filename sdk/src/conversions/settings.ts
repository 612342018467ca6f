/** Objects that some revisions leave open and others describe: what does not fit the description goes. */

import type { Context } from './context.js';
import { without } from './without.js';

/**
 * An object without those of its keys whose values are not as described.
 *
 * @param described which values each key may have
 * @param pointer the place of the object
 */
export function settings(
  value: object,
  described: { readonly [key: string]: (value: unknown) => boolean },
  pointer: string,
  context: Context,
): object {
  const wrong = Object.entries(described).flatMap(([key, fits]) => {
    const found: unknown = Reflect.get(value, key);
    return found === undefined || fits(found) ? [] : [key];
  });
  for (const key of wrong) context.lost(`${pointer}/${key}`, 'a value that no revision describes');
  return without(value, ...wrong);
}
