/** Shows the view of a tool in a page of a host. */

import type { McpUiResourceCsp, McpUiResourceMeta, McpUiResourcePermissions } from '@mcp-gen/protocol/extensions/apps';
import * as UiMethod from '@mcp-gen/protocol/extensions/apps/methods';
import type { Resource, Tool } from '@mcp-gen/protocol/author';
import { after } from '@mcp-gen/runtime';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import {
  anyOf,
  checkOptions,
  FUNCTION,
  listOf,
  omit,
  oneOf,
  partGroup,
  required,
  SIGNAL,
  urlWith,
  withDefaults,
  type OptionTable,
} from '@mcp-gen/runtime/options';
import { windowPort, type Port } from '../channel/port.js';
import { isViewType, resourceMetaOf, viewOf } from '../metadata.js';
import type { AppServer } from './appServer.js';
import { SHOWN_VIEW_LIMITS, type ShownViewLimits } from './limits.js';
import { allowAttribute, contentSecurityPolicy, PERMISSIONS } from './policy.js';
import { ViewSession } from './session.js';
import { VIEW_SESSION_OPTIONS, type ViewSessionOptions } from './sessionOptions.js';

/** Options of {@link openView}. */
export interface OpenViewOptions extends Omit<ViewSessionOptions, 'sandbox' | 'limits' | 'onSize'> {
  /**
   * The URL of the sandbox, which is on another origin: see `createSandbox`. Views of one origin share a process of the browser, so that a busy
   * one stops the others. A function returns the URL for a tool: a site of its own for each server keeps them apart.
   */
  readonly sandbox: string | ((tool: Tool) => string);
  /** What views may use of the browser, if they ask for it. Default: nothing. */
  readonly permissions?: readonly (keyof McpUiResourcePermissions)[] | undefined;
  /** Whether a view may use an origin that it asks for. Default: every one. */
  readonly allowsOrigin?: ((origin: string) => boolean) | undefined;
  /** Limits of the view. */
  readonly limits?: ShownViewLimits | undefined;
  /** Cancels opening. A view that is open is closed by its `close`. */
  readonly signal?: AbortSignal | undefined;
}

export const OPEN_VIEW_OPTIONS: OptionTable<OpenViewOptions> = {
  ...omit(VIEW_SESSION_OPTIONS, ['sandbox', 'limits', 'onSize']),
  sandbox: required(
    anyOf(
      urlWith('a URL', () => true),
      FUNCTION,
    ),
  ),
  permissions: listOf('permissions', oneOf(...PERMISSIONS)),
  allowsOrigin: FUNCTION,
  limits: partGroup(SHOWN_VIEW_LIMITS),
  signal: SIGNAL,
};

/** A view that is shown. */
export interface OpenedView {
  /** The conversation with it. */
  readonly session: ViewSession;
  /** Its outer frame, which is on the origin of the sandbox. */
  readonly frame: HTMLIFrameElement;
  /** What its server says about it: whether it prefers a border, and so on. */
  readonly meta: McpUiResourceMeta;
  /** Asks the view to end, and removes it. Does not reject. */
  readonly close: (reason?: string) => Promise<void>;
}

/**
 * Shows the view of a tool. Resolves when the sandbox has received it; what is sent to its session before it is initialized waits. A host may hide the frame
 * until `session.initialized` resolves.
 *
 * @param container the element that the frame becomes a part of
 * @throws {TypeError} if the tool has no view, or it is malformed.
 * @throws {Error} if the view cannot be read, or the sandbox does not answer.
 * @throws the reason of the signal.
 */
export async function openView(container: HTMLElement, options: OpenViewOptions): Promise<OpenedView> {
  checkOptions('openView', options, OPEN_VIEW_OPTIONS);
  const { sandbox, permissions = [], allowsOrigin = () => true, signal, limits: _, ...shared } = options;
  const { tool, onClose, onAudit } = shared;
  const { limits } = withDefaults<OpenViewOptions>(options, OPEN_VIEW_OPTIONS);
  const { htmlSize, height: maxHeight, loadTimeout, ...ofSession } = limits;
  const { html, meta } = await readView(shared, htmlSize, signal);
  signal?.throwIfAborted();
  const csp = allowedOrigins(meta.csp, allowsOrigin, onAudit);
  onAudit?.({ action: 'csp', outcome: 'done', detail: contentSecurityPolicy(csp).csp });
  const granted = Object.fromEntries(
    permissions.filter((name) => meta.permissions?.[name] !== undefined).map((name) => [name, {}]),
  );
  const title = tool.title ?? tool.name;
  const url = new URL(typeof sandbox === 'function' ? sandbox(tool) : sandbox);
  if (url.origin === location.origin) throw new TypeError('The sandbox has to be on another origin than the page');
  url.search = new URLSearchParams({ host: location.origin, title }).toString();

  const frame = document.createElement('iframe');
  frame.title = title;
  // Its origin is not that of this page, so that it reaches nothing of it.
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms');
  frame.allow = allowAttribute(granted, url.origin);
  frame.referrerPolicy = 'no-referrer';
  frame.style.cssText = 'border: 0; width: 100%; display: block';
  frame.src = url.href;
  let session: ViewSession | undefined;
  let loads = 0;
  // A frame that is moved in the document, or whose page goes elsewhere, is loaded again: nobody would answer any more.
  frame.addEventListener('load', () => {
    if (++loads > 1) session?.close('The frame of the view was loaded again');
  });
  container.append(frame);
  const remove = (reason: string): void => {
    frame.remove();
    onClose?.(reason);
  };
  try {
    const port = await proxyPort(frame, url.origin, loadTimeout, signal);
    session = new ViewSession(port, {
      ...shared,
      limits: ofSession,
      context: { containerDimensions: { maxHeight, width: container.clientWidth }, ...shared.context },
      sandbox: { permissions: granted, csp },
      onSize: ({ height }) => {
        if (height !== undefined) frame.style.height = `${Math.min(Math.max(height, 0), maxHeight)}px`;
      },
      onClose: remove,
    });
    const ready = { html, csp, permissions: granted };
    port.send({ jsonrpc: '2.0', method: UiMethod.uiNotificationsSandboxResourceReady, params: ready });
  } catch (error) {
    frame.remove();
    throw error;
  }
  const opened = session;
  return { session: opened, frame, meta, close: (reason = 'The host closed the view') => opened.tearDown(reason) };
}

async function readView(
  { server, tool, onError }: Pick<OpenViewOptions, 'server' | 'tool' | 'onError'>,
  htmlSize: number,
  signal: AbortSignal | undefined,
): Promise<{ readonly html: string; readonly meta: McpUiResourceMeta }> {
  const uri = viewOf(tool);
  if (uri === undefined) throw new TypeError(`The tool ${tool.name} has no view`);
  const { contents } = await server.readResource(uri, { signal });
  const content = contents.find((each) => each.uri === uri) ?? contents[0];
  if (content === undefined || !isViewType(content.mimeType)) throw new TypeError(`${uri} is not a view`);
  const html = 'text' in content ? content.text : utf8(content.blob);
  if (html.length > htmlSize) {
    throw new TypeError(`The view ${uri} has more than ${htmlSize} characters: limits.htmlSize`);
  }
  // What the content says counts as a whole. Servers need not list their views.
  const listed = content._meta?.ui === undefined ? await listedResource(server, uri).catch(onError) : undefined;
  return { html, meta: resourceMetaOf(content, listed ?? undefined) };
}

async function listedResource(server: AppServer, uri: string): Promise<Resource | undefined> {
  if (server.resources === undefined) return undefined;
  for await (const resource of server.resources()) if (resource.uri === uri) return resource;
  return undefined;
}

function utf8(base64: string): string {
  return new TextDecoder().decode(Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)));
}

/** Returns what a view may use of the origins that it asks for. */
function allowedOrigins(
  csp: McpUiResourceCsp = {},
  allowsOrigin: (origin: string) => boolean,
  onAudit: OpenViewOptions['onAudit'],
): McpUiResourceCsp {
  const refused = new Set(contentSecurityPolicy(csp).refused);
  const kept = Object.entries(csp as { readonly [list: string]: readonly string[] }).map(([list, origins]) => [
    list,
    origins.filter((origin) => {
      const isAllowed = !refused.has(origin) && allowsOrigin(origin);
      if (!isAllowed) onAudit?.({ action: 'csp', outcome: 'denied', detail: origin.slice(0, 200) });
      return isAllowed;
    }),
  ]);
  return Object.fromEntries(kept) as McpUiResourceCsp;
}

/** Resolves with the port to the sandbox in a frame when it is ready. */
async function proxyPort(
  frame: HTMLIFrameElement,
  origin: string,
  timeout: number,
  signal: AbortSignal | undefined,
): Promise<Port> {
  const { contentWindow } = frame;
  if (contentWindow === null) throw new Error('The container of the view is not part of a document');
  const port = windowPort(contentWindow, { origin });
  await new Promise<void>((resolve, reject) => {
    const end = (): void => {
      stop();
      unlisten();
      signal?.removeEventListener('abort', cancel);
    };
    const cancel = (): void => {
      end();
      reject(signal?.reason as Error);
    };
    signal?.addEventListener('abort', cancel);
    const stop = after(timeout, () => {
      end();
      reject(new Error(`The sandbox ${origin} does not answer`));
    });
    const unlisten = port.listen((message) => {
      if (!isObject(message) || message.method !== UiMethod.uiNotificationsSandboxProxyReady) return;
      end();
      resolve();
    });
  });
  return port;
}
