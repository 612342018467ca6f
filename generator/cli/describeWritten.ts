import type { WriteResult } from '../write/writeFiles.js';

/** Returns `3 written, 0 removed, 7 unchanged`. */
export function describeWritten({ written, removed, unchanged }: WriteResult): string {
  return `${written.length} written, ${removed.length} removed, ${unchanged} unchanged`;
}
