export { StdioClientTransport, type StdioClientOptions } from './transports/stdioClient.js';
export { StdioServerTransport, type StdioServerOptions } from './transports/stdioServer.js';
