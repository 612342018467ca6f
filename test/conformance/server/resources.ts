/** The resources that the suite reads. */

import type { ReadResourceResult, Resource, ResourceTemplate } from '@mcp-gen/protocol/2025-11-25';
import { JsonRpcError } from '@mcp-gen/runtime';
import { PNG } from './media.js';

/** The protocol's own code (2025-11-25: Resources, Error Handling). */
const RESOURCE_NOT_FOUND = -32002;

export const resources: Resource[] = [
  { uri: 'test://static-text', name: 'text', mimeType: 'text/plain' },
  { uri: 'test://static-binary', name: 'picture', mimeType: 'image/png' },
  { uri: 'test://watched-resource', name: 'watched', mimeType: 'text/plain' },
];

export const resourceTemplates: ResourceTemplate[] = [
  { uriTemplate: 'test://template/{id}/data', name: 'data', mimeType: 'application/json' },
];

/** @throws {JsonRpcError} if there is no such resource. */
export function read(uri: string): ReadResourceResult {
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
  if (id !== undefined) {
    return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify({ id }) }] };
  }
  const resource = resources.find((listed) => listed.uri === uri);
  if (resource === undefined) throw new JsonRpcError(RESOURCE_NOT_FOUND, `There is no resource ${uri}`, { uri });
  const { name, mimeType = 'text/plain' } = resource;
  const content = mimeType.startsWith('image/') ? { blob: PNG } : { text: `This is ${name}` };
  return { contents: [{ uri, mimeType, ...content }] };
}
