/**
 * Clients of Streamable HTTP, and of the older HTTP with SSE (specification: Transports).
 *
 * @module
 */

export { HttpClientTransport } from './client/httpClientTransport.js';
export type { HttpClientOptions, HttpRetryOptions } from './client/httpClientOptions.js';
export { HttpStatusError } from '../errors.js';
export type { MessageLimits } from '../transports/messageLimits.js';
