/** Routes that extensions add to a server over HTTP. */

import type { Route, RouteAnswer, RouteRequest } from '@mcp-gen/runtime/http/server';
import type { Server } from './server.js';

/** The server of a route. */
export interface RouteServer {
  /** The server: its `info`, `revisions`, and extensions. */
  readonly server: Server;
  /** The URL of the endpoint, as this client can reach it: `https://example.com/mcp`. */
  readonly endpoint: string;
}

/** Handles the requests to a path of an extension. */
export type ExtensionRouteHandler = (request: RouteRequest, serving: RouteServer) => RouteAnswer | Promise<RouteAnswer>;

/** A route of an extension, with or without options: see {@link Route}. */
export type ExtensionRoute =
  | ExtensionRouteHandler
  | (Omit<Route, 'handle'> & {
      /** Handles the requests. */
      readonly handle: ExtensionRouteHandler;
    });
