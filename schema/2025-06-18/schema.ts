// The schema of revision 2025-06-18 of the Model Context Protocol, written for mcp-gen.
//
// Names, fields, literals, bounds, and unions are those of the official schema; the comments are this project's own.
// Fingerprints prove the structure: the JSON Schema derived from this file has the same structure as the official one,
// definition by definition. Declarations and union members are in the official order, because the order of `anyOf` in
// the derived JSON Schema follows from it.

/**
 * Any message on a connection: a request, a notification, or a response.
 *
 * @category JSON-RPC
 * @see https://modelcontextprotocol.io/specification/2025-06-18/basic
 */
export type JSONRPCMessage = JSONRPCRequest | JSONRPCNotification | JSONRPCResponse | JSONRPCError;

/**
 * The protocol version that this file describes, as sent in `initialize`.
 *
 * @internal
 */
export const LATEST_PROTOCOL_VERSION = '2025-06-18';

/**
 * The value of `jsonrpc` in every message.
 *
 * @internal
 */
export const JSONRPC_VERSION = '2.0';

/**
 * Associates progress notifications with a request. The requester chooses it: a string or an integer, unique among its
 * active requests.
 *
 * @category Common Types
 * @see https://modelcontextprotocol.io/specification/2025-06-18/basic/utilities/progress
 */
export type ProgressToken = string | number;

/**
 * An opaque position in a paginated list. Send it back to the server unchanged, and do not keep it after the session
 * ends.
 *
 * @category Common Types
 * @see https://modelcontextprotocol.io/specification/2025-06-18/server/utilities/pagination
 */
export type Cursor = string;

/**
 * Base of all requests, without the JSON-RPC envelope: see `JSONRPCRequest`.
 *
 * @internal
 * @see https://modelcontextprotocol.io/specification/2025-06-18/basic#requests
 */
export interface Request {
  /** The method to call. Each known method has its own request type. */
  method: string;
  /** The parameters, by name. */
  params?: {
    /** Metadata about the request. */
    _meta?: {
      /**
       * Requests progress notifications: the receiver may then send `notifications/progress` with this token, but is
       * not required to.
       */
      progressToken?: ProgressToken;
      [key: string]: unknown;
    };
    [key: string]: unknown;
  };
}

/**
 * Base of all notifications, without the JSON-RPC envelope: see `JSONRPCNotification`.
 *
 * @internal
 * @see https://modelcontextprotocol.io/specification/2025-06-18/basic#notifications
 */
export interface Notification {
  /** The method of the notification. Each known method has its own notification type. */
  method: string;
  /** The parameters, by name. */
  params?: {
    /** Free-form metadata about the notification. */
    _meta?: { [key: string]: unknown };
    [key: string]: unknown;
  };
}

/**
 * Base of all results. The shape depends on the request with the same `id`.
 *
 * @category Common Types
 * @see https://modelcontextprotocol.io/specification/2025-06-18/basic#responses
 */
export interface Result {
  /** Free-form metadata about the response. */
  _meta?: { [key: string]: unknown };
  [key: string]: unknown;
}

/**
 * Identifies a request, so that its response can be matched to it. A string or an integer, never null. The sender does
 * not reuse it within a session.
 *
 * @category Common Types
 */
export type RequestId = string | number;

/**
 * A JSON-RPC request. It gets exactly one response, unless it is cancelled.
 *
 * @category JSON-RPC
 * @see https://modelcontextprotocol.io/specification/2025-06-18/basic#requests
 */
export interface JSONRPCRequest extends Request {
  /** Marks the message as JSON-RPC 2.0. */
  jsonrpc: typeof JSONRPC_VERSION;
  /** Chosen by the requester and repeated in the response. */
  id: RequestId;
}

/**
 * A JSON-RPC notification. It has no `id` and gets no response.
 *
 * @category JSON-RPC
 * @see https://modelcontextprotocol.io/specification/2025-06-18/basic#notifications
 */
export interface JSONRPCNotification extends Notification {
  /** Marks the message as JSON-RPC 2.0. */
  jsonrpc: typeof JSONRPC_VERSION;
}

/**
 * The response to a successful request.
 *
 * @category JSON-RPC
 * @see https://modelcontextprotocol.io/specification/2025-06-18/basic#responses
 */
export interface JSONRPCResponse {
  /** Marks the message as JSON-RPC 2.0. */
  jsonrpc: typeof JSONRPC_VERSION;
  /** The `id` of the request. */
  id: RequestId;
  /** The result. Its shape depends on the method of the request. */
  result: Result;
}

/** Error code: the received text is not valid JSON. */
export const PARSE_ERROR = -32700;
/** Error code: the received JSON is not a JSON-RPC request. */
export const INVALID_REQUEST = -32600;
/** Error code: the method is unknown, or requires a capability that the receiver did not declare. */
export const METHOD_NOT_FOUND = -32601;
/** Error code: the params are invalid for the method. */
export const INVALID_PARAMS = -32602;
/** Error code: the receiver failed while it processed the request. */
export const INTERNAL_ERROR = -32603;

/**
 * The response to a failed request.
 *
 * @category JSON-RPC
 * @see https://modelcontextprotocol.io/specification/2025-06-18/basic#responses
 */
export interface JSONRPCError {
  /** Marks the message as JSON-RPC 2.0. */
  jsonrpc: typeof JSONRPC_VERSION;
  /** The `id` of the failed request. */
  id: RequestId;
  /** The error. */
  error: {
    /** The error code, an integer. JSON-RPC reserves -32768 to -32000. */
    code: number;
    /** One short sentence about the error. */
    message: string;
    /** More details about the error, in a shape that the sender defines. */
    data?: unknown;
  };
}

/**
 * A result without data: it only confirms success.
 *
 * @category Common Types
 */
export type EmptyResult = Result;

/**
 * Notifies the receiver that the sender no longer needs the response to a request. The receiver should stop processing
 * and not respond. A response that is already on its way is ignored. A client never cancels its `initialize` request.
 *
 * @category `notifications/cancelled`
 * @see https://modelcontextprotocol.io/specification/2025-06-18/basic/utilities/cancellation
 */
export interface CancelledNotification extends Notification {
  /** The method name of this notification. */
  method: 'notifications/cancelled';
  /** The request, and the reason. */
  params: {
    /** The `id` of a pending request in the same direction. Unknown ids are ignored. */
    requestId: RequestId;
    /** Human-readable reason, to log or to show to the user. */
    reason?: string;
  };
}

/**
 * Starts the session: the first message of the client, with its program, its capabilities, and the proposed protocol
 * version. The client sends only pings until the response arrives.
 *
 * @category `initialize`
 * @see https://modelcontextprotocol.io/specification/2025-06-18/basic/lifecycle#initialization
 */
export interface InitializeRequest extends Request {
  /** The method name of this request. */
  method: 'initialize';
  /** The client program, and its capabilities. */
  params: {
    /**
     * The version that the client proposes: preferably the newest that it supports. The server may respond with
     * another.
     */
    protocolVersion: string;
    /** The optional features that the client supports. */
    capabilities: ClientCapabilities;
    /** The client program. */
    clientInfo: Implementation;
  };
}

/**
 * The response of the server to `initialize`. It determines the protocol version of the session.
 *
 * @category `initialize`
 * @see https://modelcontextprotocol.io/specification/2025-06-18/basic/lifecycle#initialization
 */
export interface InitializeResult extends Result {
  /**
   * The protocol version of the session: the proposed one if the server supports it, otherwise another one that the
   * server supports. A client that does not support it should disconnect. Over HTTP, the client sends it in every later
   * request, in the header `MCP-Protocol-Version`.
   */
  protocolVersion: string;
  /** The optional features that the server supports. */
  capabilities: ServerCapabilities;
  /** The server program. */
  serverInfo: Implementation;
  /**
   * Guidance on using this server, written for a language model. Clients may add it to the system prompt. It comes from
   * the server: trust it only as much as the server.
   */
  instructions?: string;
}

/**
 * Completes the initialization: the client has accepted the response of the server, and both sides may use the
 * negotiated features.
 *
 * @category `notifications/initialized`
 * @see https://modelcontextprotocol.io/specification/2025-06-18/basic/lifecycle#initialization
 */
export interface InitializedNotification extends Notification {
  /** The method name of this notification. */
  method: 'notifications/initialized';
}

/**
 * The optional features of a client. An absent feature is not supported, and the server should not use it. Unknown keys
 * are allowed: each side may know features that the other does not.
 *
 * @category `initialize`
 * @see https://modelcontextprotocol.io/specification/2025-06-18/basic/lifecycle#capability-negotiation
 */
export interface ClientCapabilities {
  /** Non-standard features, by name, with their own settings. */
  experimental?: { [key: string]: object };
  /** Present if the client supports `roots/list`. */
  roots?: {
    /** True if the client sends `notifications/roots/list_changed`. */
    listChanged?: boolean;
  };
  /** Present if the client supports `sampling/createMessage`. */
  sampling?: object;
  /** Present if the client supports `elicitation/create`. */
  elicitation?: object;
}

/**
 * The optional features of a server. An absent feature is not supported, and the client should not use it. Unknown keys
 * are allowed: each side may know features that the other does not.
 *
 * @category `initialize`
 * @see https://modelcontextprotocol.io/specification/2025-06-18/basic/lifecycle#capability-negotiation
 */
export interface ServerCapabilities {
  /** Non-standard features, by name, with their own settings. */
  experimental?: { [key: string]: object };
  /** Present if the server sends log messages and supports `logging/setLevel`. */
  logging?: object;
  /** Present if the server supports `completion/complete`. */
  completions?: object;
  /** Present if the server has prompts. */
  prompts?: {
    /** True if the server sends `notifications/prompts/list_changed`. */
    listChanged?: boolean;
  };
  /** Present if the server has resources. */
  resources?: {
    /** True if clients can subscribe to single resources with `resources/subscribe`. */
    subscribe?: boolean;
    /** True if the server sends `notifications/resources/list_changed`. */
    listChanged?: boolean;
  };
  /** Present if the server has tools. */
  tools?: {
    /** True if the server sends `notifications/tools/list_changed`. */
    listChanged?: boolean;
  };
}

/**
 * A name for programs, and a display name for users.
 *
 * @internal
 */
export interface BaseMetadata {
  /** The identifier, for programs. Shown to users only if `title` is absent. */
  name: string;
  /**
   * The display name, for users. If absent, show `name`. A tool may also have a title in its annotations, which takes
   * precedence over `name`.
   */
  title?: string;
}

/**
 * The program at one end of the connection. The program itself provides this information: use it for logs, not as proof
 * of identity.
 *
 * @category `initialize`
 * @see https://modelcontextprotocol.io/specification/2025-06-18/basic/lifecycle#initialization
 */
export interface Implementation extends BaseMetadata {
  /** The version of the program, not of the protocol. */
  version: string;
}

/**
 * Checks whether the other side responds. Both sides may send it. The receiver responds immediately with an empty
 * result; if the response does not arrive, the sender may treat the connection as lost.
 *
 * @category `ping`
 * @see https://modelcontextprotocol.io/specification/2025-06-18/basic/utilities/ping
 */
export interface PingRequest extends Request {
  /** The method name of this request. */
  method: 'ping';
}

/**
 * Reports the progress of a request. Sent only if the request has a progress token, as often as the sender chooses, and
 * never after the response.
 *
 * @category `notifications/progress`
 * @see https://modelcontextprotocol.io/specification/2025-06-18/basic/utilities/progress
 */
export interface ProgressNotification extends Notification {
  /** The method name of this notification. */
  method: 'notifications/progress';
  /** The request, and its progress. */
  params: {
    /** The progress token from the `_meta` of the request. */
    progressToken: ProgressToken;
    /**
     * The amount done, in a unit that the sender chooses. Increases with every notification, and may be a fraction.
     *
     * @TJS-type number
     */
    progress: number;
    /**
     * The value of `progress` at the end, in the same unit. Absent if unknown.
     *
     * @TJS-type number
     */
    total?: number;
    /** Human-readable status of the work. */
    message?: string;
  };
}

/**
 * Base of all paginated requests.
 *
 * @internal
 * @see https://modelcontextprotocol.io/specification/2025-06-18/server/utilities/pagination
 */
export interface PaginatedRequest extends Request {
  /** The page to return. May be omitted for the first page. */
  params?: {
    /** The `nextCursor` of the previous page. If absent, the list starts at the beginning. */
    cursor?: Cursor;
  };
}

/**
 * Base of all pages of a list. The server chooses the page size.
 *
 * @internal
 * @see https://modelcontextprotocol.io/specification/2025-06-18/server/utilities/pagination
 */
export interface PaginatedResult extends Result {
  /** The cursor of the next page. Absent on the last page. */
  nextCursor?: Cursor;
}

/**
 * Lists the resources of the server.
 *
 * @category `resources/list`
 * @see https://modelcontextprotocol.io/specification/2025-06-18/server/resources#listing-resources
 */
export interface ListResourcesRequest extends PaginatedRequest {
  /** The method name of this request. */
  method: 'resources/list';
}

/**
 * One page of the server's resources.
 *
 * @category `resources/list`
 */
export interface ListResourcesResult extends PaginatedResult {
  /** The resources of this page. */
  resources: Resource[];
}

/**
 * Lists the resource templates of the server.
 *
 * @category `resources/templates/list`
 * @see https://modelcontextprotocol.io/specification/2025-06-18/server/resources#resource-templates
 */
export interface ListResourceTemplatesRequest extends PaginatedRequest {
  /** The method name of this request. */
  method: 'resources/templates/list';
}

/**
 * One page of the server's resource templates.
 *
 * @category `resources/templates/list`
 */
export interface ListResourceTemplatesResult extends PaginatedResult {
  /** The templates of this page. */
  resourceTemplates: ResourceTemplate[];
}

/**
 * Reads the contents of one resource.
 *
 * @category `resources/read`
 * @see https://modelcontextprotocol.io/specification/2025-06-18/server/resources#reading-resources
 */
export interface ReadResourceRequest extends Request {
  /** The method name of this request. */
  method: 'resources/read';
  /** The resource. */
  params: {
    /**
     * The URI of the resource, listed or expanded from a template. Any scheme is allowed: the server interprets it.
     *
     * @format uri
     */
    uri: string;
  };
}

/**
 * The contents of a resource. One URI may have several parts, for example the files of a folder.
 *
 * @category `resources/read`
 */
export interface ReadResourceResult extends Result {
  /** The parts, each with its own URI. */
  contents: (TextResourceContents | BlobResourceContents)[];
}

/**
 * Notifies the client that resources were added or removed, so that it can call `resources/list` again. Does not
 * require a subscription.
 *
 * @category `notifications/resources/list_changed`
 * @see https://modelcontextprotocol.io/specification/2025-06-18/server/resources#list-changed-notification
 */
export interface ResourceListChangedNotification extends Notification {
  /** The method name of this notification. */
  method: 'notifications/resources/list_changed';
}

/**
 * Subscribes to changes of one resource. Requires the capability `resources.subscribe`.
 *
 * @category `resources/subscribe`
 * @see https://modelcontextprotocol.io/specification/2025-06-18/server/resources#subscriptions
 */
export interface SubscribeRequest extends Request {
  /** The method name of this request. */
  method: 'resources/subscribe';
  /** The resource. */
  params: {
    /**
     * The URI of the resource to watch. Any scheme is allowed: the server interprets it.
     *
     * @format uri
     */
    uri: string;
  };
}

/**
 * Ends a subscription that `resources/subscribe` started.
 *
 * @category `resources/unsubscribe`
 * @see https://modelcontextprotocol.io/specification/2025-06-18/server/resources#subscriptions
 */
export interface UnsubscribeRequest extends Request {
  /** The method name of this request. */
  method: 'resources/unsubscribe';
  /** The resource. */
  params: {
    /**
     * The URI of the subscribed resource.
     *
     * @format uri
     */
    uri: string;
  };
}

/**
 * Notifies the client that a subscribed resource changed. The notification does not contain the new contents: read the
 * resource to get them.
 *
 * @category `notifications/resources/updated`
 * @see https://modelcontextprotocol.io/specification/2025-06-18/server/resources#subscriptions
 */
export interface ResourceUpdatedNotification extends Notification {
  /** The method name of this notification. */
  method: 'notifications/resources/updated';
  /** The resource. */
  params: {
    /**
     * The URI of the changed resource, which may be below the subscribed one.
     *
     * @format uri
     */
    uri: string;
  };
}

/**
 * Data that a server provides under a URI, such as a file, a database table, or the state of a program.
 *
 * @category `resources/list`
 * @see https://modelcontextprotocol.io/specification/2025-06-18/server/resources#resource
 */
export interface Resource extends BaseMetadata {
  /**
   * Identifies the resource within its server.
   *
   * @format uri
   */
  uri: string;
  /** What the resource contains, written to help a model choose. */
  description?: string;
  /** The media type of the contents, if known. */
  mimeType?: string;
  /** The intended audience, the priority, and the time of the last change. */
  annotations?: Annotations;
  /** The length of the raw contents in bytes, before base64 encoding, if known. */
  size?: number;
  /** Free-form metadata about the resource, not about its contents. */
  _meta?: { [key: string]: unknown };
}

/**
 * A group of resources whose URIs match one URI template.
 *
 * @category `resources/templates/list`
 * @see https://modelcontextprotocol.io/specification/2025-06-18/server/resources#resource-templates
 */
export interface ResourceTemplate extends BaseMetadata {
  /**
   * The URI template (RFC 6570). Expanding it gives the URI of one resource.
   *
   * @format uri-template
   */
  uriTemplate: string;
  /** What the resources contain, written to help a model choose. */
  description?: string;
  /** The media type of the contents. Present only if all resources of the template share it. */
  mimeType?: string;
  /** The intended audience, the priority, and the time of the last change. */
  annotations?: Annotations;
  /** Free-form metadata about the template. */
  _meta?: { [key: string]: unknown };
}

/**
 * Base of text contents and binary contents.
 *
 * @internal
 * @see https://modelcontextprotocol.io/specification/2025-06-18/server/resources#resource-contents
 */
export interface ResourceContents {
  /**
   * The URI of these contents.
   *
   * @format uri
   */
  uri: string;
  /** The media type of these contents, if known. */
  mimeType?: string;
  /** Free-form metadata about these contents. */
  _meta?: { [key: string]: unknown };
}

/**
 * Text contents of a resource.
 *
 * @category Content
 */
export interface TextResourceContents extends ResourceContents {
  /** The whole text. Use `BlobResourceContents` for binary data. */
  text: string;
}

/**
 * Binary contents of a resource.
 *
 * @category Content
 */
export interface BlobResourceContents extends ResourceContents {
  /**
   * The whole data, base64-encoded.
   *
   * @format byte
   */
  blob: string;
}

/**
 * Lists the prompts of the server.
 *
 * @category `prompts/list`
 * @see https://modelcontextprotocol.io/specification/2025-06-18/server/prompts#listing-prompts
 */
export interface ListPromptsRequest extends PaginatedRequest {
  /** The method name of this request. */
  method: 'prompts/list';
}

/**
 * One page of the server's prompts.
 *
 * @category `prompts/list`
 */
export interface ListPromptsResult extends PaginatedResult {
  /** The prompts of this page. */
  prompts: Prompt[];
}

/**
 * Gets the messages of one prompt, with the arguments filled in.
 *
 * @category `prompts/get`
 * @see https://modelcontextprotocol.io/specification/2025-06-18/server/prompts#getting-a-prompt
 */
export interface GetPromptRequest extends Request {
  /** The method name of this request. */
  method: 'prompts/get';
  /** The prompt and its arguments. */
  params: {
    /** The name of the prompt, as listed. */
    name: string;
    /** The value of each argument, a string, by the name of the argument. */
    arguments?: { [key: string]: string };
  };
}

/**
 * The messages of a prompt with its arguments filled in, ready to send to a model.
 *
 * @category `prompts/get`
 */
export interface GetPromptResult extends Result {
  /** What the prompt is for. */
  description?: string;
  /** The messages, oldest first. */
  messages: PromptMessage[];
}

/**
 * A conversation template that a server provides and that users select, for example as a slash command.
 *
 * @category `prompts/list`
 * @see https://modelcontextprotocol.io/specification/2025-06-18/server/prompts#prompt
 */
export interface Prompt extends BaseMetadata {
  /** What the prompt is for, written for users. */
  description?: string;
  /** The arguments of the prompt. Absent if there are none. */
  arguments?: PromptArgument[];
  /** Free-form metadata about the prompt. */
  _meta?: { [key: string]: unknown };
}

/**
 * An argument of a prompt.
 *
 * @category `prompts/list`
 * @see https://modelcontextprotocol.io/specification/2025-06-18/server/prompts#prompt
 */
export interface PromptArgument extends BaseMetadata {
  /** What to enter, written for users. */
  description?: string;
  /** True if the argument is required. Default: false. */
  required?: boolean;
}

/**
 * The author of a message: the user or the model.
 *
 * @category Common Types
 */
export type Role = 'user' | 'assistant';

/**
 * One message of a prompt. Unlike a `SamplingMessage`, it can contain a resource or a link to one.
 *
 * @category `prompts/get`
 * @see https://modelcontextprotocol.io/specification/2025-06-18/server/prompts#promptmessage
 */
export interface PromptMessage {
  /** The author of the message. */
  role: Role;
  /** The content of the message. */
  content: ContentBlock;
}

/**
 * A link to a resource, in a prompt or a tool result. It does not contain the contents: the client may read the
 * resource or subscribe to it. The resource may be missing from `resources/list`.
 *
 * @category Content
 * @see https://modelcontextprotocol.io/specification/2025-06-18/server/tools#resource-links
 */
export interface ResourceLink extends Resource {
  /** The content type, which tells this content from the others. */
  type: 'resource_link';
}

/**
 * A resource with its contents, in a prompt or a tool result. The client decides how to show it to the model and to
 * users.
 *
 * @category Content
 * @see https://modelcontextprotocol.io/specification/2025-06-18/server/prompts#embedded-resources
 */
export interface EmbeddedResource {
  /** The content type, which tells this content from the others. */
  type: 'resource';
  /** The contents, with a URI that the client can read again or subscribe to later. */
  resource: TextResourceContents | BlobResourceContents;
  /** The intended audience, the priority, and the time of the last change. */
  annotations?: Annotations;
  /** Free-form metadata about the embedding, not about the contents. */
  _meta?: { [key: string]: unknown };
}

/**
 * Notifies the client that prompts were added, removed, or changed, so that it can call `prompts/list` again. Does not
 * require a subscription.
 *
 * @category `notifications/prompts/list_changed`
 * @see https://modelcontextprotocol.io/specification/2025-06-18/server/prompts#list-changed-notification
 */
export interface PromptListChangedNotification extends Notification {
  /** The method name of this notification. */
  method: 'notifications/prompts/list_changed';
}

/**
 * Lists the tools of the server.
 *
 * @category `tools/list`
 * @see https://modelcontextprotocol.io/specification/2025-06-18/server/tools#listing-tools
 */
export interface ListToolsRequest extends PaginatedRequest {
  /** The method name of this request. */
  method: 'tools/list';
}

/**
 * One page of the server's tools.
 *
 * @category `tools/list`
 */
export interface ListToolsResult extends PaginatedResult {
  /** The tools of this page. */
  tools: Tool[];
}

/**
 * The output of a tool, or its error. An error inside the tool is returned with `isError`, so that the model sees it
 * and can try something else. If the call did not reach a tool, for example because of an unknown name, an error
 * response is sent instead.
 *
 * @category `tools/call`
 * @see https://modelcontextprotocol.io/specification/2025-06-18/server/tools#tool-result
 */
export interface CallToolResult extends Result {
  /** The output for a model: any number of content blocks. It is untrusted: check it before a model acts on it. */
  content: ContentBlock[];
  /**
   * The output for a program: a JSON object, valid against the `outputSchema` of the tool if it has one. Clients should
   * validate it. For clients that do not read it, the tool should also put the same JSON as text into `content`.
   */
  structuredContent?: { [key: string]: unknown };
  /** True if the tool failed; `content` then describes the error. Default: false. */
  isError?: boolean;
}

/**
 * Runs a tool.
 *
 * @category `tools/call`
 * @see https://modelcontextprotocol.io/specification/2025-06-18/server/tools#calling-tools
 */
export interface CallToolRequest extends Request {
  /** The method name of this request. */
  method: 'tools/call';
  /** The tool and its arguments. */
  params: {
    /** The name of the tool, as listed. */
    name: string;
    /**
     * The arguments, valid against the `inputSchema` of the tool. Usually written by a model, so the server validates
     * them.
     */
    arguments?: { [key: string]: unknown };
  };
}

/**
 * Notifies the client that tools were added, removed, or changed, so that it can call `tools/list` again. Does not
 * require a subscription.
 *
 * @category `notifications/tools/list_changed`
 * @see https://modelcontextprotocol.io/specification/2025-06-18/server/tools#list-changed-notification
 */
export interface ToolListChangedNotification extends Notification {
  /** The method name of this notification. */
  method: 'notifications/tools/list_changed';
}

/**
 * Hints about the behavior of a tool. None of them is guaranteed: a client does not base decisions on them unless it
 * trusts the server.
 *
 * @category `tools/list`
 * @see https://modelcontextprotocol.io/specification/2025-06-18/server/tools#tool
 */
export interface ToolAnnotations {
  /** The display name of the tool. The `title` of the tool itself takes precedence. */
  title?: string;
  /** True if a call changes nothing outside the tool. Default: false. */
  readOnlyHint?: boolean;
  /** True if the tool may overwrite or delete, false if it only adds. Ignored for read-only tools. Default: true. */
  destructiveHint?: boolean;
  /** True if repeating the same call changes nothing more. Ignored for read-only tools. Default: false. */
  idempotentHint?: boolean;
  /**
   * True if the tool works with an open set of external things, as a web search does; false if the set is closed.
   * Default: true.
   */
  openWorldHint?: boolean;
}

/**
 * A function that a server provides to models: it looks up data, computes, or acts on a system.
 *
 * @category `tools/list`
 * @see https://modelcontextprotocol.io/specification/2025-06-18/server/tools#tool
 */
export interface Tool extends BaseMetadata {
  /** What the tool does and when to use it. Models choose tools by this text. */
  description?: string;
  /** The JSON Schema of the arguments, which are always an object. */
  inputSchema: {
    /** Arguments are an object. */
    type: 'object';
    /** The schema of each argument, by name. */
    properties?: { [key: string]: object };
    /** The names of the required arguments. */
    required?: string[];
  };
  /**
   * The JSON Schema of `structuredContent`, which is always an object. A tool with an output schema must return
   * structured content that is valid against it.
   */
  outputSchema?: {
    /** Structured content is an object. */
    type: 'object';
    /** The schema of each property of the output, by name. */
    properties?: { [key: string]: object };
    /** The names of the required properties. */
    required?: string[];
  };
  /** Hints about the behavior of the tool. Untrusted, unless the server is trusted. */
  annotations?: ToolAnnotations;
  /** Free-form metadata about the tool. */
  _meta?: { [key: string]: unknown };
}

/**
 * Sets the minimum severity of the log messages that the client wants to receive. Without this request, the server
 * decides.
 *
 * @category `logging/setLevel`
 * @see https://modelcontextprotocol.io/specification/2025-06-18/server/utilities/logging#setting-log-level
 */
export interface SetLevelRequest extends Request {
  /** The method name of this request. */
  method: 'logging/setLevel';
  /** The minimum severity. */
  params: {
    /** The minimum severity: from now on, only messages of this severity and above are sent. */
    level: LoggingLevel;
  };
}

/**
 * A log message of the server. It must not contain secrets or personal data.
 *
 * @category `notifications/message`
 * @see https://modelcontextprotocol.io/specification/2025-06-18/server/utilities/logging#log-message-notifications
 */
export interface LoggingMessageNotification extends Notification {
  /** The method name of this notification. */
  method: 'notifications/message';
  /** The data, the logger, and the severity. */
  params: {
    /** The severity of the message. */
    level: LoggingLevel;
    /** The component of the server that logs. */
    logger?: string;
    /** The data to log: a string, or any other JSON value. */
    data: unknown;
  };
}

/**
 * The severity of a log message: the levels of syslog (RFC 5424), lowest first.
 *
 * @category Common Types
 * @see https://modelcontextprotocol.io/specification/2025-06-18/server/utilities/logging#log-levels
 */
export type LoggingLevel = 'debug' | 'info' | 'notice' | 'warning' | 'error' | 'critical' | 'alert' | 'emergency';

/**
 * Asks the language model of the client to write the next message of a conversation. The client chooses the model, and
 * should show the request to the user, who may edit or reject it.
 *
 * @category `sampling/createMessage`
 * @see https://modelcontextprotocol.io/specification/2025-06-18/client/sampling#creating-messages
 */
export interface CreateMessageRequest extends Request {
  /** The method name of this request. */
  method: 'sampling/createMessage';
  /** The conversation, and preferences for the response of the model. */
  params: {
    /** The conversation so far, oldest message first. */
    messages: SamplingMessage[];
    /** Preferences for the choice of the model. The client may ignore them. */
    modelPreferences?: ModelPreferences;
    /** The system prompt that the server suggests. The client may change or omit it. */
    systemPrompt?: string;
    /**
     * Whose context to add to the conversation: of no server, of the requesting server, or of all connected servers.
     * The client makes the final decision.
     */
    includeContext?: 'none' | 'thisServer' | 'allServers';
    /**
     * The sampling temperature: 0 is the most predictable, and the maximum depends on the model.
     *
     * @TJS-type number
     */
    temperature?: number;
    /** The maximum length of the response, in tokens. The model may stop earlier. */
    maxTokens: number;
    /** Strings at which the model stops. */
    stopSequences?: string[];
    /** Settings for the provider of the model, in a format that the provider defines. */
    metadata?: object;
  };
}

/**
 * The message that the model of the client wrote. The client should show it to the user before it sends it to the
 * server.
 *
 * @category `sampling/createMessage`
 * @see https://modelcontextprotocol.io/specification/2025-06-18/client/sampling#creating-messages
 */
export interface CreateMessageResult extends Result, SamplingMessage {
  /** The model that wrote the message, as its provider names it. */
  model: string;
  /**
   * Why the model stopped: the end of its turn, a stop sequence, the maximum length, or another reason of the provider.
   */
  stopReason?: 'endTurn' | 'stopSequence' | 'maxTokens' | string;
}

/**
 * One message of a conversation with a model.
 *
 * @category `sampling/createMessage`
 * @see https://modelcontextprotocol.io/specification/2025-06-18/client/sampling#messages
 */
export interface SamplingMessage {
  /** The author of the message. */
  role: Role;
  /** The content of the message. */
  content: TextContent | ImageContent | AudioContent;
}

/**
 * Hints from the server about use and display. Clients may ignore them.
 *
 * @category Common Types
 * @see https://modelcontextprotocol.io/specification/2025-06-18/server/resources#annotations
 */
export interface Annotations {
  /** The intended audience: one role or both. */
  audience?: Role[];
  /**
   * The importance: from 0, optional, to 1, required.
   *
   * @TJS-type number
   * @minimum 0
   * @maximum 1
   */
  priority?: number;
  /** The time of the last change, in ISO 8601, such as `2025-01-12T15:00:58Z`. */
  lastModified?: string;
}

/**
 * One content block of a prompt or a tool result. Its `type` tells the kind.
 *
 * @category Content
 * @see https://modelcontextprotocol.io/specification/2025-06-18/server/tools#tool-result
 */
export type ContentBlock = TextContent | ImageContent | AudioContent | ResourceLink | EmbeddedResource;

/**
 * Text to or from a model.
 *
 * @category Content
 */
export interface TextContent {
  /** The content type, which tells this content from the others. */
  type: 'text';
  /** The text. */
  text: string;
  /** The intended audience, the priority, and the time of the last change. */
  annotations?: Annotations;
  /** Free-form metadata about this content. */
  _meta?: { [key: string]: unknown };
}

/**
 * An image to or from a model.
 *
 * @category Content
 */
export interface ImageContent {
  /** The content type, which tells this content from the others. */
  type: 'image';
  /**
   * The image, base64-encoded.
   *
   * @format byte
   */
  data: string;
  /** The media type of the image, such as `image/png`. Models differ in the types that they support. */
  mimeType: string;
  /** The intended audience, the priority, and the time of the last change. */
  annotations?: Annotations;
  /** Free-form metadata about this content. */
  _meta?: { [key: string]: unknown };
}

/**
 * Audio to or from a model.
 *
 * @category Content
 */
export interface AudioContent {
  /** The content type, which tells this content from the others. */
  type: 'audio';
  /**
   * The audio, base64-encoded.
   *
   * @format byte
   */
  data: string;
  /** The media type of the audio, such as `audio/wav`. Models differ in the types that they support. */
  mimeType: string;
  /** The intended audience, the priority, and the time of the last change. */
  annotations?: Annotations;
  /** Free-form metadata about this content. */
  _meta?: { [key: string]: unknown };
}

/**
 * Preferences of the server for the model. A server does not know the models of a client, so it gives priorities and
 * may suggest names. All preferences are advisory: the client decides.
 *
 * @category `sampling/createMessage`
 * @see https://modelcontextprotocol.io/specification/2025-06-18/client/sampling#model-preferences
 */
export interface ModelPreferences {
  /** Models or model families to consider, in order of preference. They take precedence over the priorities. */
  hints?: ModelHint[];
  /**
   * The importance of low cost: from 0, not important, to 1, most important.
   *
   * @TJS-type number
   * @minimum 0
   * @maximum 1
   */
  costPriority?: number;
  /**
   * The importance of low latency: from 0, not important, to 1, most important.
   *
   * @TJS-type number
   * @minimum 0
   * @maximum 1
   */
  speedPriority?: number;
  /**
   * The importance of the abilities of the model: from 0, not important, to 1, most important.
   *
   * @TJS-type number
   * @minimum 0
   * @maximum 1
   */
  intelligencePriority?: number;
}

/**
 * A suggested model. The client interprets keys that this type does not declare.
 *
 * @category `sampling/createMessage`
 * @see https://modelcontextprotocol.io/specification/2025-06-18/client/sampling#model-hints
 */
export interface ModelHint {
  /**
   * Part of the name of a model. `sonnet` matches every model with that name part. If there is no match, the client may
   * use a similar model of another provider.
   */
  name?: string;
}

/**
 * Requests suggestions for an argument that the user is entering.
 *
 * @category `completion/complete`
 * @see https://modelcontextprotocol.io/specification/2025-06-18/server/utilities/completion#requesting-completions
 */
export interface CompleteRequest extends Request {
  /** The method name of this request. */
  method: 'completion/complete';
  /** The argument, and the text entered so far. */
  params: {
    /** The prompt or resource template that the argument belongs to. */
    ref: PromptReference | ResourceTemplateReference;
    /** The argument, and the text entered so far. */
    argument: {
      /** The name of the argument, or of the variable of the template. */
      name: string;
      /** The text entered so far, which may be empty. */
      value: string;
    };
    /** Known values, for suggestions that depend on them. */
    context?: {
      /** The known arguments of the same prompt, or variables of the same template: their values by name. */
      arguments?: { [key: string]: string };
    };
  };
}

/**
 * Suggestions for an argument.
 *
 * @category `completion/complete`
 * @see https://modelcontextprotocol.io/specification/2025-06-18/server/utilities/completion#completion-results
 */
export interface CompleteResult extends Result {
  /** The suggestions. */
  completion: {
    /** Complete values, most likely first. At most 100. */
    values: string[];
    /** The number of suggestions that exist, including those not sent. */
    total?: number;
    /** True if more suggestions exist than were sent, even if their number is unknown. */
    hasMore?: boolean;
  };
}

/**
 * A reference to a resource template.
 *
 * @category `completion/complete`
 * @see https://modelcontextprotocol.io/specification/2025-06-18/server/utilities/completion#reference-types
 */
export interface ResourceTemplateReference {
  /** The reference type, which tells this reference from the others. */
  type: 'ref/resource';
  /**
   * The URI template, as listed. A plain URI is also allowed.
   *
   * @format uri-template
   */
  uri: string;
}

/**
 * A reference to a prompt.
 *
 * @category `completion/complete`
 * @see https://modelcontextprotocol.io/specification/2025-06-18/server/utilities/completion#reference-types
 */
export interface PromptReference extends BaseMetadata {
  /** The reference type, which tells this reference from the others. */
  type: 'ref/prompt';
}

/**
 * Requests the folders or files in which the server may work.
 *
 * @category `roots/list`
 * @see https://modelcontextprotocol.io/specification/2025-06-18/client/roots#listing-roots
 */
export interface ListRootsRequest extends Request {
  /** The method name of this request. */
  method: 'roots/list';
}

/**
 * The folders or files in which the server may work.
 *
 * @category `roots/list`
 */
export interface ListRootsResult extends Result {
  /** The roots. The array may be empty. */
  roots: Root[];
}

/**
 * A folder or file in which a server may work. The client provides it, and the server stays within it.
 *
 * @category `roots/list`
 * @see https://modelcontextprotocol.io/specification/2025-06-18/client/roots#root
 */
export interface Root {
  /**
   * The location. In this revision always a `file://` URI.
   *
   * @format uri
   */
  uri: string;
  /** The display name, for users. */
  name?: string;
  /** Free-form metadata about the root. */
  _meta?: { [key: string]: unknown };
}

/**
 * Notifies the server that the roots changed, so that it can call `roots/list` again.
 *
 * @category `notifications/roots/list_changed`
 * @see https://modelcontextprotocol.io/specification/2025-06-18/client/roots#root-list-changes
 */
export interface RootsListChangedNotification extends Notification {
  /** The method name of this notification. */
  method: 'notifications/roots/list_changed';
}

/**
 * Asks the user, through the client, to fill in a small form. The client shows which server is asking, and lets the
 * user decline. A server must not request passwords or other sensitive data.
 *
 * @category `elicitation/create`
 * @see https://modelcontextprotocol.io/specification/2025-06-18/client/elicitation#creating-elicitation-requests
 */
export interface ElicitRequest extends Request {
  /** The method name of this request. */
  method: 'elicitation/create';
  /** The message, and the schema of the response. */
  params: {
    /** The message for the user: which information is needed, and why. */
    message: string;
    /**
     * The form, as a JSON Schema of the response. It must be flat: an object whose properties are strings, numbers,
     * booleans, or choices.
     */
    requestedSchema: {
      /** The response is an object. */
      type: 'object';
      /** The fields of the form, by name. */
      properties: {
        [key: string]: PrimitiveSchemaDefinition;
      };
      /** The names of the required fields. */
      required?: string[];
    };
  };
}

/**
 * One field of a form. Forms support only this subset of JSON Schema: no nested objects and no arrays.
 *
 * @category `elicitation/create`
 * @see https://modelcontextprotocol.io/specification/2025-06-18/client/elicitation#supported-schema-types
 */
export type PrimitiveSchemaDefinition = StringSchema | NumberSchema | BooleanSchema | EnumSchema;

/**
 * A string field.
 *
 * @category `elicitation/create`
 */
export interface StringSchema {
  /** The value is a string. */
  type: 'string';
  /** The label of the field. */
  title?: string;
  /** What to enter, written for users. */
  description?: string;
  /** The minimum number of characters. */
  minLength?: number;
  /** The maximum number of characters. */
  maxLength?: number;
  /** The required format: an email address, a URI, a date, or a date with a time. */
  format?: 'email' | 'uri' | 'date' | 'date-time';
}

/**
 * A number field.
 *
 * @category `elicitation/create`
 */
export interface NumberSchema {
  /** `number` allows fractions, `integer` allows whole numbers only. */
  type: 'number' | 'integer';
  /** The label of the field. */
  title?: string;
  /** What to enter, written for users. */
  description?: string;
  /**
   * The minimum value, inclusive.
   *
   * @TJS-type number
   */
  minimum?: number;
  /**
   * The maximum value, inclusive.
   *
   * @TJS-type number
   */
  maximum?: number;
}

/**
 * A boolean field.
 *
 * @category `elicitation/create`
 */
export interface BooleanSchema {
  /** The value is true or false. */
  type: 'boolean';
  /** The label of the field. */
  title?: string;
  /** What to enter, written for users. */
  description?: string;
  /** The initial value of the field. */
  default?: boolean;
}

/**
 * A single-choice field.
 *
 * @category `elicitation/create`
 */
export interface EnumSchema {
  /** The value is a string. */
  type: 'string';
  /** The label of the field. */
  title?: string;
  /** What to enter, written for users. */
  description?: string;
  /** The values to choose from. */
  enum: string[];
  /** The labels of the values, in the order of `enum`. */
  enumNames?: string[];
}

/**
 * The response of the user.
 *
 * @category `elicitation/create`
 * @see https://modelcontextprotocol.io/specification/2025-06-18/client/elicitation#response-actions
 */
export interface ElicitResult extends Result {
  /** What the user did. `accept`: submitted the form. `decline`: refused. `cancel`: closed it without a decision. */
  action: 'accept' | 'decline' | 'cancel';
  /** The submitted values, by field name. Only with `accept`. Both sides should validate them against the schema. */
  content?: { [key: string]: string | number | boolean };
}

/**
 * Any request that a client can send.
 *
 * @internal
 */
export type ClientRequest =
  | PingRequest
  | InitializeRequest
  | CompleteRequest
  | SetLevelRequest
  | GetPromptRequest
  | ListPromptsRequest
  | ListResourcesRequest
  | ListResourceTemplatesRequest
  | ReadResourceRequest
  | SubscribeRequest
  | UnsubscribeRequest
  | CallToolRequest
  | ListToolsRequest;

/**
 * Any notification that a client can send.
 *
 * @internal
 */
export type ClientNotification =
  | CancelledNotification
  | ProgressNotification
  | InitializedNotification
  | RootsListChangedNotification;

/**
 * Any result that a client can return. The type depends on the method of the request.
 *
 * @internal
 */
export type ClientResult = EmptyResult | CreateMessageResult | ListRootsResult | ElicitResult;

/**
 * Any request that a server can send.
 *
 * @internal
 */
export type ServerRequest = PingRequest | CreateMessageRequest | ListRootsRequest | ElicitRequest;

/**
 * Any notification that a server can send.
 *
 * @internal
 */
export type ServerNotification =
  | CancelledNotification
  | ProgressNotification
  | LoggingMessageNotification
  | ResourceUpdatedNotification
  | ResourceListChangedNotification
  | ToolListChangedNotification
  | PromptListChangedNotification;

/**
 * Any result that a server can return. The type depends on the method of the request.
 *
 * @internal
 */
export type ServerResult =
  | EmptyResult
  | InitializeResult
  | CompleteResult
  | GetPromptResult
  | ListPromptsResult
  | ListResourceTemplatesResult
  | ListResourcesResult
  | ReadResourceResult
  | CallToolResult
  | ListToolsResult;
