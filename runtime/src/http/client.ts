export { HttpClientTransport } from './client/transport.js';
export type { HttpClientOptions } from './client/endpoint.js';
export { HttpStatusError } from '../errors.js';
