/**
 * JSON-RPC connections of the Model Context Protocol: servers, clients, and transports of any revision. Independent of the protocol's
 * features; revisions come from `@mcp-gen/protocol`.
 *
 * @module
 */

export * from './core.js';
// Like client.ts, without the options of transports that other entries have.
export { connectSession, type ConnectOptions } from './session/connect.js';
export {
  PaginationError,
  pages,
  PAGES_OPTIONS,
  type PageParams,
  type Page,
  type PagesOptions,
} from './session/pages.js';
export { checkMirroredParams, encodeHeader, textOfParam } from './http/shared/mirroredHeaders.js';
export { memoryPair } from './transports/memory.js';
