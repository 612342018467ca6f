import { isObject, type RequestEntry } from '../codegen/v1.js';
import { namesIn, type Capabilities } from '../peer/profile.js';

/**
 * Returns the capabilities that a side declares: those of its handlers and notifications, and the given ones, which take precedence.
 *
 * @param accepts returns whether the revision allows these capabilities
 */
export function declareCapabilities(
  messages: readonly Pick<RequestEntry, 'capability'>[],
  accepts: (capabilities: Capabilities) => boolean,
  given: Capabilities = {},
): Capabilities {
  let declared: Capabilities = {};
  for (const { capability } of messages) {
    if (capability !== undefined) declared = merge(declared, fromPath(capability, accepts));
  }
  return merge(declared, given);
}

/**
 * Converts a path: `tools` becomes `{ tools: {} }`. The second segment becomes a flag, `{ resources: { subscribe: true } }`, or an object
 * if the revision has no such flag, `{ tasks: { list: {} } }`. An extension is always an object.
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
