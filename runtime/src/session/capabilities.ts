import { isObject, type RequestEntry } from '../codegen/v1.js';
import { namesIn, type Capabilities } from '../peer/profile.js';

/**
 * The capabilities that a side declares: those of the requests that it answers, and those it is given. What is given wins.
 *
 * @param accepts whether the revision has such capabilities
 */
export function declareCapabilities(
  answered: readonly RequestEntry[],
  accepts: (capabilities: Capabilities) => boolean,
  given: Capabilities = {},
): Capabilities {
  let declared: Capabilities = {};
  for (const { capability } of answered) {
    if (capability !== undefined) declared = merge(declared, fromPath(capability, accepts));
  }
  return merge(declared, given);
}

/**
 * `tools` is `{ tools: {} }`. What is below is a flag, `{ resources: { subscribe: true } }`, or where the revision has none an
 * object, `{ tasks: { list: {} } }`. An extension is an object in any revision.
 */
function fromPath(path: string, accepts: (capabilities: Capabilities) => boolean): Capabilities {
  const [capability, ...rest] = namesIn(path) as [string, ...string[]];
  const endingIn = (end: unknown): Capabilities => ({
    [capability]: rest.reduceRight<unknown>((inner, name) => ({ [name]: inner }), end),
  });
  const flag = endingIn(true);
  const hasFlags = rest.length > 0 && capability !== 'extensions';
  return hasFlags && accepts(flag) ? flag : endingIn({});
}

function merge(base: Capabilities, over: Capabilities): Capabilities {
  const merged: Record<string, unknown> = { ...base };
  for (const [name, value] of Object.entries(over)) {
    const below = Object.hasOwn(merged, name) ? merged[name] : undefined;
    merged[name] = isObject(below) && isObject(value) ? merge(below, value) : value;
  }
  return merged;
}
