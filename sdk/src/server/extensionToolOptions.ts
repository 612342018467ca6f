/**
 * Options that extensions add to tools. An extension declares the types of its own here: `declare module '@mcp-gen/sdk/extension' {
 * interface ExtensionToolOptions { price?: number } }`.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- extensions add to it.
export interface ExtensionToolOptions {}
