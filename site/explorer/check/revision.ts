/** One revision with all that checks its messages: guards, explanations, and conversions, as the runtime and the sdk use them. */

import type { Issue, Revision } from '@mcp-gen/runtime/codegen/v1';
import { conversionsFor, type Converter } from '../../../sdk/src/conversions/index.js';
import { MODULES, type RevisionId } from '../../../sdk/src/conversions/modules.js';
import { EXPLANATIONS } from './explanations.js';

/** A revision that was loaded. */
export interface LoadedRevision {
  readonly revision: Revision;
  /** Returns each place where a value differs from a definition. Throws for a definition that the revision does not have. */
  readonly explain: (definition: string, value: unknown) => readonly Issue[];
  readonly converter: Converter;
}

/** All revisions, oldest first. */
export const REVISION_IDS = Object.keys(MODULES) as readonly RevisionId[];

export type { RevisionId };

const loaded = new Map<RevisionId, Promise<LoadedRevision>>();

/** Loads a revision once: its code is fetched when it is needed. A failed attempt is made again. */
export function loadRevision(id: RevisionId): Promise<LoadedRevision> {
  const found = loaded.get(id) ?? load(id);
  loaded.set(id, found);
  found.catch(() => loaded.delete(id));
  return found;
}

async function load(id: RevisionId): Promise<LoadedRevision> {
  const module = MODULES[id];
  if (module === undefined) throw new TypeError(`Revision ${id} is not in this bundle`);
  const { revision } = await module();
  const [{ explain }, converter] = await Promise.all([EXPLANATIONS[id](), conversionsFor(id)]);
  return { revision, converter, explain: (definition, value) => explain(definition as never, value) };
}
