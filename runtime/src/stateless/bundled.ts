/** What a bundle has for revisions without sessions. */

import { Stateless } from './stateless.js';

/** The only revision of a program, if its bundler defines this constant: then other revisions are left out. */
declare const MCP_GEN_REVISION: string;

/**
 * Returns what serves the revisions of a definition that have no sessions; undefined if there are none. Bundlers can evaluate the condition,
 * and leave out the class.
 */
export function statelessOf(...[definition, options]: ConstructorParameters<typeof Stateless>): Stateless | undefined {
  // Generated from schema/revisions.json by scripts/registry.mjs.
  // oxlint-disable-next-line mcp-gen/protocol-literals -- bundlers evaluate comparisons with literals only.
  return typeof MCP_GEN_REVISION === 'undefined' || MCP_GEN_REVISION === '2026-07-28'
    ? definition.statelessIds.length > 0
      ? new Stateless(definition, options)
      : undefined
    : undefined;
}
