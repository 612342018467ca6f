/** The resources that the suite reads. */

import type { Server } from '@mcp-gen/sdk';
import { PNG } from './media.js';

export function addResources(server: Server): void {
  server.resource('test://static-text', { name: 'text' }, 'This is a text');
  server.resource('test://static-binary', { name: 'picture', mimeType: 'image/png' }, Buffer.from(PNG, 'base64'));
  server.resource('test://watched-resource', { name: 'watched' }, 'This is watched');
  server.resourceTemplate('test://template/{id}/data', { name: 'data', mimeType: 'application/json' }, ({ id }) =>
    JSON.stringify({ id }),
  );
}
