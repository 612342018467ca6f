/** What blocks of content have to be in each revision. */

import { isSince, type CheckedRevision } from '../../revisions.js';
import { must, quoted } from '../../violation.js';
import { fieldsOf, type Fields } from '../../wire/message.js';

/** The types of content that a revision has. */
function typesOf(revision: CheckedRevision): readonly string[] {
  return [
    'text',
    'image',
    'resource',
    ...(isSince(revision, '2025-03-26') ? ['audio'] : []),
    ...(isSince(revision, '2025-06-18') ? ['resource_link'] : []),
  ];
}

/** Fails for a block that the revision does not have. */
export function mustBeOf(revision: CheckedRevision, { type }: Fields): void {
  const types = typesOf(revision);
  must(types.includes(String(type)), `Expected content of ${revision} (${types.join(', ')}), got ${quoted(type)}`);
}

/** Fails for bytes that are not base64, or do not say what they are. */
export function mustBeMedia({ data, mimeType }: Fields): void {
  must(isBase64(data), `Expected base64 in data, got ${quoted(data)}`);
  must(typeof mimeType === 'string' && mimeType.includes('/'), `Expected a MIME type, got ${quoted(mimeType)}`);
}

/** Fails for an embedded resource without its parts. */
export function mustBeResource(block: Fields): void {
  const { uri, mimeType, text, blob } = fieldsOf(block, 'resource');
  must(typeof uri === 'string' && URL.canParse(uri), `Expected a URI of the resource, got ${quoted(uri)}`);
  must(typeof mimeType === 'string', `Expected a MIME type of the resource, got ${quoted(mimeType)}`);
  const hasContents = typeof text === 'string' || isBase64(blob);
  must(hasContents, `Expected text or base64 in the resource, got ${quoted(block)}`);
}

export function isBase64(value: unknown): boolean {
  return typeof value === 'string' && /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(value);
}
