/** Digests of definitions, which are the same in every process. */

import { createHash } from 'node:crypto';

/** Deeper definitions have no digest: their list has no tag. */
const MAX_DEPTH = 100;

/** Returns the digest of a definition, whatever the order of its properties. Undefined: it is too deep. */
export function digestOf(definition: object): string | undefined {
  const json = canonical(definition, 0);
  return json === undefined ? undefined : hashOf(json);
}

/** Returns the hash of a text. */
export function hashOf(text: string): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

/** Writes JSON with sorted properties (RFC 8785). Numbers and strings have the form of that document already. */
function canonical(value: unknown, depth: number): string | undefined {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (depth === MAX_DEPTH) return undefined;
  const parts: string[] = [];
  if (Array.isArray(value)) {
    for (const item of value) {
      const part = canonical(item ?? null, depth + 1);
      if (part === undefined) return undefined;
      parts.push(part);
    }
    return `[${parts.join(',')}]`;
  }
  const record = value as Readonly<Record<string, unknown>>;
  for (const name of Object.keys(record).sort()) {
    if (record[name] === undefined) continue;
    const part = canonical(record[name], depth + 1);
    if (part === undefined) return undefined;
    parts.push(`${JSON.stringify(name)}:${part}`);
  }
  return `{${parts.join(',')}}`;
}
