/**
 * Servers of Streamable HTTP, and of the older HTTP with SSE, on `node:http` (specification: Transports).
 *
 * @module
 */

export { serveHttp, type HttpService, type ServeHttpOptions } from './serveHttp.js';
export { HttpHandler } from './handler.js';
export type { HttpServerOptions } from './handlerOptions.js';
export type { AuthResult } from './authenticate.js';
export { HttpEndpoint, type SessionPeer, type StandAlone } from './endpoint.js';
export type { HttpEndpointOptions, SsePaths } from './endpointOptions.js';
export { HttpRefusalError, type HttpRefusalOptions } from './refusalError.js';
export { nodeListener, type NodeListener } from './node.js';
export type { OriginOptions } from './origins.js';
export {
  MemoryEventStore,
  type EventStore,
  type MemoryEventStoreOptions,
  type StoredEvent,
  type StoredEvents,
  type StreamKey,
} from './eventStore.js';
export {
  MemorySessionStore,
  type MemorySessionStoreOptions,
  type SessionRecord,
  type SessionStore,
} from './sessionStore.js';
export {
  BodyTooLargeError,
  IncompleteBodyError,
  type EventSink,
  type HttpExchange,
  type HttpHeaders,
} from './exchange.js';
