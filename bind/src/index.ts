/**
 * Typed bindings and reviewed contracts of live servers: the command `mcp-gen bind`, for programs.
 *
 * @module
 */

export { MistakeError } from './mistakeError.js';
export { runBind, type BindOutcome, type BindTerminal } from './cli/run.js';
