import { printable } from '../printable.js';
import type { Problem } from '../problems.js';
import type { Terminal } from './terminal.js';

/** Returns the warning about an open decision of a draft. */
export function describeDecision({ file, line, column, message, remedy }: Problem, { paint }: Terminal): string {
  const place = paint('bold', printable(`${file}:${line}:${column}`));
  return `${place}  ${paint('bold', 'warning:')} ${printable(message)}\n  ${printable(remedy)}`;
}
