import { definitionOf } from '@mcp-gen/runtime';
import { revisions } from '@mcp-gen/protocol/registry/revisions';

const STATELESS: ReadonlySet<string> = new Set(
  Object.entries(revisions).flatMap(([id, { era }]) => (era === 'stateless' ? [id] : [])),
);

/** Returns whether a revision has no sessions: each request is independent. */
export function isStateless(revision: string): boolean {
  return STATELESS.has(revision) || definitionOf(revision)?.era === 'stateless';
}
