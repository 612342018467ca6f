/** What the suite says of itself as a client, in the words of each revision. */

import { isSince, type CheckedRevision } from '../revisions.js';
import type { Fields } from './message.js';

const PREFIX = 'io.modelcontextprotocol/';

export const CLIENT_INFO = { name: 'conformance', version: '1.0.0' };

/** Everything that a server may ask for in a revision. */
export function allCapabilities(revision: CheckedRevision): Fields {
  const elicitation = isSince(revision, '2025-11-25') ? { form: {}, url: {} } : {};
  return {
    roots: isSince(revision, '2026-07-28') ? {} : { listChanged: true },
    sampling: {},
    ...(isSince(revision, '2025-06-18') && { elicitation }),
  };
}

/** The params of `initialize`. */
export function introduction(protocolVersion: string, capabilities: Fields): Fields {
  return { protocolVersion, capabilities, clientInfo: CLIENT_INFO };
}

/** The `_meta` that stands in each request in revisions without sessions. */
export function metaOf(revision: string, capabilities: Fields): Fields {
  return {
    [`${PREFIX}protocolVersion`]: revision,
    [`${PREFIX}clientInfo`]: CLIENT_INFO,
    [`${PREFIX}clientCapabilities`]: capabilities,
  };
}

/** The headers that repeat what a request says, in revisions without sessions. */
export function mirroredHeaders(revision: string, method: string, params: Fields): Record<string, string> {
  const name = method === 'resources/read' ? params['uri'] : params['name'];
  return {
    'mcp-protocol-version': revision,
    'mcp-method': method,
    ...(typeof name === 'string' && { 'mcp-name': name }),
  };
}
