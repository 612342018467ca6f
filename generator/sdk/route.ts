/** A way of applications of `@mcp-gen/sdk` to something that the sdk does not know. */

import type { Side } from '../model/protocol.js';

/** How one side reaches something new. */
export interface Route {
  /** What it is. */
  readonly kind: 'request' | 'notification' | 'field' | 'error' | 'capability';
  /** The method, the field with its definition, the name of the error code, or the path of the capability. */
  readonly name: string;
  /** The side whose code this is. */
  readonly side: Side;
  /** The call, the option, or the public type of the sdk that has it. Empty if the runtime exchanges it, and applications cannot. */
  readonly use: string;
  /**
   * What has no interface for a field: the class, function, or option of the sdk that handles these methods, and its source file. It drops
   * the field, refuses it, or passes it on without a type.
   */
  readonly ignoredBy?: IgnoringFeature;
}

/** A part of the sdk that handles messages and has no interface for a field of them. */
export interface IgnoringFeature {
  /** What it is called: `Tools`, `Client.callTool`, `the option roots`. */
  readonly name: string;
  /** Its source file in the repository of mcp-gen: `sdk/src/server/tools.ts`. Packages and projects do not have it. */
  readonly file: string;
  /** The messages with the field that it handles. */
  readonly methods: readonly string[];
}

/** What each kind is called. */
export const ROUTED = {
  request: 'request',
  notification: 'notification',
  field: 'field',
  error: 'error code',
  capability: 'capability',
} as const;

/** Describes a route: `server: Tools has no interface for it in tools/list; server.use(middleware)`. */
export function routeText({ side, use, ignoredBy }: Route): string {
  if (ignoredBy === undefined) return `${side}: ${use}`;
  const { name, methods } = ignoredBy;
  return `${side}: ${name} has no interface for it in ${methods.join(', ')}${use === '' ? '' : `; ${use}`}`;
}
