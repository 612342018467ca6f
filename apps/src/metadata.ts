/** `_meta.ui` of tools and resources, as servers write it and hosts read it. */

import {
  isMcpUiResourceMeta,
  type McpUiResourceMeta,
  type McpUiToolVisibility,
} from '@mcp-gen/protocol/extensions/apps';
import { isObject } from '@mcp-gen/runtime/codegen/v1';

/** The media type of views. */
export const VIEW_TYPE = 'text/html;profile=mcp-app';

/** The scheme of the URIs of views. */
export const VIEW_SCHEME = 'ui://';

/** The key of `_meta` that names the view of a tool in versions before `ui.resourceUri`. Hosts of both kinds are in use. */
const EARLIER_KEY = 'ui/resourceUri';

/** What may have `_meta`: a tool, a resource, or a content. */
export interface WithMeta {
  /** Facts by key. */
  readonly _meta?: { readonly [key: string]: unknown } | undefined;
}

/** Returns `_meta` of a tool with a view. */
export function toolMeta(
  resourceUri: string | undefined,
  visibility: readonly McpUiToolVisibility[] | undefined,
): object {
  return {
    ui: {
      ...(resourceUri !== undefined && { resourceUri }),
      ...(visibility !== undefined && { visibility: [...visibility] }),
    },
    ...(resourceUri !== undefined && { [EARLIER_KEY]: resourceUri }),
  };
}

/** Returns the URI of the view of a tool; undefined if it has none, or it is not that of a view. */
export function viewOf({ _meta = {} }: WithMeta): string | undefined {
  const uri = (isObject(_meta.ui) ? _meta.ui.resourceUri : undefined) ?? _meta[EARLIER_KEY];
  return typeof uri === 'string' && uri.startsWith(VIEW_SCHEME) ? uri : undefined;
}

/** Returns whether the model, or views of its server, may call a tool (MCP Apps, 2026-01-26: Visibility). What is malformed hides it. */
export function isVisibleTo(caller: McpUiToolVisibility, { _meta = {} }: WithMeta): boolean {
  const { visibility } = (isObject(_meta.ui) ? _meta.ui : {}) as { readonly visibility?: unknown };
  if (visibility === undefined) return true;
  return Array.isArray(visibility) ? visibility.includes(caller) : visibility === caller;
}

/**
 * Returns what a server says about a view.
 *
 * @param content the content of the resource
 * @param listed its entry in the list of resources, if there is one: counts only if the content has nothing
 * @throws {TypeError} if it is malformed.
 */
export function resourceMetaOf(content: WithMeta, listed?: WithMeta): McpUiResourceMeta {
  const meta = content._meta?.ui ?? listed?._meta?.ui ?? {};
  if (!isMcpUiResourceMeta(meta)) throw new TypeError('The metadata of the view is malformed');
  return meta;
}

/** Returns whether a media type is that of views. Case, spaces, and further parameters do not matter. */
export function isViewType(mimeType: string | undefined): boolean {
  const [type, ...parameters] = (mimeType ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  return type === 'text/html' && parameters.some((part) => /^profile\s*=\s*"?mcp-app"?$/.test(part));
}
