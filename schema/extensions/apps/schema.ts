/**
 * The MCP Apps extension, `io.modelcontextprotocol/ui`: the result of a tool opens a user interface of the server, the view, in a
 * sandboxed frame of the host.
 *
 * Servers and clients exchange no messages of the extension: they declare it, and describe interfaces in `_meta.ui` of tools and
 * resources. The messages here are between a view and its host. These declarations have the structure of the official types of the
 * extension; the wording is our own.
 *
 * @module
 */

import type {
  CallToolResult,
  ContentBlock,
  EmbeddedResource,
  Implementation,
  RequestId,
  ResourceLink,
  Tool,
} from '../../2025-11-25/schema.js';

/**
 * The newest version of the protocol between views and hosts.
 *
 * @category Versions
 */
export declare const LATEST_PROTOCOL_VERSION = '2026-01-26';

/**
 * Whether the host is light or dark.
 *
 * @category Host context
 */
export type McpUiTheme = 'light' | 'dark';

/**
 * How the host shows a view: within the conversation, on the whole screen, or in a small window above other content.
 *
 * @category Host context
 */
export type McpUiDisplayMode = 'inline' | 'fullscreen' | 'pip';

/**
 * The names of the CSS variables that a host may give to views.
 *
 * @category Host context
 */
export type McpUiStyleVariableKey =
  | '--color-background-primary'
  | '--color-background-secondary'
  | '--color-background-tertiary'
  | '--color-background-inverse'
  | '--color-background-ghost'
  | '--color-background-info'
  | '--color-background-danger'
  | '--color-background-success'
  | '--color-background-warning'
  | '--color-background-disabled'
  | '--color-text-primary'
  | '--color-text-secondary'
  | '--color-text-tertiary'
  | '--color-text-inverse'
  | '--color-text-ghost'
  | '--color-text-info'
  | '--color-text-danger'
  | '--color-text-success'
  | '--color-text-warning'
  | '--color-text-disabled'
  | '--color-border-primary'
  | '--color-border-secondary'
  | '--color-border-tertiary'
  | '--color-border-inverse'
  | '--color-border-ghost'
  | '--color-border-info'
  | '--color-border-danger'
  | '--color-border-success'
  | '--color-border-warning'
  | '--color-border-disabled'
  | '--color-ring-primary'
  | '--color-ring-secondary'
  | '--color-ring-inverse'
  | '--color-ring-info'
  | '--color-ring-danger'
  | '--color-ring-success'
  | '--color-ring-warning'
  | '--font-sans'
  | '--font-mono'
  | '--font-weight-normal'
  | '--font-weight-medium'
  | '--font-weight-semibold'
  | '--font-weight-bold'
  | '--font-text-xs-size'
  | '--font-text-sm-size'
  | '--font-text-md-size'
  | '--font-text-lg-size'
  | '--font-heading-xs-size'
  | '--font-heading-sm-size'
  | '--font-heading-md-size'
  | '--font-heading-lg-size'
  | '--font-heading-xl-size'
  | '--font-heading-2xl-size'
  | '--font-heading-3xl-size'
  | '--font-text-xs-line-height'
  | '--font-text-sm-line-height'
  | '--font-text-md-line-height'
  | '--font-text-lg-line-height'
  | '--font-heading-xs-line-height'
  | '--font-heading-sm-line-height'
  | '--font-heading-md-line-height'
  | '--font-heading-lg-line-height'
  | '--font-heading-xl-line-height'
  | '--font-heading-2xl-line-height'
  | '--font-heading-3xl-line-height'
  | '--border-radius-xs'
  | '--border-radius-sm'
  | '--border-radius-md'
  | '--border-radius-lg'
  | '--border-radius-xl'
  | '--border-radius-full'
  | '--border-width-regular'
  | '--shadow-hairline'
  | '--shadow-sm'
  | '--shadow-md'
  | '--shadow-lg';

/**
 * CSS variables with their values. A host may leave out any of them: the official type has values that may be undefined, which JSON does
 * not have.
 *
 * @category Host context
 */
export type McpUiStyles = Partial<Record<McpUiStyleVariableKey, string>>;

/**
 * Asks the host to open a page outside of the view.
 *
 * @category `ui/open-link`
 */
export interface McpUiOpenLinkRequest {
  method: 'ui/open-link';
  params: {
    /** The URL of the page. */
    url: string;
  };
}

/**
 * Tells whether the page was opened.
 *
 * @category `ui/open-link`
 */
export interface McpUiOpenLinkResult {
  /** True if the host did not open it, because its user or its rules refuse it, for example. */
  isError?: boolean;

  [key: string]: unknown;
}

/**
 * Asks the host to save files, which a view in a sandbox cannot do itself. The host should ask its user first.
 *
 * @category `ui/download-file`
 */
export interface McpUiDownloadFileRequest {
  method: 'ui/download-file';
  params: {
    /** The files: with their content, or as links that the host reads. */
    contents: (EmbeddedResource | ResourceLink)[];
  };
}

/**
 * Tells whether the files were saved.
 *
 * @category `ui/download-file`
 */
export interface McpUiDownloadFileResult {
  /** True if the files were not saved. */
  isError?: boolean;

  [key: string]: unknown;
}

/**
 * Adds a message to the conversation, as if the user had written it.
 *
 * @category `ui/message`
 */
export interface McpUiMessageRequest {
  method: 'ui/message';
  params: {
    /** Whose message it is. */
    role: 'user';

    /** The content of the message. */
    content: ContentBlock[];
  };
}

/**
 * Tells whether the host took the message.
 *
 * @category `ui/message`
 */
export interface McpUiMessageResult {
  /** True if the host did not take the message. */
  isError?: boolean;

  [key: string]: unknown;
}

/**
 * The outer frame of the sandbox can receive the content of the inner one.
 *
 * @category `ui/notifications/sandbox-proxy-ready`
 */
export interface McpUiSandboxProxyReadyNotification {
  method: 'ui/notifications/sandbox-proxy-ready';
  params: {};
}

/**
 * What the outer frame of the sandbox is to show in the inner one.
 *
 * @category `ui/notifications/sandbox-resource-ready`
 */
export interface McpUiSandboxResourceReadyNotification {
  method: 'ui/notifications/sandbox-resource-ready';
  params: {
    /** The HTML of the view. */
    html: string;

    /** The `sandbox` attribute of the inner frame, if not the usual one. */
    sandbox?: string;

    /** The origins that the view may use. */
    csp?: McpUiResourceCsp;

    /** The permissions that the view asks for. */
    permissions?: McpUiResourcePermissions;
  };
}

/**
 * The view has another size.
 *
 * @category `ui/notifications/size-changed`
 */
export interface McpUiSizeChangedNotification {
  method: 'ui/notifications/size-changed';
  params: {
    /** The width in CSS pixels. */
    width?: number;

    /** The height in CSS pixels. */
    height?: number;
  };
}

/**
 * The arguments of the tool call that the view belongs to.
 *
 * @category `ui/notifications/tool-input`
 */
export interface McpUiToolInputNotification {
  method: 'ui/notifications/tool-input';
  params: {
    /** The arguments. */
    arguments?: Record<string, unknown>;
  };
}

/**
 * The arguments of the tool call as far as the model has written them. More notifications may follow, and then the whole arguments.
 *
 * @category `ui/notifications/tool-input-partial`
 */
export interface McpUiToolInputPartialNotification {
  method: 'ui/notifications/tool-input-partial';
  params: {
    /** The arguments so far, which may still change. */
    arguments?: Record<string, unknown>;
  };
}

/**
 * The result of the tool call that the view belongs to.
 *
 * @category `ui/notifications/tool-result`
 */
export interface McpUiToolResultNotification {
  method: 'ui/notifications/tool-result';

  /** The result, as the server sent it. */
  params: CallToolResult;
}

/**
 * The tool call that the view belongs to was cancelled, so that there will be no result. A host has to send it, whatever the cause.
 *
 * @category `ui/notifications/tool-cancelled`
 */
export interface McpUiToolCancelledNotification {
  method: 'ui/notifications/tool-cancelled';
  params: {
    /** Why it was cancelled. */
    reason?: string;
  };
}

/**
 * CSS rules that a view can add to its page.
 *
 * @category Host context
 */
export interface McpUiHostCss {
  /** Rules that load the fonts of the host: `@font-face` and `@import`. */
  fonts?: string;
}

/**
 * What makes a view look like its host.
 *
 * @category Host context
 */
export interface McpUiHostStyles {
  /** CSS variables. */
  variables?: McpUiStyles;

  /** CSS rules. */
  css?: McpUiHostCss;
}

/**
 * What a view knows about its host.
 *
 * @category Host context
 */
export interface McpUiHostContext {
  [key: string]: unknown;

  /** The tool call that the view belongs to. */
  toolInfo?: {
    /** The id of the request `tools/call`. */
    id?: RequestId;

    /** The tool. */
    tool: Tool;
  };

  /** Light or dark. */
  theme?: McpUiTheme;

  /** CSS variables and rules. */
  styles?: McpUiHostStyles;

  /** How the view is shown now. */
  displayMode?: McpUiDisplayMode;

  /** How the host can show views. */
  availableDisplayModes?: McpUiDisplayMode[];

  /** The size of the frame in CSS pixels: of each dimension, a fixed one or a maximum. */
  containerDimensions?: (
    | {
        /** The height, which the view cannot change. */
        height: number;
      }
    | {
        /** The largest height that the view may ask for. */
        maxHeight?: number | undefined;
      }
  ) &
    (
      | {
          /** The width, which the view cannot change. */
          width: number;
        }
      | {
          /** The largest width that the view may ask for. */
          maxWidth?: number | undefined;
        }
    );

  /** The language and region of the user, as a BCP 47 tag. */
  locale?: string;

  /** The time zone of the user, by its name in the IANA database. */
  timeZone?: string;

  /** The name of the host application. */
  userAgent?: string;

  /** The kind of platform that the host runs on. */
  platform?: 'web' | 'desktop' | 'mobile';

  /** How the user can point at something. */
  deviceCapabilities?: {
    /** Whether there is touch. */
    touch?: boolean;

    /** Whether there is a pointer that can hover. */
    hover?: boolean;
  };

  /** How far content has to stay away from the edges, in CSS pixels. */
  safeAreaInsets?: {
    /** From the top. */
    top: number;

    /** From the right. */
    right: number;

    /** From the bottom. */
    bottom: number;

    /** From the left. */
    left: number;
  };
}

/**
 * The context has changed.
 *
 * @category `ui/notifications/host-context-changed`
 */
export interface McpUiHostContextChangedNotification {
  method: 'ui/notifications/host-context-changed';

  /** The fields that have changed. */
  params: McpUiHostContext;
}

/**
 * Replaces what the view adds to the context of the model. It does not make the model answer: the host passes it on with the next message
 * of the user.
 *
 * @category `ui/update-model-context`
 */
export interface McpUiUpdateModelContextRequest {
  method: 'ui/update-model-context';
  params: {
    /** What to add, as content. */
    content?: ContentBlock[];

    /** What to add, as data. */
    structuredContent?: Record<string, unknown>;
  };
}

/**
 * Asks the view to end: the host removes it when it has answered.
 *
 * @category `ui/resource-teardown`
 */
export interface McpUiResourceTeardownRequest {
  method: 'ui/resource-teardown';
  params: {};
}

/**
 * The view is done.
 *
 * @category `ui/resource-teardown`
 */
export interface McpUiResourceTeardownResult {
  [key: string]: unknown;
}

/**
 * The kinds of content that a host takes.
 *
 * @category `ui/initialize`
 */
export interface McpUiSupportedContentBlockModalities {
  /** Text. */
  text?: {};

  /** Images. */
  image?: {};

  /** Sound. */
  audio?: {};

  /** Embedded resources. */
  resource?: {};

  /** Links to resources. */
  resourceLink?: {};

  /** Structured content. */
  structuredContent?: {};
}

/**
 * The view wants to end. The host decides: if it agrees, it sends `ui/resource-teardown`.
 *
 * @category `ui/notifications/request-teardown`
 */
export interface McpUiRequestTeardownNotification {
  method: 'ui/notifications/request-teardown';
  params?: {};
}

/**
 * What a host can do for views.
 *
 * @category `ui/initialize`
 */
export interface McpUiHostCapabilities {
  /** Features that are not part of the extension, by identifier. */
  experimental?: Record<string, object>;

  /** It opens pages. */
  openLinks?: {};

  /** It saves files. */
  downloadFile?: {};

  /** It passes calls of tools on to the server. */
  serverTools?: {
    /** Whether it passes on that the list of tools has changed. */
    listChanged?: boolean;
  };

  /** It passes reads of resources on to the server. */
  serverResources?: {
    /** Whether it passes on that the list of resources has changed. */
    listChanged?: boolean;
  };

  /** It takes log messages. */
  logging?: {};

  /** What it allows the view in its sandbox. */
  sandbox?: {
    /** The permissions. */
    permissions?: McpUiResourcePermissions;

    /** The origins. */
    csp?: McpUiResourceCsp;
  };

  /** The content that it takes for the context of the model. */
  updateModelContext?: McpUiSupportedContentBlockModalities;

  /** The content that it takes in messages. */
  message?: McpUiSupportedContentBlockModalities;

  /** It lets views use the model, as clients let servers. */
  sampling?: {
    /** Whether requests may have tools. */
    tools?: {};
  };
}

/**
 * What a view can do.
 *
 * @category `ui/initialize`
 */
export interface McpUiAppCapabilities {
  /** Features that are not part of the extension, by identifier. */
  experimental?: Record<string, object>;

  /** It has tools that the host can call. */
  tools?: {
    /** Whether it tells that the list of its tools has changed. */
    listChanged?: boolean;
  };

  /** How it can be shown. */
  availableDisplayModes?: McpUiDisplayMode[];
}

/**
 * The first request of a view.
 *
 * @category `ui/initialize`
 */
export interface McpUiInitializeRequest {
  method: 'ui/initialize';
  params: {
    /** The name and version of the view. */
    appInfo: Implementation;

    /** What the view can do. */
    appCapabilities: McpUiAppCapabilities;

    /** The version of the protocol between views and hosts that the view speaks. */
    protocolVersion: string;
  };
}

/**
 * What the view has to know about its host.
 *
 * @category `ui/initialize`
 */
export interface McpUiInitializeResult {
  /** The version that both speak. */
  protocolVersion: string;

  /** The name and version of the host. */
  hostInfo: Implementation;

  /** What the host can do. */
  hostCapabilities: McpUiHostCapabilities;

  /** What the view knows about its host. */
  hostContext: McpUiHostContext;

  [key: string]: unknown;
}

/**
 * The view has read the answer to `ui/initialize`: the host may send messages.
 *
 * @category `ui/notifications/initialized`
 */
export interface McpUiInitializedNotification {
  method: 'ui/notifications/initialized';
  params?: {};
}

/**
 * The origins that a view uses. A view has none of its own, so this includes where its scripts and styles come from.
 *
 * @category Metadata
 */
export interface McpUiResourceCsp {
  /** Origins of requests and sockets. Default: none. */
  connectDomains?: string[];

  /** Origins of images, scripts, styles, fonts, and media. A name may begin with `*.`. Default: none. */
  resourceDomains?: string[];

  /** Origins of frames within the view. Default: none. */
  frameDomains?: string[];

  /** Base URIs of its document. Default: only that of the document. */
  baseUriDomains?: string[];
}

/**
 * What a view wants to use of the browser. A host may refuse it.
 *
 * @category Metadata
 */
export interface McpUiResourcePermissions {
  /** The camera. */
  camera?: {};

  /** The microphone. */
  microphone?: {};

  /** The location. */
  geolocation?: {};

  /** Writing to the clipboard. */
  clipboardWrite?: {};
}

/**
 * `_meta.ui` of a resource that is a view.
 *
 * @category Metadata
 */
export interface McpUiResourceMeta {
  /** The origins that it uses. */
  csp?: McpUiResourceCsp;

  /** What it wants to use of the browser. */
  permissions?: McpUiResourcePermissions;

  /** An origin for this view alone, in a form that depends on the host. Default: the host chooses. */
  domain?: string;

  /** Whether the host is to draw a border and a background. Default: the host decides. */
  prefersBorder?: boolean;
}

/**
 * Asks the host to show the view in another way.
 *
 * @category `ui/request-display-mode`
 */
export interface McpUiRequestDisplayModeRequest {
  method: 'ui/request-display-mode';
  params: {
    /** How to show it. */
    mode: McpUiDisplayMode;
  };
}

/**
 * How the host shows the view now.
 *
 * @category `ui/request-display-mode`
 */
export interface McpUiRequestDisplayModeResult {
  /** The mode, which need not be the one that was asked for. */
  mode: McpUiDisplayMode;

  [key: string]: unknown;
}

/**
 * Who may call a tool.
 *
 * @category Metadata
 */
export type McpUiToolVisibility = 'model' | 'app';

/**
 * `_meta.ui` of a tool.
 *
 * @category Metadata
 */
export interface McpUiToolMeta {
  /** The URI of its view, which begins with `ui://`. */
  resourceUri?: string;

  /** Who may call it: the model, and views of the same server. Default: both. */
  visibility?: McpUiToolVisibility[];

  /** Belongs to the resource. */
  csp?: never;

  /** Belongs to the resource. */
  permissions?: never;
}

/**
 * The settings that clients declare with the extension.
 *
 * @category Capabilities
 */
export interface McpUiClientCapabilities {
  /** The media types that they can show. `text/html;profile=mcp-app` is that of views. */
  mimeTypes?: string[];
}
