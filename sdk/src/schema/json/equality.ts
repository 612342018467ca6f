import type { Run } from './run.js';

/** Returns a text that is the same for equal JSON values. The order of properties is ignored. */
export function canonical(value: unknown, run: Pick<Run, 'spend' | 'descend' | 'ascend'>): string {
  if (typeof value === 'string') run.spend(value.length / 8);
  if (typeof value !== 'object' || value === null) {
    run.spend(1);
    // `1e400` is parsed as Infinity, for which `JSON.stringify` returns null.
    return typeof value === 'number' ? `${value}` : JSON.stringify(value);
  }
  run.descend(1);
  const text = Array.isArray(value)
    ? `[${value.map((item) => canonical(item, run)).join()}]`
    : `{${Object.entries(value)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, item]) => `${JSON.stringify(key)}:${canonical(item, run)}`)
        .join()}}`;
  run.ascend();
  return text;
}
