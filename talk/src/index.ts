/**
 * Talks to any MCP server from the command line.
 *
 * @module
 */

export type { Connections, Open } from './connections.js';
export { ExitCode } from './failures.js';
export { runTalk } from './run.js';
export type { ImageProtocol } from './text/inlineImages.js';
export { processTerminal, type Style, type Terminal } from './terminal.js';
