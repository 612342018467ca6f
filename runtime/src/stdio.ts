/**
 * Transports over standard input and output: one process, one connection (specification: Transports, stdio).
 *
 * @module
 */

export { inheritedEnvironment, StdioClientTransport } from './transports/stdioClient.js';
export type { StdioClientOptions } from './transports/stdioClientOptions.js';
export { StdioServerTransport, type StdioServerOptions } from './transports/stdioServer.js';
export type { LineLimits } from './transports/messageLimits.js';
export { scanMessage, type ScannedMessage } from './codec/scan.js';
