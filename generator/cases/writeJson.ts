/** Writes values as JSON in the ways that programs of other languages write them. */

import { isRecord } from './sampleShape.js';
import type { Random } from './random.js';

/** Numbers that are read in another way than they are written. */
const UNUSUAL = ['1e400', '-1e400', `1${'0'.repeat(400)}`, '9007199254740993', '-0', '-0.0', '1E2', '1.0e-2'];

/** Returns a value as JSON. Some numbers are written in another way: `1.0` for `1`; and a few are others. */
export function writeJson(value: unknown, random: Random): string {
  if (typeof value === 'number') {
    if (random.chance(2)) return random.pick(UNUSUAL);
    const text = JSON.stringify(value);
    return /^-?\d+$/.test(text) && random.chance(10) ? `${text}.0` : text;
  }
  if (Array.isArray(value)) return `[${value.map((item) => writeJson(item, random)).join()}]`;
  if (!isRecord(value)) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, part]) => `${JSON.stringify(key)}:${writeJson(part, random)}`);
  return `{${entries.join()}}`;
}
