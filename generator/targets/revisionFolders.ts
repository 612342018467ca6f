/** Finds out where an output folder has the files of a revision. */

import { PACKAGES } from './python/pythonNames.js';
import type { RevisionFolders, Target, TargetName } from './target.js';

const OWN: { readonly [Name in TargetName]?: RevisionFolders } = { python: PACKAGES };

const NAMED: RevisionFolders = { folderOf: (revision) => revision, index: 'index.ts' };

/** Returns the folders of a target. Those of mcp-gen are known before they are loaded. */
export function foldersOf(target: TargetName | Target): RevisionFolders {
  return (typeof target === 'string' ? OWN[target] : target.folders) ?? NAMED;
}
