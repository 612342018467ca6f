/** The identifiers of extensions: keys of metadata that have a prefix (specification, 2026-07-28: Extension Negotiation). */

/** A part of a prefix. */
const LABEL = '[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?';
const EXTENSION = new RegExp(`^${LABEL}(?:\\.${LABEL})*/[A-Za-z0-9](?:[A-Za-z0-9_.-]*[A-Za-z0-9])?$`);

/**
 * Checks the identifier of an extension.
 *
 * @param what the thing that names it, for messages: `connect`
 * @throws {TypeError} if it is not one.
 */
export function checkExtensionName(name: string, what: string): void {
  if (EXTENSION.test(name)) return;
  throw new TypeError(
    `Invalid extension ${JSON.stringify(name)} of ${what}: expected an identifier with a prefix, such as com.example/search`,
  );
}
