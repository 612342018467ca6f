export { serveHttp, type HttpService, type ServeHttpOptions } from './serveHttp.js';
export { HttpHandler, type HttpServerOptions } from './handler.js';
export { HttpEndpoint, type HttpEndpointOptions, type SessionPeer, type SsePaths } from './endpoint.js';
export { nodeListener, type NodeListener } from './node.js';
export type { OriginOptions } from './origins.js';
export { MemoryEventStore, type EventStore, type MemoryEventStoreOptions, type StoredEvent } from './eventStore.js';
export type { EventSink, HttpExchange, HttpHeaders } from './exchange.js';
