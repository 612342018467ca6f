/** The apps of a server: its views are resources, and its tools name them. */

import { identifier } from '@mcp-gen/protocol/extensions/apps/identifier';
import type { McpUiResourceMeta } from '@mcp-gen/protocol/extensions/apps';
import type { CallToolResult } from '@mcp-gen/protocol/author';
import type { ServerSide, ToolSettings } from '@mcp-gen/sdk/extension';
import type { Server } from '@mcp-gen/sdk';
import { checkOptions } from '@mcp-gen/runtime/options';
import { toolMeta, VIEW_SCHEME, VIEW_TYPE } from '../metadata.js';
import { APP_OPTIONS, toolApp, type AppOptions, type ToolAppOptions } from './appOptions.js';
import { fileSource, type ViewSource } from './viewSource.js';

/** The apps of a server, by name. */
export interface AppTable {
  readonly [name: string]: AppOptions;
}

/** An app of a server that runs. */
export interface RegisteredApp {
  /** The URI of its view. */
  readonly uri: string;
  /** Text for clients that do not show views. */
  readonly fallback: string;
}

/** Returns the code of the extension in a server. */
export function serverApps(
  apps: AppTable,
): ServerSide<object, object, object, object, ReadonlyMap<string, RegisteredApp>> {
  const registered = new Map<string, RegisteredApp>();
  const watched: { readonly uri: string; readonly source: ViewSource }[] = [];
  const stops: (() => void)[] = [];
  let updated: (uri: string) => void;
  const appOf = (settings: ToolSettings): RegisteredApp | undefined => {
    const { view } = optionsOf(settings);
    return view === undefined ? undefined : registered.get(view);
  };
  return {
    tools: {
      options: toolApp(Object.keys(apps)),
      list: (tool, settings) => {
        if (settings.app === undefined) return tool;
        const meta = toolMeta(appOf(settings)?.uri, optionsOf(settings).visibility);
        return { ...tool, _meta: { ...tool._meta, ...meta } };
      },
      result: (result, settings, context) => {
        const app = appOf(settings);
        if (app === undefined) return result;
        return withFallback(result, app.fallback, context.extension({ id: identifier }) !== undefined);
      },
    },
    setup: (server) => {
      for (const [name, options] of Object.entries(apps)) {
        const source = sourceOf(name, options);
        const app = register(server, name, options, source);
        registered.set(name, app);
        watched.push({ uri: app.uri, source });
      }
      updated = (uri) => server.resourceUpdated(uri);
      return registered;
    },
    onStart: () => {
      for (const { uri, source } of watched) {
        const stop = source.watch?.(() => updated(uri));
        if (stop !== undefined) stops.push(stop);
      }
    },
    onClose: () => stops.splice(0).forEach((stop) => stop()),
  };
}

function optionsOf({ app = {} }: ToolSettings): ToolAppOptions {
  return typeof app === 'string' ? { view: app } : (app as ToolAppOptions);
}

/** @throws {TypeError} if an option is invalid. */
function sourceOf(name: string, options: AppOptions): ViewSource {
  checkOptions(`the app ${name}`, options, APP_OPTIONS);
  const { html, file, live = false } = options;
  if ((html === undefined) === (file === undefined)) {
    throw new TypeError(`The app ${name} needs one of the options html and file`);
  }
  if (file !== undefined) return fileSource(file, live);
  if (live) throw new TypeError(`The option live of the app ${name} needs a file`);
  return { read: typeof html === 'function' ? html : () => html ?? '' };
}

/** @throws {TypeError} if the URI is not that of a view. */
function register(server: Server, name: string, options: AppOptions, source: ViewSource): RegisteredApp {
  const { uri = `${VIEW_SCHEME}${encodeURIComponent(name)}`, title, description } = options;
  if (!uri.startsWith(VIEW_SCHEME)) {
    throw new TypeError(`The URI of the app ${name} has to begin with ${VIEW_SCHEME}, not ${JSON.stringify(uri)}`);
  }
  const _meta = { ui: metaOf(options) };
  server.resource(uri, { name, title, description, mimeType: VIEW_TYPE, meta: _meta }, async () => ({
    text: await source.read(),
    mimeType: VIEW_TYPE,
    _meta,
  }));
  return { uri, fallback: options.fallback ?? `The app ${title ?? name} shows the result.` };
}

function metaOf({ csp, permissions, prefersBorder, domain }: AppOptions): McpUiResourceMeta {
  return {
    ...(csp !== undefined && { csp }),
    ...(permissions !== undefined && { permissions: Object.fromEntries(permissions.map((name) => [name, {}])) }),
    ...(prefersBorder !== undefined && { prefersBorder }),
    ...(domain !== undefined && { domain }),
  };
}

/**
 * A result has to mean something without its view, and is never empty: that is what the model reads (MCP Apps, 2026-01-26: Graceful
 * Degradation).
 */
function withFallback(result: Partial<CallToolResult>, fallback: string, showsViews: boolean): object {
  const { content = [], isError } = result;
  const isEnough = showsViews ? content.length > 0 : content.some(({ type }) => type === 'text');
  return isError === true || isEnough ? result : { ...result, content: [...content, { type: 'text', text: fallback }] };
}
