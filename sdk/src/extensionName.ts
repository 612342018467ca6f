/** Identifiers of extensions: metadata keys with a prefix (specification, 2026-07-28: Extension Negotiation). */

/** One label of a prefix. */
const LABEL = '[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?';
const EXTENSION = new RegExp(`^${LABEL}(?:\\.${LABEL})*/[A-Za-z0-9](?:[A-Za-z0-9_.-]*[A-Za-z0-9])?$`);

/** Returns whether a name is an identifier of an extension. */
export function isExtensionName(name: string): boolean {
  return EXTENSION.test(name);
}

/**
 * Checks the identifier of an extension.
 *
 * @param what names where it is used, in the error: `connect`
 * @throws {TypeError} if it is invalid.
 */
export function checkExtensionName(name: string, what: string): void {
  if (isExtensionName(name)) return;
  throw new TypeError(
    `Invalid extension ${JSON.stringify(name)} of ${what}: expected an identifier with a prefix, such as com.example/search`,
  );
}
