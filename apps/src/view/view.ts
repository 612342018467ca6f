/** The page of an app, connected with its host. */

import {
  isMcpUiDownloadFileResult,
  isMcpUiHostContext,
  isMcpUiInitializeResult,
  isMcpUiMessageResult,
  isMcpUiOpenLinkResult,
  isMcpUiRequestDisplayModeResult,
  isMcpUiResourceTeardownRequestParams,
  isMcpUiToolCancelledNotificationParams,
  isMcpUiToolInputNotificationParams,
  isMcpUiToolInputPartialNotificationParams,
  type McpUiDisplayMode,
  type McpUiDownloadFileRequestParams,
  type McpUiHostContext,
  type McpUiInitializeResult,
  type McpUiUpdateModelContextRequestParams,
} from '@mcp-gen/protocol/extensions/apps';
import { LATEST_PROTOCOL_VERSION } from '@mcp-gen/protocol/extensions/apps/identifier';
import * as UiMethod from '@mcp-gen/protocol/extensions/apps/methods';
import {
  isCreateMessageResult,
  isReadResourceResult,
  type ContentBlock,
  type CreateMessageRequestParams,
  type CreateMessageResult,
  type Implementation,
  type LoggingLevel,
  type ReadResourceResult,
} from '@mcp-gen/protocol/2025-11-25';
import * as Method from '@mcp-gen/protocol/registry/methods';
import { ErrorCode, JsonRpcError } from '@mcp-gen/runtime';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import { Channel, type ViewRequestOptions } from '../channel/channel.js';
import type { Port } from '../channel/port.js';
import { observeSize } from './size.js';
import { applyHostStyles } from './styles.js';
import { isToolResult, type ViewToolResult } from './toolResult.js';
import { ViewEvent } from './viewEvent.js';

/** The arguments of a tool call. */
export interface ToolInput {
  readonly [name: string]: unknown;
}

/** Options of a view. */
export interface ViewOptions {
  /** How it can be shown: the host uses no other mode. Default: only `inline`, within the conversation. */
  readonly displayModes?: readonly McpUiDisplayMode[] | undefined;
  /** Whether to tell the host how much space the content needs. Default true. */
  readonly autoResize?: boolean | undefined;
  /** Whether to apply the theme, the CSS variables, and the fonts of the host to the document. Default true. */
  readonly hostStyles?: boolean | undefined;
  /** Called before the host removes the view, which waits for it, but not long: what is to be kept is kept here. */
  readonly onTeardown?: (() => void | Promise<void>) | undefined;
  /** Called with errors that nobody else receives. Default: they are reported as uncaught errors of the page. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** Maximum number of requests of the host that run at a time. */
const MAX_RUNNING = 64;

/** Adds what hosts may leave out that go by the text of the specification: what they can do, and what they are. */
const completed = (greeting: object): object => ({ hostCapabilities: {}, hostContext: {}, ...greeting });

const isGreeting = (value: unknown): boolean => isObject(value) && isMcpUiInitializeResult(completed(value));

/** A view that is connected with its host (MCP Apps, 2026-01-26). Created by {@link connectView}. */
export class View {
  /** Called with the whole arguments of the tool call. */
  readonly #input = new ViewEvent<ToolInput>();
  readonly #partialInput = new ViewEvent<ToolInput>();
  readonly #result = new ViewEvent<ViewToolResult>();
  readonly #cancelled = new ViewEvent<string | undefined>();
  readonly #context = new ViewEvent<McpUiHostContext>();
  readonly #channel: Channel;
  readonly #options: ViewOptions;
  #host: McpUiInitializeResult | undefined;
  #stopResizing: (() => void) | undefined;

  /** @internal */
  constructor(port: Port, options: ViewOptions) {
    this.#options = options;
    const report = options.onError ?? ((error) => reportError(error));
    const requests = {
      [Method.ping]: { params: isObject, handle: () => ({}) },
      [UiMethod.uiResourceTeardown]: { params: isMcpUiResourceTeardownRequestParams, handle: () => this.#tearDown() },
    };
    const notifications = {
      [UiMethod.uiNotificationsToolInput]: {
        params: isMcpUiToolInputNotificationParams,
        handle: (params: { readonly arguments?: ToolInput }) => {
          this.#partialInput.clear();
          this.#input.emit(params.arguments ?? {});
        },
      },
      [UiMethod.uiNotificationsToolInputPartial]: {
        params: isMcpUiToolInputPartialNotificationParams,
        handle: (params: { readonly arguments?: ToolInput }) => this.#partialInput.emit(params.arguments ?? {}),
      },
      [UiMethod.uiNotificationsToolResult]: {
        params: isToolResult,
        handle: (result: ViewToolResult) => this.#result.emit(result),
      },
      [UiMethod.uiNotificationsToolCancelled]: {
        params: isMcpUiToolCancelledNotificationParams,
        handle: ({ reason }: { readonly reason?: string }) => this.#cancelled.emit(reason),
      },
      [UiMethod.uiNotificationsHostContextChanged]: {
        params: isMcpUiHostContext,
        handle: (changes: McpUiHostContext) => this.#contextChanged(changes),
      },
    };
    this.#channel = new Channel(port, { requests, notifications }, { maxRunning: MAX_RUNNING, report });
  }

  /** @internal */
  async initialize(
    appInfo: Implementation,
    { displayModes = ['inline'], autoResize = true }: ViewOptions,
  ): Promise<void> {
    const params = {
      appInfo,
      appCapabilities: { availableDisplayModes: [...displayModes] },
      protocolVersion: LATEST_PROTOCOL_VERSION,
    };
    try {
      const result = await this.#channel.request<object>(UiMethod.uiInitialize, params, isGreeting);
      this.#host = completed(result) as McpUiInitializeResult;
      // Before anything else: hosts keep a view hidden until then.
      this.#channel.notify(UiMethod.uiNotificationsInitialized);
      this.#contextChanged(this.context);
    } catch (error) {
      this.close();
      throw error;
    }
    if (!autoResize || typeof ResizeObserver === 'undefined') return;
    this.#stopResizing = observeSize(
      (listener) => this.onContext(listener),
      (size) => this.#channel.notify(UiMethod.uiNotificationsSizeChanged, size),
    );
  }

  /** The name and version of the host. */
  get host(): Implementation {
    return this.#initialized.hostInfo;
  }

  /** What the host can do for the view. */
  get capabilities(): McpUiInitializeResult['hostCapabilities'] {
    return this.#initialized.hostCapabilities;
  }

  /** What the host has told about itself, with all changes so far. */
  get context(): McpUiHostContext {
    return this.#initialized.hostContext;
  }

  /** Calls a function with the arguments of the tool call that the view belongs to, also if they have already come. Returns a function that ends that. */
  onInput(listener: (input: ToolInput) => void): () => void {
    return this.#input.on(listener);
  }

  /** Calls a function with the arguments as far as the model has written them: they may change, and end anywhere. See {@link onInput}. */
  onPartialInput(listener: (input: ToolInput) => void): () => void {
    return this.#partialInput.on(listener);
  }

  /** Calls a function with the result of the tool call that the view belongs to. See {@link onInput}. */
  onResult(listener: (result: ViewToolResult) => void): () => void {
    return this.#result.on(listener);
  }

  /** Calls a function with the reason when the tool call was cancelled: there will be no result. See {@link onInput}. */
  onCancelled(listener: (reason: string | undefined) => void): () => void {
    return this.#cancelled.on(listener);
  }

  /** Calls a function with the context of the host, now and whenever it changes. See {@link onInput}. */
  onContext(listener: (context: McpUiHostContext) => void): () => void {
    return this.#context.on(listener);
  }

  /**
   * Calls a tool of the server of the view.
   *
   * @returns the result; `isError` in it says that the tool has failed
   * @throws {JsonRpcError} if the host or the server refuses the call.
   */
  callTool(name: string, args: object = {}, options: ViewRequestOptions = {}): Promise<ViewToolResult> {
    const params = { name, arguments: args };
    return this.#channel.request(Method.toolsCall, params, isToolResult, { ...options, asksProgress: true });
  }

  /**
   * Reads a resource of the server of the view.
   *
   * @throws {JsonRpcError} if the host or the server refuses it.
   */
  readResource(uri: string, options?: ViewRequestOptions): Promise<ReadResourceResult> {
    return this.#channel.request(Method.resourcesRead, { uri }, isReadResourceResult, options);
  }

  /**
   * Asks the model of the host.
   *
   * @throws {JsonRpcError} if the host refuses it, or does not declare `sampling`, or, for params with `tools`, `sampling.tools`.
   */
  async createMessage(params: CreateMessageRequestParams, options?: ViewRequestOptions): Promise<CreateMessageResult> {
    const { sampling } = this.capabilities;
    // MCP Apps, draft: Sampling.
    if (sampling === undefined || (params.tools !== undefined && sampling.tools === undefined)) {
      const undeclared = sampling === undefined ? 'sampling' : 'sampling.tools';
      throw new JsonRpcError(ErrorCode.MethodNotFound, `The host does not declare ${undeclared}`);
    }
    return this.#channel.request(Method.samplingCreateMessage, params, isCreateMessageResult, options);
  }

  /** Opens a page outside of the view. Resolves with whether the host did. */
  openLink(url: string, options?: ViewRequestOptions): Promise<boolean> {
    return this.#ask(UiMethod.uiOpenLink, { url }, isMcpUiOpenLinkResult, options);
  }

  /** Saves files. Resolves with whether the host did. */
  downloadFile(contents: McpUiDownloadFileRequestParams['contents'], options?: ViewRequestOptions): Promise<boolean> {
    return this.#ask(UiMethod.uiDownloadFile, { contents }, isMcpUiDownloadFileResult, options);
  }

  /** Adds a message to the conversation, as if the user had written it. Resolves with whether the host took it. */
  sendMessage(content: string | readonly ContentBlock[], options?: ViewRequestOptions): Promise<boolean> {
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    return this.#ask(UiMethod.uiMessage, { role: 'user', content: blocks }, isMcpUiMessageResult, options);
  }

  /**
   * Replaces what the view adds to the context of the model.
   *
   * @throws {JsonRpcError} if the host refuses it.
   */
  async updateModelContext(context: McpUiUpdateModelContextRequestParams, options?: ViewRequestOptions): Promise<void> {
    await this.#channel.request(UiMethod.uiUpdateModelContext, context, isObject, options);
  }

  /**
   * Asks the host to show the view in another way. Resolves with how it shows the view now, at once if the host cannot do what is asked for.
   *
   * @throws {JsonRpcError} if the host refuses the request.
   */
  async requestDisplayMode(mode: McpUiDisplayMode, options?: ViewRequestOptions): Promise<McpUiDisplayMode> {
    const { availableDisplayModes, displayMode = 'inline' } = this.context;
    if (availableDisplayModes?.includes(mode) !== true) return displayMode;
    const result = await this.#channel.request<{ readonly mode: McpUiDisplayMode }>(
      UiMethod.uiRequestDisplayMode,
      { mode },
      isMcpUiRequestDisplayModeResult,
      options,
    );
    // Not every host tells the change as well.
    if (this.context.displayMode !== result.mode) this.#contextChanged({ displayMode: result.mode });
    return result.mode;
  }

  /** Writes to the log of the host, if the host declares `logging`. */
  log(level: LoggingLevel, data: unknown, logger?: string): void {
    this.#channel.notify(Method.notificationsMessage, { level, data, ...(logger !== undefined && { logger }) });
  }

  /** Asks the host to remove the view. The host decides. */
  requestTeardown(): void {
    this.#channel.notify(UiMethod.uiNotificationsRequestTeardown);
  }

  /** Ends the connection: requests that run fail, and nothing is received any more. Repeated calls do nothing. */
  close(): void {
    this.#stopResizing?.();
    this.#channel.close();
  }

  get #initialized(): McpUiInitializeResult {
    if (this.#host === undefined) throw new Error('The view is not connected yet');
    return this.#host;
  }

  #contextChanged(changes: McpUiHostContext): void {
    this.#host = { ...this.#initialized, hostContext: { ...this.context, ...changes } };
    if (this.#options.hostStyles !== false && typeof document !== 'undefined') applyHostStyles(changes);
    this.#context.emit(this.context);
  }

  async #tearDown(): Promise<object> {
    this.#stopResizing?.();
    await this.#options.onTeardown?.();
    return {};
  }

  /** Refusals are errors by the text of the specification, and results by its types. */
  async #ask(
    method: string,
    params: object,
    isResult: (value: unknown) => boolean,
    options?: ViewRequestOptions,
  ): Promise<boolean> {
    const { isError = false } = await this.#channel.request<{ readonly isError?: boolean }>(
      method,
      params,
      isResult,
      options,
    );
    return !isError;
  }
}
