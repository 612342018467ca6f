/**
 * Transports over standard input and output: one process, one connection (specification: Transports, stdio).
 *
 * @module
 */

export { StdioClientTransport, type StdioClientOptions } from './transports/stdioClient.js';
export { StdioServerTransport, type StdioServerOptions } from './transports/stdioServer.js';
export { scanMessage, type ScannedMessage } from './codec/scan.js';
