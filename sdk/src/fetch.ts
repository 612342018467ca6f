/**
 * Servers on the web's own `Request` and `Response`: for Hono, Deno, Bun, and functions at the edge. Loads nothing of Node.
 *
 * @module
 */

export { httpHandler, type HttpOptions } from './httpHandler.js';
export { fetchListener, HttpRefusalError, type HttpHandler } from '@mcp-gen/runtime/http/fetch';
