/**
 * Clients of Streamable HTTP, and of the older HTTP with SSE (specification: Transports).
 *
 * @module
 */

export { HttpClientTransport } from './client/transport.js';
export type { HttpClientOptions } from './client/options.js';
export { HttpStatusError } from '../errors.js';
