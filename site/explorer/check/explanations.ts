/** The explanations of all definitions of each revision. The runtime loads those of params and results only. */

import type { RevisionId } from '../../../sdk/src/conversions/modules.js';

/** Loads the explanations of a revision. */
export const EXPLANATIONS = {
  // Generated from schema/revisions.json by scripts/registry.mjs.
  '2024-11-05': () => import('../../../generated/2024-11-05/explain.js'),
  '2025-03-26': () => import('../../../generated/2025-03-26/explain.js'),
  '2025-06-18': () => import('../../../generated/2025-06-18/explain.js'),
  '2025-11-25': () => import('../../../generated/2025-11-25/explain.js'),
  '2026-07-28': () => import('../../../generated/2026-07-28/explain.js'),
} satisfies { readonly [Id in RevisionId]: unknown };
