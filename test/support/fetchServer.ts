/** Servers on the web's own requests and responses, behind `node:http` as platforms run them. */

import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { HttpEndpoint } from '../../runtime/src/http/server/httpEndpoint.js';

/** Makes a listener for `http.createServer` of the `fetch` of a handler, in place of its `node`. */
export function fetchOnNode(handler: HttpEndpoint): RequestListener {
  const listener = getRequestListener(handler.fetch, { overrideGlobalObjects: false });
  return (request, response) => void listener(request, response);
}
