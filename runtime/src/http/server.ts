/**
 * Servers of Streamable HTTP, and of the older HTTP with SSE: on a separate port, on `node:http`, and with web `Request` and `Response`
 * (specification: Transports). Does not load modules of Node before `serveHttp` is called.
 *
 * @module
 */

export {
  SERVE_HTTP_OPTIONS,
  serveHttp,
  type FallbackHandler,
  type HttpService,
  type ServeHttpOptions,
} from './serveHttp.js';
export { HttpHandler } from './handler.js';
export { HTTP_SERVER_OPTIONS, type HttpServerOptions } from './handlerOptions.js';
export type { MirroredParam, MirroredParams } from './mirrored.js';
export type { AuthResult } from './authenticate.js';
export { HttpEndpoint, type StandAlone } from './endpoint.js';
export type { SessionPeer } from './sessions.js';
export type { Posted } from './posted.js';
export type { HttpEndpointOptions, SsePaths } from './endpointOptions.js';
export type { HealthPaths, RouteAnswer, RouteHandler, RouteOptions, RouteRequest } from './routes.js';
export { HttpRefusalError, type HttpRefusalOptions } from './refusalError.js';
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
  holderOfRecord,
  isSessionRecord,
  MemorySessionStore,
  type MemorySessionStoreOptions,
  type SessionRecord,
  type SessionStore,
} from './sessionStore.js';
export {
  BodyTooLargeError,
  IncompleteBodyError,
  type EventSink,
  type HttpAnswer,
  type HttpBody,
  type HttpExchange,
  type HttpHeaders,
  type ParsedBody,
  type UnreadBody,
} from './exchange.js';
export { StaleClaimError } from './cluster/staleClaimError.js';
export { MemorySessionRouter } from './cluster/memoryRouter.js';
export type { RouterMember, RouterNode, SessionPlace, SessionRouter } from './cluster/sessionRouter.js';
export { UndecodableBodyError } from './readBody.js';
