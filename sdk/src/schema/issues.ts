import { escapeKey, type Issue } from '@mcp-gen/runtime/codegen/v1';
import type { StandardIssue } from './standard.js';

/** A location where a value does not match its schema. */
export type SchemaIssue = Pick<Issue, 'pointer' | 'message'>;

/** Maximum number of reported issues. */
export const MAX_ISSUES = 10;

/** Formats issues, one line each, for the sender of the value. */
export function describeIssues(issues: readonly SchemaIssue[]): string {
  const lines = issues.slice(0, MAX_ISSUES).map(({ message }) => message);
  const rest = issues.length - lines.length;
  return [...lines, ...(rest > 0 ? [`... and ${rest} more`] : [])].join('\n');
}

/** Converts an issue of a library, with its location before its message. */
export function fromStandard({ message, path = [] }: StandardIssue): SchemaIssue {
  const pointer = path.map((part) => `/${escapeKey(String(typeof part === 'object' ? part.key : part))}`).join('');
  return { pointer, message: pointer === '' ? message : `${pointer}: ${message}` };
}
