/** The options of apps. */

import type {
  McpUiResourceCsp,
  McpUiResourcePermissions,
  McpUiToolVisibility,
} from '@mcp-gen/protocol/extensions/apps';
import {
  anyOf,
  FLAG,
  FUNCTION,
  group,
  kind,
  NON_EMPTY,
  oneOf,
  listOf,
  STRING,
  STRINGS,
  type OptionKind,
  type OptionTable,
} from '@mcp-gen/runtime/options';
import { PERMISSIONS } from '../host/policy.js';

/** A permission that a view asks for. */
export type ViewPermission = keyof McpUiResourcePermissions;

/** An app: a view, and what it needs. One of `html` and `file` is required. */
export interface AppOptions {
  /** The HTML of the view, or a function that returns it, which is called for each request. */
  readonly html?: string | (() => string | Promise<string>) | undefined;
  /**
   * A file with the HTML. Scripts and styles beside it become part of it: `dist/index.html` of a Vite project is one, if the build writes one
   * chunk, with `build.modulePreload: false` and all assets inline.
   */
  readonly file?: string | URL | undefined;
  /** The URI of the view. Default: `ui://` and the name of the app. */
  readonly uri?: string | undefined;
  /** What people read. Default: the name. */
  readonly title?: string | undefined;
  /** What it shows. Default: none. */
  readonly description?: string | undefined;
  /** The origins that it uses. Default: none, so that it can load nothing. */
  readonly csp?: McpUiResourceCsp | undefined;
  /** What it wants to use of the browser. Default: nothing. */
  readonly permissions?: readonly ViewPermission[] | undefined;
  /** Whether hosts are to draw a border around it. Default: they decide. */
  readonly prefersBorder?: boolean | undefined;
  /** An origin for this view alone, in the form of one host: others may refuse it. Default: none. */
  readonly domain?: string | undefined;
  /**
   * Text that is added to results without content, and for clients that do not show views, to results without text. Default: that the result is
   * shown by an app, with its title.
   */
  readonly fallback?: string | undefined;
  /** Whether a `file` is read again for each request, and hosts are told when it changes: for development. Default false. */
  readonly live?: boolean | undefined;
}

/** What a tool has to do with apps. */
export interface ToolAppOptions {
  /** The name of the app whose view shows the result. Default: none. */
  readonly view?: string | undefined;
  /** Who may call the tool: the model, and views of the server. Default: both. */
  readonly visibility?: readonly McpUiToolVisibility[] | undefined;
}

declare module '@mcp-gen/sdk/extension/options' {
  interface ExtensionToolOptions {
    /**
     * The app whose view shows the result of the tool, by its name; or `{ visibility: ['app'] }` for a tool that only views call (extension MCP
     * Apps). The server needs the extension `apps()`. Default: the tool has no view, and everybody may call it.
     */
    readonly app?: string | ToolAppOptions | undefined;
  }
}

export const CSP_OPTIONS: OptionTable<McpUiResourceCsp> = {
  connectDomains: STRINGS,
  resourceDomains: STRINGS,
  frameDomains: STRINGS,
  baseUriDomains: STRINGS,
};

export const APP_OPTIONS: OptionTable<AppOptions> = {
  html: anyOf(STRING, FUNCTION),
  file: anyOf(
    NON_EMPTY,
    kind('a URL', (value) => value instanceof URL),
  ),
  uri: STRING,
  title: STRING,
  description: STRING,
  csp: group(CSP_OPTIONS),
  permissions: listOf('permissions', oneOf(...PERMISSIONS)),
  prefersBorder: FLAG,
  domain: STRING,
  fallback: STRING,
  live: FLAG,
};

/**
 * Returns the option of tools, as data.
 *
 * @param names the names of the apps
 */
export function toolApp(names: readonly string[]): { readonly app: OptionKind } {
  const view = oneOf(...names);
  const options: OptionTable<ToolAppOptions> = { view, visibility: listOf('callers', oneOf('model', 'app'), 1) };
  return { app: anyOf(view, group(options)) };
}
