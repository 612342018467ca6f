import { escapeKey, isObject, type RequestEntry } from '../codegen/v1.js';
import { namesIn, type Capabilities } from '../peer/profile.js';

/** Returns whether a revision allows these capabilities. */
type Accepts = (capabilities: Capabilities) => boolean;

/**
 * Returns the capabilities that a side declares: those of its handlers and notifications, and the given ones, which take precedence.
 *
 * @param refuse called with the JSON Pointer of each given value that the revision does not allow, which is omitted
 */
export function declareCapabilities(
  messages: readonly Pick<RequestEntry, 'capability'>[],
  accepts: Accepts,
  given: Capabilities,
  refuse: (pointer: string) => void,
): Capabilities {
  let declared: Capabilities = {};
  for (const { capability } of messages) {
    if (capability !== undefined) declared = merge(declared, fromPath(capability, accepts));
  }
  return acceptedCapabilities(given, accepts, refuse, declared);
}

/**
 * Returns the capabilities that a revision allows.
 *
 * @param accepts returns whether the revision allows these capabilities
 * @param refuse called with the JSON Pointer of each value that it does not allow, which is omitted: `/capabilities/tasks/list`
 * @param declared what is declared in any case; the others take precedence. Default: none
 * @internal
 */
export function acceptedCapabilities(
  given: Capabilities,
  accepts: (capabilities: Capabilities) => boolean,
  refuse: (pointer: string) => void,
  declared: Capabilities = {},
): Capabilities {
  const all = merge(declared, given);
  // What is refused without any of them is not a capability.
  return accepts(all) || !accepts(declared) ? all : mergeAccepted(declared, given, accepts, refuse, '/capabilities');
}

/** Merges what is accepted. Of an object with other values, those that are accepted. */
function mergeAccepted(
  base: Capabilities,
  over: Capabilities,
  accepts: Accepts,
  refuse: (pointer: string) => void,
  pointer: string,
): Capabilities {
  let merged = base;
  for (const [name, value] of Object.entries(over)) {
    const place = `${pointer}/${escapeKey(name)}`;
    const withValue = (inner: unknown): Capabilities => ({ ...merged, [name]: inner });
    const below = Object.hasOwn(merged, name) ? merged[name] : {};
    const whole = merge(merged, { [name]: value });
    if (accepts(whole)) merged = whole;
    else if (isObject(value) && isObject(below) && accepts(withValue(below))) {
      merged = withValue(mergeAccepted(below, value, (inner) => accepts(withValue(inner)), refuse, place));
    } else refuse(place);
  }
  return merged;
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
