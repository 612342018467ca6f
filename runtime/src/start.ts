/**
 * What every program of the sdk loads at its start, in one file, because each file costs time: `@mcp-gen/runtime` without
 * `@mcp-gen/runtime/client`, and `@mcp-gen/runtime/options`. Other programs import those.
 *
 * @module
 */

export * from './core.js';
export * from './options.js';
