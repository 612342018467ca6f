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
  type ServeHttpLimits,
  type ServeHttpOptions,
} from './server/serveHttp.js';
export { HttpHandler } from './server/httpHandler.js';
export { HTTP_SERVER_OPTIONS, type HttpServerLimits, type HttpServerOptions } from './server/handlerOptions.js';
export type { MirroredParam, MirroredParams } from './shared/mirroredHeaders.js';
export type { AuthResult } from './server/caller.js';
export { HttpEndpoint, type PostHandlers } from './server/httpEndpoint.js';
export type { SessionPeer } from './server/sessions/sessions.js';
export type { Posted } from './server/posted.js';
export type {
  HttpEndpointLimits,
  HttpEndpointOptions,
  HttpStreamOptions,
  HttpTimeouts,
  SsePaths,
} from './server/endpointOptions.js';
export type { HealthPaths, Route, RouteAnswer, RouteHandler, RouteOptions, RouteRequest } from './server/routes.js';
export type { HttpMiddleware, HttpMiddlewareRequest } from './server/httpMiddleware.js';
export { HttpRefusalError, type HttpRefusalOptions } from './server/httpRefusalError.js';
export type { OriginOptions } from './server/origins.js';
export {
  MemoryEventStore,
  type EventStore,
  type MemoryEventStoreOptions,
  type StoredEvent,
  type StoredEvents,
  type StreamKey,
} from './server/eventStore.js';
export {
  holderOfRecord,
  isSessionRecord,
  MemorySessionStore,
  type MemorySessionStoreOptions,
  type SessionRecord,
  type SessionStore,
} from './server/sessions/sessionStore.js';
export {
  BodyTooLargeError,
  IncompleteBodyError,
  type EventSink,
  type HttpAnswer,
  type HttpBody,
  type HttpExchange,
  type HttpHeaders,
  type HttpResponseHead,
  type ParsedBody,
  type UnreadBody,
} from './shared/httpExchange.js';
export { StaleClaimError } from './server/sessions/staleClaimError.js';
export { UndecodableBodyError } from './shared/readBody.js';
