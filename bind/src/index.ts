/**
 * Typed bindings and reviewed contracts of live servers: the command `mcp-gen bind` as a library.
 *
 * @module
 */

export { MistakeError } from './mistakeError.js';
export type { BindOutcome } from './cli/outcome.js';
export { runBind, type BindProgress, type CommandTerminal } from './cli/run.js';
