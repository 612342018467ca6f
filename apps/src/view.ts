/**
 * The page of an app: connects with the host that shows it.
 *
 * @module
 */

import type { Implementation } from '@mcp-gen/protocol/2025-11-25';
import { windowPort, type Port } from './channel/port.js';
import { View, type ViewOptions } from './view/view.js';

export { portPair, type Port } from './channel/port.js';
export { applyHostStyles } from './view/styles.js';
export type { ViewRequestOptions } from './channel/channel.js';
export type { ViewToolResult } from './view/toolResult.js';
export type { ToolInput, View, ViewOptions } from './view/view.js';

/** Options of {@link connectView}. */
export interface ConnectViewOptions extends ViewOptions {
  /** The connection with the host. Default: `postMessage` with the parent of this window. */
  readonly port?: Port | undefined;
}

/**
 * Connects the page with the host that shows it (MCP Apps, 2026-01-26).
 *
 * @param app the name and version of the app
 * @throws {JsonRpcError} if the host refuses it, or does not answer within a minute.
 * @throws {Error} if the page is not in a frame.
 * @example
 * ```ts
 * import { connectView } from '@mcp-gen/apps/view';
 *
 * const view = await connectView({ name: 'chart', version: '1.0.0' });
 * view.onResult(({ structuredContent }) => draw(structuredContent));
 * ```
 */
export async function connectView(
  app: Implementation,
  { port = parentPort(), ...options }: ConnectViewOptions = {},
): Promise<View> {
  const view = new View(port, options);
  await view.initialize(app, options);
  return view;
}

function parentPort(): Port {
  if (window.parent === window) throw new Error('The page is not in a frame: it has to be opened by a host');
  return windowPort(window.parent);
}
