/** Servers on the web's own requests and responses, behind `node:http` as platforms run them. */

import { getRequestListener } from '@hono/node-server';
import type { HttpEndpoint } from '../../runtime/src/http/endpoint.js';
import { fetchListener } from '../../runtime/src/http/fetch.js';
import type { NodeRequestListener } from '../../runtime/src/http/node.js';

/** Makes a listener for `http.createServer`, as `nodeListener` does, of one for the web's own requests. */
export function fetchOnNode(handler: HttpEndpoint): NodeRequestListener {
  const listener = getRequestListener(fetchListener(handler), { overrideGlobalObjects: false });
  return (request, response) => void listener(request, response);
}
