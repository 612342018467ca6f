import type { Revision } from '@mcp-gen/runtime';
import { withObjectResults } from '../conversions/objectResults.js';
import { hasResult, Revisions, SUPPORTED_REVISIONS, type RevisionChoice } from '../revisions.js';
import { withResultsOfExtensions } from './unknownExtensions.js';

/** The revisions of a bridge for its clients: all of this package, and the definitions among those for its server. */
export class ClientRevisions extends Revisions {
  readonly #extended: ReadonlyMap<string, Revision>;

  /** @param choices the revisions for the server. Default: no definitions */
  constructor(choices: readonly RevisionChoice[] = []) {
    const definitions = choices.filter((choice) => typeof choice !== 'string');
    const all = new Map<string, Revision>();
    super([...SUPPORTED_REVISIONS, ...definitions], async (revision) => {
      const result = await extended(withObjectResults(revision));
      all.set(result.id, result);
      return result;
    });
    this.#extended = all;
  }

  /** Returns whether a value is a valid result for clients of a loaded revision, which includes results of extensions. */
  takesResult(id: string, method: string, value: unknown): boolean {
    return hasResult(this.#extended.get(id), method, value);
  }
}

/** Adds the results of extensions to a revision. */
export async function extended(revision: Revision): Promise<Revision> {
  if (revision.era !== 'stateless') return withResultsOfExtensions(revision);
  // Loaded together with the revision, whose validators it uses.
  const { withTasks } = await import('./revisionWithTasks.js');
  return withResultsOfExtensions(withTasks(revision));
}
