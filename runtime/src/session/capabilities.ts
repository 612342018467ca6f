import { isObject, type RequestEntry } from '../codegen/v1.js';
import type { Capabilities } from '../peer/profile.js';

/**
 * The capabilities that a side declares: those of the requests that it answers, and those it is given. What is given wins.
 */
export function declareCapabilities(answered: readonly RequestEntry[], given: Capabilities = {}): Capabilities {
  let declared: Capabilities = {};
  for (const { capability } of answered) {
    if (capability !== undefined) declared = merge(declared, fromPath(capability));
  }
  return merge(declared, given);
}

/** `tools` is `{ tools: {} }`, `resources.subscribe` is `{ resources: { subscribe: true } }`. */
function fromPath(path: string): Capabilities {
  const [capability, ...rest] = path.split('.') as [string, ...string[]];
  return {
    [capability]: rest.reduceRight<unknown>((inner, name) => ({ [name]: inner }), rest.length === 0 ? {} : true),
  };
}

function merge(base: Capabilities, over: Capabilities): Capabilities {
  const merged: Record<string, unknown> = { ...base };
  for (const [name, value] of Object.entries(over)) {
    const below = Object.hasOwn(merged, name) ? merged[name] : undefined;
    merged[name] = isObject(below) && isObject(value) ? merge(below, value) : value;
  }
  return merged;
}
