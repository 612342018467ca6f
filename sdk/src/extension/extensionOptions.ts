/**
 * Options that extensions add. Each extension declares the types of its own in this module: what several packages declare in one that only
 * exports these interfaces from here, TypeScript does not merge.
 *
 * @module
 */

/**
 * Options that extensions add to tools. An extension declares the types of its own here: `declare module '@mcp-gen/sdk/extension/options' {
 * interface ExtensionToolOptions { price?: number } }`.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- extensions add to it.
export interface ExtensionToolOptions {}

/** Options that extensions add to `context.ask`, declared like those of tools. */
// oxlint-disable-next-line typescript/no-empty-object-type -- extensions add to it.
export interface ExtensionAskOptions {}
