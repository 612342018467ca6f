// The schema of revision 2025-03-26 of the Model Context Protocol, written for mcp-gen.
//
// Names, fields, literals, bounds, and unions are those of the official schema; the comments are this project's own.
// Fingerprints prove the structure: the JSON Schema derived from this file has the same structure as the official one,
// definition by definition. Declarations and union members are in the official order, because the order of `anyOf` in
// the derived JSON Schema follows from it.

/**
 * Any message on a connection: a request, a notification, a response, or a batch of them.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/basic
 */
export type JSONRPCMessage =
  | JSONRPCRequest
  | JSONRPCNotification
  | JSONRPCBatchRequest
  | JSONRPCResponse
  | JSONRPCError
  | JSONRPCBatchResponse;

/**
 * A batch of requests and notifications. All receivers must support batches; sending them is optional. A batch is never
 * empty, and never contains `initialize`.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/basic#batching
 */
export type JSONRPCBatchRequest = (JSONRPCRequest | JSONRPCNotification)[];

/**
 * The responses to a batch, in any order: match them by `id`. Notifications get no response.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/basic#batching
 */
export type JSONRPCBatchResponse = (JSONRPCResponse | JSONRPCError)[];

/** The protocol version that this file describes, as sent in `initialize`. */
export const LATEST_PROTOCOL_VERSION = '2025-03-26';
/** The value of `jsonrpc` in every message. */
export const JSONRPC_VERSION = '2.0';

/**
 * Associates progress notifications with a request. The requester chooses it: a string or an integer, unique among its
 * active requests.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/basic/utilities/progress
 */
export type ProgressToken = string | number;

/**
 * An opaque position in a paginated list. Send it back to the server unchanged, and do not keep it after the session
 * ends.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/utilities/pagination
 */
export type Cursor = string;

/**
 * Base of all requests, without the JSON-RPC envelope: see `JSONRPCRequest`.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/basic#requests
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
    };
    [key: string]: unknown;
  };
}

/**
 * Base of all notifications, without the JSON-RPC envelope: see `JSONRPCNotification`.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/basic#notifications
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
 * @see https://modelcontextprotocol.io/specification/2025-03-26/basic#responses
 */
export interface Result {
  /** Free-form metadata about the response. */
  _meta?: { [key: string]: unknown };
  [key: string]: unknown;
}

/**
 * Identifies a request, so that its response can be matched to it. A string or an integer, never null. The sender does
 * not reuse it within a session.
 */
export type RequestId = string | number;

/**
 * A JSON-RPC request. It gets exactly one response, unless it is cancelled.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/basic#requests
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
 * @see https://modelcontextprotocol.io/specification/2025-03-26/basic#notifications
 */
export interface JSONRPCNotification extends Notification {
  /** Marks the message as JSON-RPC 2.0. */
  jsonrpc: typeof JSONRPC_VERSION;
}

/**
 * The response to a successful request.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/basic#responses
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
 * @see https://modelcontextprotocol.io/specification/2025-03-26/basic#responses
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

/** A result without data: it only confirms success. */
export type EmptyResult = Result;

/**
 * Notifies the receiver that the sender no longer needs the response to a request. The receiver should stop processing
 * and not respond. A response that is already on its way is ignored. A client never cancels its `initialize` request.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/basic/utilities/cancellation
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
 * @see https://modelcontextprotocol.io/specification/2025-03-26/basic/lifecycle#initialization
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
 * @see https://modelcontextprotocol.io/specification/2025-03-26/basic/lifecycle#initialization
 */
export interface InitializeResult extends Result {
  /**
   * The protocol version of the session: the proposed one if the server supports it, otherwise another one that the
   * server supports. A client that does not support it should disconnect.
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
 * @see https://modelcontextprotocol.io/specification/2025-03-26/basic/lifecycle#initialization
 */
export interface InitializedNotification extends Notification {
  /** The method name of this notification. */
  method: 'notifications/initialized';
}

/**
 * The optional features of a client. An absent feature is not supported, and the server should not use it. Unknown keys
 * are allowed: each side may know features that the other does not.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/basic/lifecycle#capability-negotiation
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
}

/**
 * The optional features of a server. An absent feature is not supported, and the client should not use it. Unknown keys
 * are allowed: each side may know features that the other does not.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/basic/lifecycle#capability-negotiation
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
 * The program at one end of the connection. The program itself provides this information: use it for logs, not as proof
 * of identity.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/basic/lifecycle#initialization
 */
export interface Implementation {
  /** The name of the program. */
  name: string;
  /** The version of the program, not of the protocol. */
  version: string;
}

/**
 * Checks whether the other side responds. Both sides may send it. The receiver responds immediately with an empty
 * result; if the response does not arrive, the sender may treat the connection as lost.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/basic/utilities/ping
 */
export interface PingRequest extends Request {
  /** The method name of this request. */
  method: 'ping';
}

/**
 * Reports the progress of a request. Sent only if the request has a progress token, as often as the sender chooses, and
 * never after the response.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/basic/utilities/progress
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
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/utilities/pagination
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
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/utilities/pagination
 */
export interface PaginatedResult extends Result {
  /** The cursor of the next page. Absent on the last page. */
  nextCursor?: Cursor;
}

/**
 * Lists the resources of the server.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/resources#listing-resources
 */
export interface ListResourcesRequest extends PaginatedRequest {
  /** The method name of this request. */
  method: 'resources/list';
}

/** One page of the server's resources. */
export interface ListResourcesResult extends PaginatedResult {
  /** The resources of this page. */
  resources: Resource[];
}

/**
 * Lists the resource templates of the server.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/resources#resource-templates
 */
export interface ListResourceTemplatesRequest extends PaginatedRequest {
  /** The method name of this request. */
  method: 'resources/templates/list';
}

/** One page of the server's resource templates. */
export interface ListResourceTemplatesResult extends PaginatedResult {
  /** The templates of this page. */
  resourceTemplates: ResourceTemplate[];
}

/**
 * Reads the contents of one resource.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/resources#reading-resources
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

/** The contents of a resource. One URI may have several parts, for example the files of a folder. */
export interface ReadResourceResult extends Result {
  /** The parts, each with its own URI. */
  contents: (TextResourceContents | BlobResourceContents)[];
}

/**
 * Notifies the client that resources were added or removed, so that it can call `resources/list` again. Does not
 * require a subscription.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/resources#list-changed-notification
 */
export interface ResourceListChangedNotification extends Notification {
  /** The method name of this notification. */
  method: 'notifications/resources/list_changed';
}

/**
 * Subscribes to changes of one resource. Requires the capability `resources.subscribe`.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/resources#subscriptions
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
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/resources#subscriptions
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
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/resources#subscriptions
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
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/resources#resource
 */
export interface Resource {
  /**
   * Identifies the resource within its server.
   *
   * @format uri
   */
  uri: string;
  /** The display name, for users. */
  name: string;
  /** What the resource contains, written to help a model choose. */
  description?: string;
  /** The media type of the contents, if known. */
  mimeType?: string;
  /** The intended audience, and the priority. */
  annotations?: Annotations;
  /** The length of the raw contents in bytes, before base64 encoding, if known. */
  size?: number;
}

/**
 * A group of resources whose URIs match one URI template.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/resources#resource-templates
 */
export interface ResourceTemplate {
  /**
   * The URI template (RFC 6570). Expanding it gives the URI of one resource.
   *
   * @format uri-template
   */
  uriTemplate: string;
  /** The display name of the template. */
  name: string;
  /** What the resources contain, written to help a model choose. */
  description?: string;
  /** The media type of the contents. Present only if all resources of the template share it. */
  mimeType?: string;
  /** The intended audience, and the priority. */
  annotations?: Annotations;
}

/**
 * Base of text contents and binary contents.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/resources#resource-contents
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
}

/** Text contents of a resource. */
export interface TextResourceContents extends ResourceContents {
  /** The whole text. Use `BlobResourceContents` for binary data. */
  text: string;
}

/** Binary contents of a resource. */
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
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/prompts#listing-prompts
 */
export interface ListPromptsRequest extends PaginatedRequest {
  /** The method name of this request. */
  method: 'prompts/list';
}

/** One page of the server's prompts. */
export interface ListPromptsResult extends PaginatedResult {
  /** The prompts of this page. */
  prompts: Prompt[];
}

/**
 * Gets the messages of one prompt, with the arguments filled in.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/prompts#getting-a-prompt
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

/** The messages of a prompt with its arguments filled in, ready to send to a model. */
export interface GetPromptResult extends Result {
  /** What the prompt is for. */
  description?: string;
  /** The messages, oldest first. */
  messages: PromptMessage[];
}

/**
 * A conversation template that a server provides and that users select, for example as a slash command.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/prompts#prompt
 */
export interface Prompt {
  /** Identifies the prompt within its server. */
  name: string;
  /** What the prompt is for, written for users. */
  description?: string;
  /** The arguments of the prompt. Absent if there are none. */
  arguments?: PromptArgument[];
}

/**
 * An argument of a prompt.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/prompts#prompt
 */
export interface PromptArgument {
  /** Identifies the argument within its prompt. */
  name: string;
  /** What to enter, written for users. */
  description?: string;
  /** True if the argument is required. Default: false. */
  required?: boolean;
}

/** The author of a message: the user or the model. */
export type Role = 'user' | 'assistant';

/**
 * One message of a prompt. Unlike a `SamplingMessage`, it can contain a resource.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/prompts#promptmessage
 */
export interface PromptMessage {
  /** The author of the message. */
  role: Role;
  /** The content of the message. */
  content: TextContent | ImageContent | AudioContent | EmbeddedResource;
}

/**
 * A resource with its contents, in a prompt or a tool result. The client decides how to show it to the model and to
 * users.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/prompts#embedded-resources
 */
export interface EmbeddedResource {
  /** The content type, which tells this content from the others. */
  type: 'resource';
  /** The contents, with a URI that the client can read again or subscribe to later. */
  resource: TextResourceContents | BlobResourceContents;
  /** The intended audience, and the priority. */
  annotations?: Annotations;
}

/**
 * Notifies the client that prompts were added, removed, or changed, so that it can call `prompts/list` again. Does not
 * require a subscription.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/prompts#list-changed-notification
 */
export interface PromptListChangedNotification extends Notification {
  /** The method name of this notification. */
  method: 'notifications/prompts/list_changed';
}

/**
 * Lists the tools of the server.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/tools#listing-tools
 */
export interface ListToolsRequest extends PaginatedRequest {
  /** The method name of this request. */
  method: 'tools/list';
}

/** One page of the server's tools. */
export interface ListToolsResult extends PaginatedResult {
  /** The tools of this page. */
  tools: Tool[];
}

/**
 * The output of a tool, or its error. An error inside the tool is returned with `isError`, so that the model sees it
 * and can try something else. If the call did not reach a tool, for example because of an unknown name, an error
 * response is sent instead.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/tools#tool-result
 */
export interface CallToolResult extends Result {
  /** The output: any number of content blocks. It is untrusted: check it before a model acts on it. */
  content: (TextContent | ImageContent | AudioContent | EmbeddedResource)[];
  /** True if the tool failed; `content` then describes the error. Default: false. */
  isError?: boolean;
}

/**
 * Runs a tool.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/tools#calling-tools
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
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/tools#list-changed-notification
 */
export interface ToolListChangedNotification extends Notification {
  /** The method name of this notification. */
  method: 'notifications/tools/list_changed';
}

/**
 * Hints about the behavior of a tool. None of them is guaranteed: a client does not base decisions on them unless it
 * trusts the server.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/tools#tool
 */
export interface ToolAnnotations {
  /** The display name of the tool. */
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
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/tools#tool
 */
export interface Tool {
  /** Identifies the tool within its server. */
  name: string;
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
  /** Hints about the behavior of the tool. Untrusted, unless the server is trusted. */
  annotations?: ToolAnnotations;
}

/**
 * Sets the minimum severity of the log messages that the client wants to receive. Without this request, the server
 * decides.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/utilities/logging#setting-log-level
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
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/utilities/logging#log-message-notifications
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
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/utilities/logging#log-levels
 */
export type LoggingLevel = 'debug' | 'info' | 'notice' | 'warning' | 'error' | 'critical' | 'alert' | 'emergency';

/**
 * Asks the language model of the client to write the next message of a conversation. The client chooses the model, and
 * should show the request to the user, who may edit or reject it.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/client/sampling#creating-messages
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
 * @see https://modelcontextprotocol.io/specification/2025-03-26/client/sampling#creating-messages
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
 * @see https://modelcontextprotocol.io/specification/2025-03-26/client/sampling#messages
 */
export interface SamplingMessage {
  /** The author of the message. */
  role: Role;
  /** The content of the message. */
  content: TextContent | ImageContent | AudioContent;
}

/** Hints from the server about the audience. Clients may ignore them. */
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
}

/** Text to or from a model. */
export interface TextContent {
  /** The content type, which tells this content from the others. */
  type: 'text';
  /** The text. */
  text: string;
  /** The intended audience, and the priority. */
  annotations?: Annotations;
}

/** An image to or from a model. */
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
  /** The intended audience, and the priority. */
  annotations?: Annotations;
}

/** Audio to or from a model. */
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
  /** The intended audience, and the priority. */
  annotations?: Annotations;
}

/**
 * Preferences of the server for the model. A server does not know the models of a client, so it gives priorities and
 * may suggest names. All preferences are advisory: the client decides.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/client/sampling#model-preferences
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
 * @see https://modelcontextprotocol.io/specification/2025-03-26/client/sampling#model-hints
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
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/utilities/completion#requesting-completions
 */
export interface CompleteRequest extends Request {
  /** The method name of this request. */
  method: 'completion/complete';
  /** The argument, and the text entered so far. */
  params: {
    /** The prompt or resource template that the argument belongs to. */
    ref: PromptReference | ResourceReference;
    /** The argument, and the text entered so far. */
    argument: {
      /** The name of the argument, or of the variable of the template. */
      name: string;
      /** The text entered so far, which may be empty. */
      value: string;
    };
  };
}

/**
 * Suggestions for an argument.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/utilities/completion#completion-results
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
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/utilities/completion#reference-types
 */
export interface ResourceReference {
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
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/utilities/completion#reference-types
 */
export interface PromptReference {
  /** The reference type, which tells this reference from the others. */
  type: 'ref/prompt';
  /** The name of the prompt, as listed. */
  name: string;
}

/**
 * Requests the folders or files in which the server may work.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/client/roots#listing-roots
 */
export interface ListRootsRequest extends Request {
  /** The method name of this request. */
  method: 'roots/list';
}

/** The folders or files in which the server may work. */
export interface ListRootsResult extends Result {
  /** The roots. The array may be empty. */
  roots: Root[];
}

/**
 * A folder or file in which a server may work. The client provides it, and the server stays within it.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/client/roots#root
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
}

/**
 * Notifies the server that the roots changed, so that it can call `roots/list` again.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/client/roots#root-list-changes
 */
export interface RootsListChangedNotification extends Notification {
  /** The method name of this notification. */
  method: 'notifications/roots/list_changed';
}

/** Any request that a client can send. */
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

/** Any notification that a client can send. */
export type ClientNotification =
  | CancelledNotification
  | ProgressNotification
  | InitializedNotification
  | RootsListChangedNotification;

/** Any result that a client can return. The type depends on the method of the request. */
export type ClientResult = EmptyResult | CreateMessageResult | ListRootsResult;

/** Any request that a server can send. */
export type ServerRequest = PingRequest | CreateMessageRequest | ListRootsRequest;

/** Any notification that a server can send. */
export type ServerNotification =
  | CancelledNotification
  | ProgressNotification
  | LoggingMessageNotification
  | ResourceUpdatedNotification
  | ResourceListChangedNotification
  | ToolListChangedNotification
  | PromptListChangedNotification;

/** Any result that a server can return. The type depends on the method of the request. */
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
