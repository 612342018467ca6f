/** Objects that only some revisions describe: values that do not match the description are dropped. */

import type { Context } from './conversionContext.js';
import { without } from './without.js';

/**
 * Returns an object without keys whose values do not match the description.
 *
 * @param described checks the value of each key
 * @param pointer the location of the object
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
  for (const key of wrong) context.lost(`${pointer}/${key}`, 'an invalid value');
  return without(value, ...wrong);
}
