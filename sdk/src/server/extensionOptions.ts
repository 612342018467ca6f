/** Options that extensions add, of which each declares the types of its own. */

/**
 * Options that extensions add to tools. An extension declares the types of its own here: `declare module '@mcp-gen/sdk/extension' {
 * interface ExtensionToolOptions { price?: number } }`.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- extensions add to it.
export interface ExtensionToolOptions {}

/** Options that extensions add to `context.ask`, declared like those of tools. */
// oxlint-disable-next-line typescript/no-empty-object-type -- extensions add to it.
export interface ExtensionAskOptions {}
