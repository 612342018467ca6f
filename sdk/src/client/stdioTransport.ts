/** Loaded for servers with a command. Names what it uses, so that bundlers leave out the rest of the module, such as the transport of servers. */
export { StdioClientTransport } from '@mcp-gen/runtime/stdio';
