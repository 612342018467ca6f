/**
 * The extension MCP Apps for servers, clients, and hosts.
 *
 * @module
 */

import { identifier } from '@mcp-gen/protocol/extensions/apps/identifier';
import { defineExtension } from '@mcp-gen/sdk/extension';
import { HOST_APPS } from './hostApps.js';
import { isVisibleTo, VIEW_TYPE } from './metadata.js';
import { serverApps, type AppTable } from './server/serverApps.js';

export { isVisibleTo, isViewType, resourceMetaOf, viewOf, VIEW_TYPE } from './metadata.js';
export type { WithMeta } from './metadata.js';
export type { HostApps } from './hostApps.js';
export type { AppOptions, ToolAppOptions, ViewPermission } from './server/appOptions.js';
export type { AppTable, RegisteredApp } from './server/serverApps.js';

/**
 * Creates the extension MCP Apps, to register with `new Server(info, { extensions: [apps({ chart: { file } })] })`,
 * `connect(target, { extensions: [apps()] })`, or a host.
 *
 * **In servers**, each app is a resource that a host shows in a frame: {@link AppOptions}. The option `app` of a tool names it.
 *
 * **In clients and hosts**, the extension declares that views are shown. `@mcp-gen/apps/host` shows them. A host does not offer tools to models that
 * are for views alone: {@link HostApps}.
 *
 * @param all the apps of a server, by name. Default: none
 * @example
 * ```ts
 * import { Server } from '@mcp-gen/sdk';
 * import { apps } from '@mcp-gen/apps';
 *
 * const chart = { html: '<!doctype html><title>Chart</title><script type="module">...</script>' };
 * const server = new Server({ name: 'weather', version: '1.0.0' }, { extensions: [apps({ chart })] });
 * server.tool('forecast', { app: 'chart' }, () => ({ temperatures: [3, 5, 4] }));
 * server.serve();
 * ```
 * @throws {TypeError} if an option is invalid.
 * @throws {Error} if a file cannot be read.
 */
export const apps = defineExtension({ id: identifier }, (all: AppTable = {}) => ({
  server: () => serverApps(all),
  client: { settings: { mimeTypes: [VIEW_TYPE] }, offersTool: (tool) => isVisibleTo('model', tool) },
  host: HOST_APPS,
}));
