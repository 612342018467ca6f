/**
 * Checks that the platform has the modules of Node. Deno and Bun have them, too.
 *
 * @param what names the feature that needs them: `The option roots`
 * @throws {TypeError} in a browser.
 */
export function requireNode(what: string): void {
  const { process } = globalThis as { readonly process?: { readonly versions?: { readonly node?: string } } };
  if (process?.versions?.node !== undefined) return;
  throw new TypeError(`${what} needs Node, Deno, or Bun: it is not supported in a browser`);
}
