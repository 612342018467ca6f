import { code } from './sentences.mjs';

/** How many lines a list has. */
const LISTED = 40;

/** Returns lines as one list: each once, and how many are left out. */
export function listed(lines) {
  const distinct = [...new Set(lines)];
  const more = distinct.length - LISTED;
  const rest = more > 0 ? [`- And ${more} more: ${code('mcp-gen diff')} lists them.`] : [];
  return [...distinct.slice(0, LISTED), ...rest].join('\n');
}
