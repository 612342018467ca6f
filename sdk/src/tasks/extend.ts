import type { Revision } from '@mcp-gen/runtime';

/** Adds tasks to a revision that has them as an extension. */
export async function extendWithTasks(revision: Revision): Promise<Revision> {
  if (revision.era !== 'stateless') return revision;
  const { withTasks } = await import('./extension.js');
  return withTasks(revision);
}
