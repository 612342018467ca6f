import { escapeKey, type Issue } from '@mcp-gen/runtime/codegen/v1';
import type { StandardIssue } from './standard.js';

/** One place where a value is not as its schema says. */
export type SchemaIssue = Pick<Issue, 'pointer' | 'message'>;

/** How many issues are told at most. */
export const MOST_ISSUES = 10;

/** All of them in one text, a line each, for who sent the value. */
export function describeIssues(issues: readonly SchemaIssue[]): string {
  const told = issues.slice(0, MOST_ISSUES).map(({ message }) => message);
  const rest = issues.length - told.length;
  return [...told, ...(rest > 0 ? [`... and ${rest} more`] : [])].join('\n');
}

/** An issue in a library's own words, with its place before them. */
export function fromStandard({ message, path = [] }: StandardIssue): SchemaIssue {
  const pointer = path.map((part) => `/${escapeKey(String(typeof part === 'object' ? part.key : part))}`).join('');
  return { pointer, message: pointer === '' ? message : `${pointer}: ${message}` };
}
