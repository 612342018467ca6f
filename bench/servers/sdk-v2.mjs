// The one-tool echo server on the official SDK v2, over stdio.
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { echoServer } from './sdk-v2-echo.mjs';

await echoServer().connect(new StdioServerTransport());
