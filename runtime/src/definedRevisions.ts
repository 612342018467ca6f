/** The revisions that programs of this process have chosen, and that the registry does not contain: their definitions have their facts. */

import type { Having, RevisionDefinition } from './codegen/v1/served.js';
import { isWithin } from './revisionRange.js';

/** Those of programs that are in use. Equal definitions of a revision are held apart: each lasts as long as its programs. */
let chosen: readonly WeakRef<RevisionDefinition>[] = [];

/** Returns the definition of a revision; undefined for those of the registry. A name is all that messages state of a revision. */
export function definitionOf(id: string): RevisionDefinition | undefined {
  for (const reference of chosen) {
    const definition = reference.deref();
    if (definition?.id === id) return definition;
  }
  return undefined;
}

/** Adds a definition, which holds until it is garbage: the program that chooses a revision has to keep its definition. Returns all that hold. */
export function addDefinition(added: RevisionDefinition): readonly RevisionDefinition[] {
  const others = chosen.flatMap((reference) => reference.deref() ?? []).filter((definition) => definition !== added);
  const all = [...others, added];
  chosen = all.map((definition) => new WeakRef(definition));
  return all;
}

/** Returns whether a revision has something. */
export function holds(range: Having, revision: string): boolean {
  return definitionOf(revision)?.has(range, isWithin) ?? isWithin(range, revision);
}
