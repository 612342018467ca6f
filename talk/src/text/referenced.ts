import { isObject } from '@mcp-gen/runtime/codegen/v1';

/** Returns the schema that a reference names; undefined if it is not within the document. */
export function referenced(reference: string, root: unknown): unknown {
  if (!reference.startsWith('#/')) return undefined;
  let found = root;
  for (const part of reference.slice(2).split('/')) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    found = isObject(found) && Object.hasOwn(found, name) ? found[name] : undefined;
  }
  return found;
}
