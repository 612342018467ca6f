/** The options of a conversation with a view. */

import type {
  McpUiDisplayMode,
  McpUiHostCapabilities,
  McpUiHostContext,
  McpUiMessageRequestParams,
  McpUiUpdateModelContextRequestParams,
} from '@mcp-gen/protocol/extensions/apps';
import type {
  CreateMessageRequestParams,
  CreateMessageResult,
  Implementation,
  LoggingMessageNotificationParams,
} from '@mcp-gen/protocol/2025-11-25';
import type { Tool } from '@mcp-gen/protocol/author';
import { FUNCTION, group, methods, OBJECT, partGroup, required, type OptionTable } from '@mcp-gen/runtime/options';
import type { AppServer } from './appServer.js';
import type { DownloadedFile, ViewConsent } from './consent.js';
import { VIEW_LIMITS, type ViewLimits } from './limits.js';

/** What a host does for its views. What it leaves out, views are told that it cannot do. */
export interface ViewServices {
  /** Opens a page, which the user has allowed. */
  readonly openLink?: ((url: URL) => void | Promise<void>) | undefined;
  /** Saves files, which the user has allowed, under the names that the user has seen. Their content is that of the view. */
  readonly downloadFile?: ((files: readonly DownloadedFile[]) => void | Promise<void>) | undefined;
  /** Adds a message of the user to the conversation, which the user has allowed. */
  readonly sendMessage?: ((content: McpUiMessageRequestParams['content']) => void | Promise<void>) | undefined;
  /** Replaces what this view adds to the context of the model: pass it on with the next message of the user. */
  readonly updateModelContext?: ((context: McpUiUpdateModelContextRequestParams) => void | Promise<void>) | undefined;
  /** Answers a request of the view for the model, which the user has allowed. */
  readonly createMessage?:
    | ((params: CreateMessageRequestParams, signal: AbortSignal) => Promise<CreateMessageResult>)
    | undefined;
  /** Shows the view in another way, one of `availableDisplayModes` of the context and of the view. Returns how it is shown now. */
  readonly requestDisplayMode?: ((mode: McpUiDisplayMode) => McpUiDisplayMode | Promise<McpUiDisplayMode>) | undefined;
  /** Writes what the view logs. */
  readonly log?: ((message: LoggingMessageNotificationParams) => void) | undefined;
  /** The view wants to be removed. Default: it is. */
  readonly requestTeardown?: (() => void) | undefined;
}

/** Something that a view did or wanted to do, for the records of a host. */
export interface ViewAuditEntry {
  /** The method that the view called; `message` if one is refused, whatever its method; `csp` for its policy, and for origins that it does not get. */
  readonly action: string;
  /** Whether it was done. */
  readonly outcome: 'done' | 'denied' | 'failed';
  /** The name, URI, or reason. */
  readonly detail?: string | undefined;
}

/** Options of a conversation with a view. */
export interface ViewSessionOptions {
  /** The server of the view. Requests of the view go to it, and to no other one. */
  readonly server: AppServer;
  /** The tool that the view belongs to. */
  readonly tool: Tool;
  /** The name and version of the host. */
  readonly host: Implementation;
  /** Asks the user before the view calls a tool, opens a page, and so on. */
  readonly consent: ViewConsent;
  /** What the host does for the view. Default: nothing but its tools and resources. */
  readonly services?: ViewServices | undefined;
  /** What the view knows about the host from the beginning, beside the tool. Default: nothing. */
  readonly context?: McpUiHostContext | undefined;
  /** The permissions and origins that the view has, to tell it. */
  readonly sandbox?: McpUiHostCapabilities['sandbox'] | undefined;
  /** Limits of the view. */
  readonly limits?: ViewLimits | undefined;
  /** Called with what it does. Default: nothing is recorded. */
  readonly onAudit?: ((entry: ViewAuditEntry) => void) | undefined;
  /** Called with errors that nobody else receives. */
  readonly onError: (error: unknown) => void;
  /** Called with the size of the content in CSS pixels. */
  readonly onSize?: ((size: { readonly width?: number; readonly height?: number }) => void) | undefined;
  /** Called once when the view has been ended, with the reason. */
  readonly onClose?: ((reason: string) => void) | undefined;
}

export const VIEW_SERVICES: OptionTable<ViewServices> = {
  openLink: FUNCTION,
  downloadFile: FUNCTION,
  sendMessage: FUNCTION,
  updateModelContext: FUNCTION,
  createMessage: FUNCTION,
  requestDisplayMode: FUNCTION,
  log: FUNCTION,
  requestTeardown: FUNCTION,
};

export const VIEW_SESSION_OPTIONS: OptionTable<ViewSessionOptions> = {
  server: required(methods('callTool', 'readResource', 'tools')),
  tool: required(OBJECT),
  host: required(OBJECT),
  consent: required(FUNCTION),
  services: group(VIEW_SERVICES),
  context: OBJECT,
  sandbox: OBJECT,
  limits: partGroup(VIEW_LIMITS),
  onAudit: FUNCTION,
  onError: required(FUNCTION),
  onSize: FUNCTION,
  onClose: FUNCTION,
};
