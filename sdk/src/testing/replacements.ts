/** What every session says in another way, such as times and folders, and what stands for it in a recording. */
export type Replacements = readonly (readonly [found: string | RegExp, by: string])[];

/** The value with all its texts replaced. The names of properties stay. */
export function replaceTexts(value: unknown, replacements: Replacements): unknown {
  if (typeof value === 'string') return replacements.reduce((text, [found, by]) => text.replaceAll(found, by), value);
  if (Array.isArray(value)) return value.map((item) => replaceTexts(item, replacements));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaceTexts(item, replacements)]));
}
