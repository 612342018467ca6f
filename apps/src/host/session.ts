/** The conversation of a host with one view. */

import {
  isMcpUiDownloadFileRequestParams,
  isMcpUiInitializedNotificationParams,
  isMcpUiInitializeRequestParams,
  isMcpUiMessageRequestParams,
  isMcpUiOpenLinkRequestParams,
  isMcpUiRequestDisplayModeRequestParams,
  isMcpUiRequestTeardownNotificationParams,
  isMcpUiSizeChangedNotificationParams,
  isMcpUiUpdateModelContextRequestParams,
  type McpUiAppCapabilities,
  type McpUiDisplayMode,
  type McpUiHostCapabilities,
  type McpUiHostContext,
  type McpUiInitializeRequestParams,
} from '@mcp-gen/protocol/extensions/apps';
import { LATEST_PROTOCOL_VERSION } from '@mcp-gen/protocol/extensions/apps/identifier';
import * as UiMethod from '@mcp-gen/protocol/extensions/apps/methods';
import {
  isCallToolRequestParams,
  isCreateMessageRequestParams,
  isLoggingMessageNotificationParams,
  isReadResourceRequestParams,
  type CallToolRequestParams,
} from '@mcp-gen/protocol/2025-11-25';
import * as Method from '@mcp-gen/protocol/registry/methods';
import { ErrorCode, every, JsonRpcError, RateLimit } from '@mcp-gen/runtime';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import { checkOptions, withDefaults } from '@mcp-gen/runtime/options';
import { Channel, type AnsweredRequest, type Received, type Receiver } from '../channel/channel.js';
import type { Port } from '../channel/port.js';
import type { AppToolResult } from './appServer.js';
import type { ViewConsentRequest } from './consent.js';
import { filesOf } from './downloads.js';
import { isBoundedJson } from './limits.js';
import {
  VIEW_SESSION_OPTIONS,
  type ViewAuditEntry,
  type ViewServices,
  type ViewSessionOptions,
} from './sessionOptions.js';
import { withoutEra } from './results.js';
import { VisibleTools } from './visibleTools.js';
import { webUrl } from './webUrl.js';

/** Milliseconds between signs of life while the user or the server takes its time. */
const HEARTBEAT = 10_000;

const MINUTE = 60_000;

/** The code that the specification gives to refusals. */
const REFUSED = -32_000;

/** The conversation of a host with one view (MCP Apps, 2026-01-26). Messages to the view wait until it is initialized. */
export class ViewSession {
  readonly #channel: Channel;
  readonly #options: ViewSessionOptions;
  readonly #limits;
  readonly #rate: RateLimit;
  readonly #tools: VisibleTools;
  /** What the view is told as soon as it is initialized, and again if its page is loaded once more. */
  readonly #told: { partial?: object; input?: object; end?: readonly [method: string, params: object] } = {};
  readonly #started = settling();
  #context: McpUiHostContext;
  /** Messages that were refused, and when the count began. */
  #refused = 0;
  #refusedSince = 0;
  #state: 'loading' | 'initializing' | 'initialized' | 'closed' = 'loading';
  /** The context that the view was told when it asked to be initialized. */
  #toldContext: McpUiHostContext = {};
  #capabilities: McpUiAppCapabilities = {};

  /** @throws {TypeError} if an option is invalid. */
  constructor(port: Port, options: ViewSessionOptions) {
    checkOptions('the session of a view', options, VIEW_SESSION_OPTIONS);
    this.#options = options;
    this.#limits = withDefaults<ViewSessionOptions>(options, VIEW_SESSION_OPTIONS).limits;
    this.#tools = new VisibleTools(options.server);
    this.#rate = new RateLimit(this.#limits.messageRate);
    this.#context = { ...options.context, toolInfo: { tool: options.tool as never } };
    this.#channel = new Channel(port, this.#receiver(), {
      maxRunning: this.#limits.running,
      report: options.onError,
      accepts: (message) => this.#accepts(message),
    });
  }

  /** Resolves when the view is initialized: a host may hide its frame until then. Rejects if it is closed before. */
  get initialized(): Promise<void> {
    return this.#started.promise;
  }

  /** What the view can do. */
  get capabilities(): McpUiAppCapabilities {
    return this.#capabilities;
  }

  /** Tells the view the arguments as far as the model has written them. Ignored once it has the whole ones. */
  sendPartialInput(input: object): void {
    if (this.#told.input !== undefined) return;
    this.#told.partial = input;
    this.#notify(UiMethod.uiNotificationsToolInputPartial, { arguments: input });
  }

  /**
   * Tells the view the arguments.
   *
   * @throws {Error} if it has them.
   */
  sendInput(input: object): void {
    if (this.#told.input !== undefined) throw new Error('The view already has the arguments of the tool call');
    this.#told.input = input;
    this.#notify(UiMethod.uiNotificationsToolInput, { arguments: input });
  }

  /**
   * Tells the view the result of the tool call.
   *
   * @throws {Error} if it does not have the arguments, or the call has already ended.
   */
  sendResult(result: AppToolResult): void {
    this.#end(UiMethod.uiNotificationsToolResult, withoutEra(result));
  }

  /**
   * Tells the view that there will be no result.
   *
   * @throws {Error} if the call has already ended.
   */
  sendCancelled(reason?: string): void {
    this.#told.input ??= {};
    this.#end(UiMethod.uiNotificationsToolCancelled, { ...(reason !== undefined && { reason }) });
  }

  /** Tells the view what has changed of the context. */
  updateContext(changes: McpUiHostContext): void {
    this.#context = { ...this.#context, ...changes };
    this.#notify(UiMethod.uiNotificationsHostContextChanged, changes);
  }

  /** Asks the view to end, waits for its answer as long as the limit allows, and closes the conversation. Does not reject. */
  async tearDown(reason: string): Promise<void> {
    if (this.#state === 'initialized') {
      await this.#channel
        .request(UiMethod.uiResourceTeardown, {}, isObject, { timeout: this.#limits.teardownTimeout })
        // A view that fails, or does not answer, is removed, too. One that has nothing to keep need not know the request.
        .catch((error: unknown) => {
          if (!(error instanceof JsonRpcError && error.code === ErrorCode.MethodNotFound)) this.#options.onError(error);
        });
    }
    this.close(reason);
  }

  /** Ends the conversation at once. Repeated calls do nothing. */
  close(reason: string): void {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    this.#started.reject(new Error(reason));
    this.#channel.close();
    this.#options.onClose?.(reason);
  }

  #end(method: string, params: object): void {
    if (this.#told.input === undefined) throw new Error('The view does not have the arguments of the tool call');
    if (this.#told.end !== undefined) throw new Error('The tool call of the view has already ended');
    this.#told.end = [method, params];
    this.#notify(method, params);
  }

  /** Nothing may be sent before the view is initialized (MCP Apps, 2026-01-26: Sandbox proxy). */
  #notify(method: string, params: object): void {
    if (this.#state === 'initialized') this.#channel.notify(method, params);
  }

  #accepts(message: object): boolean {
    const { messageSize, refused } = this.#limits;
    const why = !this.#rate.pass()
      ? 'too many messages'
      : isBoundedJson(message, messageSize)
        ? undefined
        : 'not JSON, or too large';
    if (why === undefined) return true;
    if (performance.now() - this.#refusedSince >= MINUTE) {
      this.#refusedSince = performance.now();
      this.#refused = 0;
    }
    if (this.#refused++ === 0) this.#audit('message', 'denied', why);
    if (this.#refused >= refused) this.close(`The view was closed: ${why}`);
    return false;
  }

  #audit(action: string, outcome: ViewAuditEntry['outcome'], detail?: string): void {
    this.#options.onAudit?.({ action, outcome, detail });
  }

  #receiver(): Receiver {
    const { server, services = {}, onSize } = this.#options;
    const { openLink, downloadFile, sendMessage, updateModelContext, createMessage, requestDisplayMode, log } =
      services;
    return {
      requests: {
        [Method.ping]: { params: isObject, handle: () => ({}) },
        [UiMethod.uiInitialize]: {
          params: isMcpUiInitializeRequestParams,
          handle: (params: McpUiInitializeRequestParams) => this.#initialize(params),
        },
        [Method.toolsCall]: this.#request(Method.toolsCall, isCallToolRequestParams, (params, received) =>
          this.#callTool(params, received),
        ),
        [Method.resourcesRead]: this.#request(
          Method.resourcesRead,
          isReadResourceRequestParams,
          async ({ uri }, { signal }) => withoutEra(await server.readResource(uri, { signal })),
        ),
        ...(openLink !== undefined && {
          [UiMethod.uiOpenLink]: this.#request(
            UiMethod.uiOpenLink,
            isMcpUiOpenLinkRequestParams,
            async (params, { signal }) => {
              const url = webUrl(params.url);
              if (url === undefined) throw refusal('Only pages of the web can be opened');
              await this.#ask({ kind: 'link', url }, signal);
              await openLink(url);
              return {};
            },
          ),
        }),
        ...(downloadFile !== undefined && {
          [UiMethod.uiDownloadFile]: this.#request(
            UiMethod.uiDownloadFile,
            isMcpUiDownloadFileRequestParams,
            async (params, { signal }) => {
              const files = filesOf(params);
              if (files === undefined) throw refusal('Only files of the web can be linked');
              await this.#ask({ kind: 'download', files }, signal);
              await downloadFile(files);
              return {};
            },
          ),
        }),
        ...(sendMessage !== undefined && {
          [UiMethod.uiMessage]: this.#request(
            UiMethod.uiMessage,
            isMcpUiMessageRequestParams,
            async ({ content }, { signal }) => {
              await this.#ask({ kind: 'message', content }, signal);
              await sendMessage(content);
              return {};
            },
          ),
        }),
        ...(updateModelContext !== undefined && {
          [UiMethod.uiUpdateModelContext]: this.#request(
            UiMethod.uiUpdateModelContext,
            isMcpUiUpdateModelContextRequestParams,
            async (params) => {
              await updateModelContext(params);
              return {};
            },
          ),
        }),
        ...(createMessage !== undefined && {
          [Method.samplingCreateMessage]: this.#request(
            Method.samplingCreateMessage,
            isCreateMessageRequestParams,
            async (params, { signal }) => {
              // A host that takes tools declares `sampling.tools`.
              if (params.tools !== undefined) throw refusal('The host does not let views bring tools to the model');
              await this.#ask({ kind: 'sampling', params }, signal);
              return await createMessage(params, signal);
            },
          ),
        }),
        [UiMethod.uiRequestDisplayMode]: this.#request(
          UiMethod.uiRequestDisplayMode,
          isMcpUiRequestDisplayModeRequestParams,
          async ({ mode }) => ({ mode: await this.#show(mode, requestDisplayMode) }),
        ),
      },
      notifications: {
        [UiMethod.uiNotificationsInitialized]: {
          params: isMcpUiInitializedNotificationParams,
          handle: () => this.#initialized(),
        },
        [UiMethod.uiNotificationsSizeChanged]: {
          params: isMcpUiSizeChangedNotificationParams,
          handle: (size: { readonly width?: number; readonly height?: number }) => onSize?.(size),
        },
        [UiMethod.uiNotificationsRequestTeardown]: {
          params: isMcpUiRequestTeardownNotificationParams,
          handle: () => (services.requestTeardown ?? (() => void this.tearDown('The view asked for it')))(),
        },
        ...(log !== undefined && {
          [Method.notificationsMessage]: { params: isLoggingMessageNotificationParams, handle: log },
        }),
      },
    };
  }

  /** A request of the view that is recorded, and shows signs of life while it takes its time. */
  #request<Params>(
    method: string,
    params: (value: unknown) => value is Params,
    act: (params: Params, received: Received) => Promise<object>,
  ): AnsweredRequest {
    const handle = async (given: Params, received: Received): Promise<object> => {
      const stop = every(HEARTBEAT, received.progress);
      const detail = detailOf(given as object);
      try {
        const result = await act(given, received);
        this.#audit(method, 'done', detail);
        return result;
      } catch (error) {
        this.#audit(method, error instanceof Refusal ? 'denied' : 'failed', detail);
        throw error;
      } finally {
        stop();
      }
    };
    return { params, handle };
  }

  /**
   * @throws {JsonRpcError} if the user does not allow it.
   * @throws the reason of the signal, if the view has taken the request back, or is closed: what the user allows then is not done.
   */
  async #ask(request: ViewConsentRequest, signal: AbortSignal): Promise<void> {
    const isAllowed = await this.#options.consent(request, signal);
    signal.throwIfAborted();
    if (!isAllowed) throw refusal('The user does not allow it');
  }

  /** Only tools of its own server that are for views. Whatever else it calls does not exist for it. */
  async #callTool({ name, arguments: args = {} }: CallToolRequestParams, { signal }: Received): Promise<object> {
    const tool = await this.#tools.find(name);
    if (tool === undefined) {
      throw new Refusal(ErrorCode.InvalidParams, `The view cannot call a tool ${JSON.stringify(name.slice(0, 100))}`);
    }
    await this.#ask({ kind: 'tool', tool, arguments: args }, signal);
    return withoutEra(await this.#options.server.callTool(name, args, { signal }));
  }

  async #show(mode: McpUiDisplayMode, show: ViewServices['requestDisplayMode']): Promise<McpUiDisplayMode> {
    const { displayMode = 'inline', availableDisplayModes = ['inline'] } = this.#context;
    const { availableDisplayModes: own = [mode] } = this.#capabilities;
    if (show === undefined || !availableDisplayModes.includes(mode) || !own.includes(mode)) return displayMode;
    const shown = await show(mode);
    // What shows it may have told the view already.
    if (this.#context.displayMode !== shown) this.updateContext({ displayMode: shown });
    return shown;
  }

  #initialize({ appCapabilities }: McpUiInitializeRequestParams): object {
    this.#state = 'initializing';
    this.#capabilities = appCapabilities;
    this.#toldContext = this.#context;
    return {
      protocolVersion: LATEST_PROTOCOL_VERSION,
      hostInfo: this.#options.host,
      hostCapabilities: this.#hostCapabilities(),
      hostContext: this.#context,
    };
  }

  #initialized(): void {
    // A notification of a page that has not asked to be initialized, or once more, changes nothing.
    if (this.#state !== 'initializing') return;
    this.#state = 'initialized';
    this.#started.resolve();
    const { partial, input, end } = this.#told;
    if (input !== undefined) this.#notify(UiMethod.uiNotificationsToolInput, { arguments: input });
    else if (partial !== undefined) this.#notify(UiMethod.uiNotificationsToolInputPartial, { arguments: partial });
    if (end !== undefined) this.#notify(...end);
    const told = this.#toldContext as { readonly [name: string]: unknown };
    const changes = Object.entries(this.#context).filter(([name, value]) => told[name] !== value);
    if (changes.length > 0) this.#notify(UiMethod.uiNotificationsHostContextChanged, Object.fromEntries(changes));
  }

  #hostCapabilities(): McpUiHostCapabilities {
    const { services = {}, sandbox } = this.#options;
    const content = { text: {}, image: {}, audio: {}, resource: {}, resourceLink: {} };
    return {
      serverTools: {},
      serverResources: {},
      ...(services.openLink !== undefined && { openLinks: {} }),
      ...(services.downloadFile !== undefined && { downloadFile: {} }),
      ...(services.log !== undefined && { logging: {} }),
      ...(services.sendMessage !== undefined && { message: content }),
      ...(services.updateModelContext !== undefined && { updateModelContext: { ...content, structuredContent: {} } }),
      ...(services.createMessage !== undefined && { sampling: {} }),
      ...(sandbox !== undefined && { sandbox }),
    };
  }
}

/** Returns a promise with what settles it. Nobody has to wait for it. */
function settling(): {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
} {
  let [resolve, reject]: [() => void, (error: Error) => void] = [() => undefined, () => undefined];
  const promise = new Promise<void>((...given) => ([resolve, reject] = given));
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}

/** What the host, or its user, does not allow. An error of the server with the same code is none. */
class Refusal extends JsonRpcError {}

function refusal(message: string): Refusal {
  return new Refusal(REFUSED, message);
}

function detailOf(params: object): string | undefined {
  const { name, uri, url } = params as { readonly name?: string; readonly uri?: string; readonly url?: string };
  return (name ?? uri ?? url)?.slice(0, 200);
}
