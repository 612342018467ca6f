/** Replacements for strings that differ between sessions, such as times and folders. */
export type Replacements = readonly (readonly [found: string | RegExp, by: string])[];

/** Replaces strings in a value. Names of properties are unchanged. */
export function replaceTexts(value: unknown, replacements: Replacements): unknown {
  if (typeof value === 'string') return replacements.reduce((text, [found, by]) => text.replaceAll(found, by), value);
  if (Array.isArray(value)) return value.map((item) => replaceTexts(item, replacements));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaceTexts(item, replacements)]));
}
