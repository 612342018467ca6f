/**
 * Talks to any MCP server from the command line.
 *
 * @module
 */

export { ExitCode } from './failures.js';
export { runTalk } from './run.js';
export { processTerminal, type Style, type Terminal } from './terminal.js';
