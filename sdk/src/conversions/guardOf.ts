import type { Revision } from '@mcp-gen/runtime';
import type { Guard } from '@mcp-gen/runtime/codegen/v1';

/** Returns the validator of the params or the result of a message. */
export function guardOf({ server, client }: Revision, method: string, part: 'params' | 'result'): Guard | undefined {
  const request = server.requests[method] ?? client.requests[method] ?? client.questions?.[method];
  if (request !== undefined) return request[part];
  const notification = server.notifications[method] ?? client.notifications[method];
  return part === 'params' ? notification?.params : undefined;
}
