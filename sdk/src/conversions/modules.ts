/** A revision that is converted to and from the unified types. */
export type RevisionId = '2024-11-05' | '2025-03-26' | '2025-06-18' | '2025-11-25' | '2026-07-28';

/** The only revision of a program, if its bundler defines this constant: then other revisions are left out. */
declare const MCP_GEN_REVISION: string;

/** The module with the conversions of each revision, and with its protocol if it has sessions. Bundlers can evaluate each condition. */
export const MODULES = {
  // Generated from schema/revisions.json by scripts/registry.mjs.
  '2024-11-05':
    typeof MCP_GEN_REVISION === 'undefined' || MCP_GEN_REVISION === '2024-11-05'
      ? () => import('./2024-11-05.js')
      : undefined,
  '2025-03-26':
    typeof MCP_GEN_REVISION === 'undefined' || MCP_GEN_REVISION === '2025-03-26'
      ? () => import('./2025-03-26.js')
      : undefined,
  '2025-06-18':
    typeof MCP_GEN_REVISION === 'undefined' || MCP_GEN_REVISION === '2025-06-18'
      ? () => import('./2025-06-18.js')
      : undefined,
  '2025-11-25':
    typeof MCP_GEN_REVISION === 'undefined' || MCP_GEN_REVISION === '2025-11-25'
      ? () => import('./2025-11-25.js')
      : undefined,
  '2026-07-28':
    typeof MCP_GEN_REVISION === 'undefined' || MCP_GEN_REVISION === '2026-07-28'
      ? () => import('./2026-07-28.js')
      : undefined,
} satisfies { readonly [Id in RevisionId]: unknown };
