import { redact, reveal } from '../guard/index.js';

/** A copy of a value as people and records are shown it: without what looks like a secret, and with nothing hidden in it. */
export function shown(value: unknown): unknown {
  return reveal(redact(value));
}
