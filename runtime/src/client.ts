/**
 * The part of `@mcp-gen/runtime` that servers do not load, and the options of the transports to servers.
 *
 * @module
 */

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
export { HTTP_CLIENT_OPTIONS } from './http/client/httpClientOptions.js';
export { memoryPair } from './transports/memory.js';
export { STDIO_CLIENT_OPTIONS } from './transports/stdioClientOptions.js';
