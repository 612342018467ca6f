import type { RevisionDefinition } from './codegen/v1.js';
import { isWithin, type RevisionRange } from './revisionRange.js';

/** The revisions that have something: a feature, an error code, a message. */
export interface Having extends RevisionRange {
  /** The name of the feature. Default: it is none. */
  readonly feature?: string | undefined;
  /** The error code. Default: it is none. */
  readonly code?: number | undefined;
}

/** A revision that the registry does not contain, and the one that decides what its definition does not state. */
export interface DefinedRevision extends RevisionDefinition {
  /** The newest revision of the registry in the same era. */
  readonly closest: string;
}

/** By their names. A name means the same in all programs of a process: it is all that messages state of a revision. */
const defined = new Map<string, DefinedRevision>();

/**
 * Makes a revision known that the registry does not contain. Programs that do not choose it are not affected.
 *
 * @throws {TypeError} if another definition has its name.
 */
export function defineRevision(definition: DefinedRevision): void {
  const known = defined.get(definition.id);
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(definition)) {
    throw new TypeError(
      `Two definitions of ${definition.id} in this process differ. Give one another "protocolVersion" in revisions.json`,
    );
  }
  defined.set(definition.id, definition);
}

/** Returns a revision that was made known; undefined for those of the registry. */
export function definitionOf(id: string): DefinedRevision | undefined {
  return defined.get(id);
}

/**
 * Returns whether a revision has something. A revision that the registry does not contain has the features and error codes of its
 * definition, and otherwise what the closest revision has.
 */
export function holds(range: Having, revision: string): boolean {
  const own = defined.get(revision);
  if (own === undefined) return isWithin(range, revision);
  if (range.feature !== undefined) return own.features.includes(range.feature);
  if (range.code !== undefined) return own.errors.includes(range.code);
  if (range.except?.includes(revision)) return false;
  return [range.since, range.until].includes(revision) || isWithin(range, own.closest);
}
