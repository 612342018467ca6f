// The schema of revision 2026-07-28 of the Model Context Protocol, written for mcp-gen.
//
// Names, fields, literals, bounds, and unions are those of the official schema; the comments are this project's own.
// Fingerprints prove the structure: the JSON Schema derived from this file has the same structure as the official one,
// definition by definition. Declarations and union members are in the official order, because the order of `anyOf` in
// the derived JSON Schema follows from it.

/**
 * Any JSON value.
 *
 * @category Common Types
 */
export type JSONValue = string | number | boolean | null | JSONObject | JSONArray;

/**
 * A JSON object.
 *
 * @category Common Types
 */
export type JSONObject = { [key: string]: JSONValue };

/**
 * A JSON array.
 *
 * @category Common Types
 */
export type JSONArray = JSONValue[];

/**
 * Any message on a connection: a request, a notification, or a response.
 *
 * @category JSON-RPC
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic
 */
export type JSONRPCMessage = JSONRPCRequest | JSONRPCNotification | JSONRPCResponse;

/**
 * The protocol version that this file describes. Every request carries it.
 *
 * @internal
 */
export const LATEST_PROTOCOL_VERSION = '2026-07-28';

/**
 * The value of `jsonrpc` in every message.
 *
 * @internal
 */
export const JSONRPC_VERSION = '2.0';

/**
 * Free-form metadata. Custom keys have a reverse domain name as prefix, such as `com.example/`. A prefix with
 * `modelcontextprotocol` or `mcp` as its second part belongs to the protocol.
 *
 * @category Common Types
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#meta
 */
export type MetaObject = Record<string, unknown>;

/**
 * Metadata of a request. The server keeps no state between requests, so each one carries the protocol version and the
 * capabilities of the client.
 *
 * @category Common Types
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#meta
 */
export interface RequestMetaObject extends MetaObject {
  /**
   * Requests progress notifications: the receiver may then send `notifications/progress` with this token, but is not
   * required to.
   */
  progressToken?: ProgressToken;
  /**
   * The protocol version of this request. Over HTTP, the header `MCP-Protocol-Version` has the same value. A server
   * that does not support the version responds with an `UnsupportedProtocolVersionError`.
   */
  'io.modelcontextprotocol/protocolVersion': string;
  /** The client program. Clients should send it, unless configured not to. */
  'io.modelcontextprotocol/clientInfo'?: Implementation;
  /** The optional features that the client supports, for this request only. */
  'io.modelcontextprotocol/clientCapabilities': ClientCapabilities;
  /**
   * The minimum severity of the log messages that the client wants to receive during this request. If absent, no log
   * messages are sent.
   *
   * @deprecated Since revision 2026-07-28. Log to stderr, or use OpenTelemetry, instead.
   */
  'io.modelcontextprotocol/logLevel'?: LoggingLevel;
}

/**
 * Metadata of a notification.
 *
 * @category Common Types
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#meta
 */
export interface NotificationMetaObject extends MetaObject {
  /**
   * The subscription of this notification: the `id` of its `subscriptions/listen` request. Always present in
   * notifications of a subscription, because several subscriptions can share one connection.
   */
  'io.modelcontextprotocol/subscriptionId'?: RequestId;
}

/**
 * Metadata of a result.
 *
 * @category Common Types
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#meta
 */
export interface ResultMetaObject extends MetaObject {
  /** The server program. Servers should send it, unless configured not to. */
  'io.modelcontextprotocol/serverInfo'?: Implementation;
}

/**
 * Associates progress notifications with a request. The requester chooses it: a string or an integer, unique among its
 * active requests.
 *
 * @category Common Types
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/progress
 */
export type ProgressToken = string | number;

/**
 * An opaque position in a paginated list. Send it back to the server unchanged. An empty string is a valid cursor.
 *
 * @category Common Types
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/pagination
 */
export type Cursor = string;

/**
 * Base params of all requests.
 *
 * @category Common Types
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#meta
 */
export interface RequestParams {
  /** Metadata about the request and its client. A request without it is rejected with `INVALID_PARAMS`. */
  _meta: RequestMetaObject;
}

/**
 * Base of all requests, without the JSON-RPC envelope: see `JSONRPCRequest`.
 *
 * @internal
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#requests
 */
export interface Request {
  /** The method to call. Each known method has its own request type. */
  method: string;
  /** The parameters, by name. */
  params?: { [key: string]: any };
}

/**
 * Base params of all notifications.
 *
 * @category Common Types
 */
export interface NotificationParams {
  /** Metadata about the notification. */
  _meta?: NotificationMetaObject;
}

/**
 * Base of all notifications, without the JSON-RPC envelope: see `JSONRPCNotification`.
 *
 * @internal
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#notifications
 */
export interface Notification {
  /** The method of the notification. Each known method has its own notification type. */
  method: string;
  /** The parameters, by name. */
  params?: { [key: string]: any };
}

/**
 * How to interpret a result: `complete` for a final result, `input_required` for a request for input. Extensions may
 * add values. A client treats an unknown value as an error.
 *
 * @category Common Types
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#resulttype
 */
export type ResultType = 'complete' | 'input_required' | string;

/**
 * Base of all results. The shape depends on the request with the same `id`, and on `resultType`.
 *
 * @category Common Types
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#result-responses
 */
export interface Result {
  /** Metadata about the response. */
  _meta?: ResultMetaObject;
  /**
   * `complete` for a final result, `input_required` for an `InputRequiredResult`. Servers of earlier revisions omit it,
   * which means `complete`.
   */
  resultType: ResultType;
  [key: string]: unknown;
}

/**
 * A JSON-RPC error.
 *
 * @category Errors
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#error-responses
 */
export interface Error {
  /** The error code, an integer. JSON-RPC reserves -32768 to -32000. */
  code: number;
  /** One short sentence about the error. */
  message: string;
  /** More details about the error, in a shape that the sender defines. */
  data?: unknown;
}

/**
 * Identifies a request, so that its response can be matched to it. A string or an integer, never null, and unique among
 * the pending requests of the sender.
 *
 * @category Common Types
 */
export type RequestId = string | number;

/**
 * A JSON-RPC request. It gets exactly one response, unless it is cancelled.
 *
 * @category JSON-RPC
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#requests
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
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#notifications
 */
export interface JSONRPCNotification extends Notification {
  /** Marks the message as JSON-RPC 2.0. */
  jsonrpc: typeof JSONRPC_VERSION;
}

/**
 * The response to a successful request.
 *
 * @category JSON-RPC
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#result-responses
 */
export interface JSONRPCResultResponse {
  /** Marks the message as JSON-RPC 2.0. */
  jsonrpc: typeof JSONRPC_VERSION;
  /** The `id` of the request. */
  id: RequestId;
  /** The result, or a request for input. The shape depends on the method of the request and on `resultType`. */
  result: Result;
}

/**
 * The response to a failed request.
 *
 * @category JSON-RPC
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#error-responses
 */
export interface JSONRPCErrorResponse {
  /** Marks the message as JSON-RPC 2.0. */
  jsonrpc: typeof JSONRPC_VERSION;
  /** The `id` of the failed request. Absent if the `id` could not be read. */
  id?: RequestId;
  /** The error. */
  error: Error;
}

/**
 * The response to a request: a result or an error.
 *
 * @category JSON-RPC
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#responses
 */
export type JSONRPCResponse = JSONRPCResultResponse | JSONRPCErrorResponse;

/** Error code: the received text is not valid JSON. */
export const PARSE_ERROR = -32700;
/** Error code: the received JSON is not a JSON-RPC request. */
export const INVALID_REQUEST = -32600;
/** Error code: the method is unknown, or belongs to a capability that the receiver does not support. */
export const METHOD_NOT_FOUND = -32601;
/** Error code: the params are invalid for the method. */
export const INVALID_PARAMS = -32602;
/** Error code: the receiver failed while it processed the request. */
export const INTERNAL_ERROR = -32603;

/**
 * The error for text that is not valid JSON.
 *
 * @category Errors
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#error-codes
 */
export interface ParseError extends Error {
  /** The error code. */
  code: typeof PARSE_ERROR;
}

/**
 * The error for JSON that is not a JSON-RPC request.
 *
 * @category Errors
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#error-codes
 */
export interface InvalidRequestError extends Error {
  /** The error code. */
  code: typeof INVALID_REQUEST;
}

/**
 * The error for an unknown method, or a method of a capability that the server does not support. A missing client
 * capability is a `MissingRequiredClientCapabilityError` instead.
 *
 * @category Errors
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#error-codes
 */
export interface MethodNotFoundError extends Error {
  /** The error code. */
  code: typeof METHOD_NOT_FOUND;
}

/**
 * The error for params that are invalid for the method: missing metadata, an unknown tool, prompt, or resource, an
 * invalid cursor, or an invalid log level.
 *
 * @category Errors
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#error-codes
 */
export interface InvalidParamsError extends Error {
  /** The error code. */
  code: typeof INVALID_PARAMS;
}

/**
 * The error for a failure of the server while it processed the request.
 *
 * @category Errors
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#error-codes
 */
export interface InternalError extends Error {
  /** The error code. */
  code: typeof INTERNAL_ERROR;
}

/**
 * Error code: an HTTP header is missing or does not match the body.
 *
 * @category Errors
 */
export const HEADER_MISMATCH = -32020;

/**
 * Error code: the request requires a client capability that it did not declare.
 *
 * @category Errors
 */
export const MISSING_REQUIRED_CLIENT_CAPABILITY = -32021;

/**
 * Error code: the server does not support the protocol version of the request.
 *
 * @category Errors
 */
export const UNSUPPORTED_PROTOCOL_VERSION = -32022;

/**
 * The response to an HTTP request with a header that is missing, malformed, or does not match the body. The HTTP status
 * is 400.
 *
 * @category Errors
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#server-validation
 */
export interface HeaderMismatchError extends Omit<JSONRPCErrorResponse, 'error'> {
  /** The error, with its own code. */
  error: Error & {
    /** The error code. */
    code: typeof HEADER_MISMATCH;
  };
}

/**
 * The response to a request with a protocol version that the server does not support. The client should retry with a
 * version that both support, and report an error to the user if there is none.
 *
 * @category Errors
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning#protocol-version-negotiation
 */
export interface UnsupportedProtocolVersionError extends Omit<JSONRPCErrorResponse, 'error'> {
  /** The error, with the supported versions. */
  error: Error & {
    /** The error code. */
    code: typeof UNSUPPORTED_PROTOCOL_VERSION;
    /** The supported versions, and the version of the request. */
    data: {
      /** All protocol versions supported by the server. */
      supported: string[];
      /** The protocol version of the request. */
      requested: string;
    };
  };
}

/**
 * The response to a request that requires a client capability which the client did not declare. The HTTP status is 400.
 *
 * @category Errors
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#meta
 */
export interface MissingRequiredClientCapabilityError extends Omit<JSONRPCErrorResponse, 'error'> {
  /** The error, with the missing capabilities. */
  error: Error & {
    /** The error code. */
    code: typeof MISSING_REQUIRED_CLIENT_CAPABILITY;
    /** The capabilities that the client must declare. */
    data: {
      /** The missing capabilities, in the shape in which clients declare them. */
      requiredCapabilities: ClientCapabilities;
    };
  };
}

/**
 * A result without data: it only confirms success.
 *
 * @category Common Types
 */
export type EmptyResult = Result;

/**
 * Input that a server needs from the client or its user before it can return a final result. It is not a JSON-RPC
 * message: it has no `id`, and is part of a result.
 *
 * @internal
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#inputrequests
 */
export type InputRequest = CreateMessageRequest | ListRootsRequest | ElicitRequest;

/**
 * The response of the client to an `InputRequest`. It has no discriminator: its type depends on the `InputRequest` with
 * the same key.
 *
 * @internal
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#inputresponses
 */
export type InputResponse = CreateMessageResult | ListRootsResult | ElicitResult;

/**
 * Input requests, by keys that the server chooses. The server requests only input that the client has declared a
 * capability for.
 *
 * @category Multi Round-Trip
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#inputrequests
 */
export interface InputRequests {
  [key: string]: InputRequest;
}

/**
 * The responses to `InputRequests`, with the same keys.
 *
 * @category Multi Round-Trip
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#inputresponses
 */
export interface InputResponses {
  [key: string]: InputResponse;
}

/**
 * A result that requests input instead of giving a final result. The client handles the input requests, then sends the
 * original request again with a new `id`, the responses, and the state. Only `tools/call`, `prompts/get`, and
 * `resources/read` can have this result, any number of times. At least one of the two properties is present.
 *
 * @category Multi Round-Trip
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#inputrequiredresult
 */
export interface InputRequiredResult extends Result {
  /** The input that the server needs. If absent, the client may retry the request immediately. */
  inputRequests?: InputRequests;
  /**
   * Opaque state of the server. Send it back unchanged with the next attempt of this request, and with no other
   * request.
   */
  requestState?: string;
}

/**
 * Base params of requests that can have an `InputRequiredResult`. The properties are for retries, not for the first
 * attempt.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#basic-workflow
 */
export interface InputResponseRequestParams extends RequestParams {
  /**
   * The responses, by the keys of the server. The server validates them, ignores those it did not request, and may
   * request missing input again.
   */
  inputResponses?: InputResponses;
  /**
   * The `requestState` of the `InputRequiredResult`; absent if that had none. The server treats it as untrusted: it may
   * be modified, or come from another user.
   */
  requestState?: string;
}

/**
 * Params of `notifications/cancelled`: the request, and the reason.
 *
 * @category `notifications/cancelled`
 */
export interface CancelledNotificationParams extends NotificationParams {
  /**
   * The `id` of a pending request of the client. If a server sends this notification, the `id` of a
   * `subscriptions/listen` request. Unknown ids are ignored.
   */
  requestId: RequestId;
  /** Human-readable reason, to log or to show to the user. */
  reason?: string;
}

/**
 * Notifies the server that the client no longer needs the response to a request. The server should stop processing and
 * not respond. A response that is already on its way is ignored. Over HTTP, the client closes the response stream
 * instead. A server sends this notification only to end a subscription.
 *
 * @category `notifications/cancelled`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/cancellation
 */
export interface CancelledNotification extends JSONRPCNotification {
  /** The method name of this notification. */
  method: 'notifications/cancelled';
  /** The request, and the reason. */
  params: CancelledNotificationParams;
}

/**
 * Requests the protocol versions and capabilities of the server. All servers support it; clients may skip it.
 *
 * @category `server/discover`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/discover
 */
export interface DiscoverRequest extends JSONRPCRequest {
  /** The method name of this request. */
  method: 'server/discover';
  /** Metadata only. */
  params: RequestParams;
}

/**
 * The protocol versions and capabilities of the server. The name and version of the server are in the metadata.
 *
 * @category `server/discover`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/discover#discoverresult
 */
export interface DiscoverResult extends CacheableResult {
  /** The protocol versions that the server supports. The client uses one of them in later requests. */
  supportedVersions: string[];
  /** The optional features that the server supports. */
  capabilities: ServerCapabilities;
  /**
   * Guidance on using this server, written for a language model. Clients may add it to the system prompt. It comes from
   * the server: trust it only as much as the server.
   */
  instructions?: string;
}

/**
 * The response to a successful `server/discover` request.
 *
 * @category `server/discover`
 */
export interface DiscoverResultResponse extends JSONRPCResultResponse {
  /** The protocol versions and capabilities of the server. */
  result: DiscoverResult;
}

/**
 * The optional features of a client, declared in each request. An absent feature is not supported, and the server does
 * not use it. Unknown keys are allowed: each side may know features that the other does not.
 *
 * @category `server/discover`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#meta
 */
export interface ClientCapabilities {
  /** Non-standard features, by name, with their own settings. */
  experimental?: { [key: string]: JSONObject };
  /**
   * Present if the client supports `roots/list`.
   *
   * @deprecated Since revision 2026-07-28. Pass files and folders in tool arguments, in resource URIs, or in the
   * configuration of the server instead.
   */
  roots?: {};
  /**
   * Present if the client supports `sampling/createMessage`.
   *
   * @deprecated Since revision 2026-07-28. Call the API of a model provider from the server instead.
   */
  sampling?: {
    /** Present if the client supports values of `includeContext` other than `none`. */
    context?: JSONObject;
    /**
     * Present if the model of the client can call tools. Servers send `tools` and `toolChoice` only to such clients.
     */
    tools?: JSONObject;
  };
  /** Present if the client supports `elicitation/create`. An empty object means `form` only. */
  elicitation?: {
    /** Present if the client can show a form. */
    form?: JSONObject;
    /** Present if the client can open a web page for the user. */
    url?: JSONObject;
  };
  /**
   * The protocol extensions that the client supports: settings by identifier, such as `io.modelcontextprotocol/tasks`.
   * An empty object means no settings.
   */
  extensions?: { [key: string]: JSONObject };
}

/**
 * The optional features of a server. An absent feature is not supported, and the client should not use it. Unknown keys
 * are allowed: each side may know features that the other does not.
 *
 * @category `server/discover`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/discover#discoverresult
 */
export interface ServerCapabilities {
  /** Non-standard features, by name, with their own settings. */
  experimental?: { [key: string]: JSONObject };
  /**
   * Present if the server sends log messages.
   *
   * @deprecated Since revision 2026-07-28. Log to stderr, or use OpenTelemetry, instead.
   */
  logging?: JSONObject;
  /** Present if the server supports `completion/complete`. */
  completions?: JSONObject;
  /** Present if the server has prompts. */
  prompts?: {
    /** True if the server sends `notifications/prompts/list_changed`. */
    listChanged?: boolean;
  };
  /** Present if the server has resources. */
  resources?: {
    /** True if clients can subscribe to single resources, with `resourceSubscriptions` in `subscriptions/listen`. */
    subscribe?: boolean;
    /** True if the server sends `notifications/resources/list_changed`. */
    listChanged?: boolean;
  };
  /** Present if the server has tools. */
  tools?: {
    /** True if the server sends `notifications/tools/list_changed`. */
    listChanged?: boolean;
  };
  /**
   * The protocol extensions that the server supports: settings by identifier, such as `io.modelcontextprotocol/tasks`.
   * An empty object means no settings.
   */
  extensions?: { [key: string]: JSONObject };
}

/**
 * An icon to show beside a name. It is untrusted content: fetch it without credentials and only from the origin of the
 * server, and check its type before you show it.
 *
 * @category Common Types
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#icons
 */
export interface Icon {
  /**
   * The location of the image: an `https:` URL, or the image itself as a `data:` URI in base64. Clients reject schemes
   * such as `javascript:` and `file:`. An SVG may contain scripts.
   *
   * @format uri
   */
  src: string;
  /** The media type of the image, for use if the HTTP response has none or a generic one. */
  mimeType?: string;
  /**
   * The sizes that the icon fits, in pixels, such as `48x48`, or `any` for a scalable format. If absent, the icon fits
   * any size.
   */
  sizes?: string[];
  /** The background that the icon is designed for. If absent, the icon fits both. */
  theme?: 'light' | 'dark';
}

/**
 * Base of all types with icons.
 *
 * @internal
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#icons
 */
export interface Icons {
  /**
   * The same icon in several sizes and formats, for the client to choose from. A client that shows icons supports PNG
   * and JPEG.
   */
  icons?: Icon[];
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
 * The program at one end of the connection. The program itself provides this information: use it for logs and display,
 * not as proof of identity and not for decisions.
 *
 * @category `server/discover`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#meta
 */
export interface Implementation extends BaseMetadata, Icons {
  /** The version of the program, not of the protocol. */
  version: string;
  /** Human-readable purpose of the program. */
  description?: string;
  /**
   * The home page of the program.
   *
   * @format uri
   */
  websiteUrl?: string;
}

/**
 * Params of `notifications/progress`: the request, and its progress.
 *
 * @category `notifications/progress`
 */
export interface ProgressNotificationParams extends NotificationParams {
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
}

/**
 * Reports the progress of a request. Sent only if the request has a progress token, as often as the sender chooses, and
 * never after the response.
 *
 * @category `notifications/progress`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/progress
 */
export interface ProgressNotification extends JSONRPCNotification {
  /** The method name of this notification. */
  method: 'notifications/progress';
  /** The request, and its progress. */
  params: ProgressNotificationParams;
}

/**
 * Base params of all paginated requests.
 *
 * @category Common Types
 */
export interface PaginatedRequestParams extends RequestParams {
  /** The `nextCursor` of the previous page. If absent, the list starts at the beginning. */
  cursor?: Cursor;
}

/**
 * Base of all paginated requests.
 *
 * @internal
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/pagination
 */
export interface PaginatedRequest extends JSONRPCRequest {
  /** The page to return. */
  params: PaginatedRequestParams;
}

/**
 * Base of all pages of a list. The server chooses the page size.
 *
 * @internal
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/pagination
 */
export interface PaginatedResult extends Result {
  /** The cursor of the next page. Absent on the last page. */
  nextCursor?: Cursor;
}

/**
 * Base of all results that can be cached. Reuse a result only for the same method with the same params, and never if
 * the request had `inputResponses` or `requestState`.
 *
 * @internal
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching#cacheable-model
 */
export interface CacheableResult extends Result {
  /**
   * How long the result is fresh, in milliseconds after its arrival. 0 means: request it again each time. It is only a
   * hint: a change notification invalidates the result immediately. Servers of earlier revisions omit it, which means
   * 0.
   *
   * @minimum 0
   */
  ttlMs: number;
  /**
   * Who may share the cached result. `public`: everyone, even if the request required authorization. `private`: only
   * requests with the same authorization. All pages of a list have the same value.
   */
  cacheScope: 'public' | 'private';
}

/**
 * Lists the resources of the server.
 *
 * @category `resources/list`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/resources#listing-resources
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
export interface ListResourcesResult extends PaginatedResult, CacheableResult {
  /** The resources of this page. */
  resources: Resource[];
}

/**
 * The response to a successful `resources/list` request.
 *
 * @category `resources/list`
 */
export interface ListResourcesResultResponse extends JSONRPCResultResponse {
  /** The requested page. */
  result: ListResourcesResult;
}

/**
 * Lists the resource templates of the server.
 *
 * @category `resources/templates/list`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/resources#resource-templates
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
export interface ListResourceTemplatesResult extends PaginatedResult, CacheableResult {
  /** The templates of this page. */
  resourceTemplates: ResourceTemplate[];
}

/**
 * The response to a successful `resources/templates/list` request.
 *
 * @category `resources/templates/list`
 */
export interface ListResourceTemplatesResultResponse extends JSONRPCResultResponse {
  /** The requested page. */
  result: ListResourceTemplatesResult;
}

/**
 * Base params of all requests about one resource.
 *
 * @internal
 */
export interface ResourceRequestParams extends RequestParams {
  /**
   * The URI of the resource, listed or expanded from a template. Any scheme is allowed: the server interprets it.
   *
   * @format uri
   */
  uri: string;
}

/**
 * Params of `resources/read`: the resource, and the responses to input requests.
 *
 * @category `resources/read`
 */
export interface ReadResourceRequestParams extends ResourceRequestParams, InputResponseRequestParams {}

/**
 * Reads the contents of one resource.
 *
 * @category `resources/read`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/resources#reading-resources
 */
export interface ReadResourceRequest extends JSONRPCRequest {
  /** The method name of this request. */
  method: 'resources/read';
  /** The resource. */
  params: ReadResourceRequestParams;
}

/**
 * The contents of a resource. One URI may have several parts, for example the files of a folder. A resource that does
 * not exist is an `INVALID_PARAMS` error, never an empty array.
 *
 * @category `resources/read`
 */
export interface ReadResourceResult extends CacheableResult {
  /** The parts, each with its own URI. */
  contents: (TextResourceContents | BlobResourceContents)[];
}

/**
 * The response to a successful `resources/read` request, or a request for input.
 *
 * @category `resources/read`
 */
export interface ReadResourceResultResponse extends JSONRPCResultResponse {
  /** The contents, or a request for input. */
  result: ReadResourceResult | InputRequiredResult;
}

/**
 * Notifies the client that resources were added or removed, so that it can call `resources/list` again. Sent to
 * subscriptions with `resourcesListChanged`.
 *
 * @category `notifications/resources/list_changed`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/resources#list-changed-notification
 */
export interface ResourceListChangedNotification extends JSONRPCNotification {
  /** The method name of this notification. */
  method: 'notifications/resources/list_changed';
  /** Metadata only. */
  params?: NotificationParams;
}

/**
 * The types of notifications that a client wants to receive on a subscription. Absent types are not sent.
 *
 * @category `subscriptions/listen`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions#notification-filter
 */
export interface SubscriptionFilter {
  /** True to receive `notifications/tools/list_changed`. */
  toolsListChanged?: boolean;
  /** True to receive `notifications/prompts/list_changed`. */
  promptsListChanged?: boolean;
  /** True to receive `notifications/resources/list_changed`. */
  resourcesListChanged?: boolean;
  /**
   * The URIs of the resources to receive `notifications/resources/updated` for. Requires the capability
   * `resources.subscribe`.
   */
  resourceSubscriptions?: string[];
}

/**
 * Params of `subscriptions/listen`: the notifications to receive.
 *
 * @category `subscriptions/listen`
 */
export interface SubscriptionsListenRequestParams extends RequestParams {
  /** The types of notifications to receive. */
  notifications: SubscriptionFilter;
}

/**
 * Subscribes to notifications. The request stays open until one side ends it, and each of its notifications carries its
 * `id`. A client may have several subscriptions, and opens them again after the connection was lost.
 *
 * @category `subscriptions/listen`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions#opening-a-stream
 */
export interface SubscriptionsListenRequest extends JSONRPCRequest {
  /** The method name of this request. */
  method: 'subscriptions/listen';
  /** The notifications to receive. */
  params: SubscriptionsListenRequestParams;
}

/**
 * Metadata of the result that ends a subscription.
 *
 * @category `subscriptions/listen`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions#graceful-closure
 */
export interface SubscriptionsListenResultMetaObject extends ResultMetaObject {
  /** The subscription that ended: the `id` of its `subscriptions/listen` request. */
  'io.modelcontextprotocol/subscriptionId': RequestId;
}

/**
 * Confirms that the server ended a subscription normally. If the connection closes without this result, an error
 * occurred, and the client may reconnect.
 *
 * @category `subscriptions/listen`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions#graceful-closure
 */
export interface SubscriptionsListenResult extends Result {
  /** Identifies the subscription. */
  _meta: SubscriptionsListenResultMetaObject;
}

/**
 * The response to a `subscriptions/listen` request, sent when the server ends the subscription.
 *
 * @category `subscriptions/listen`
 */
export interface SubscriptionsListenResultResponse extends JSONRPCResultResponse {
  /** Identifies the subscription that ended. */
  result: SubscriptionsListenResult;
}

/**
 * Params of `notifications/subscriptions/acknowledged`: the notifications that the server will send.
 *
 * @category `notifications/subscriptions/acknowledged`
 */
export interface SubscriptionsAcknowledgedNotificationParams extends NotificationParams {
  /** The requested types of notifications that the server supports. */
  notifications: SubscriptionFilter;
}

/**
 * Notifies the client that a subscription has started, and which notifications it includes. The first message of every
 * subscription.
 *
 * @category `notifications/subscriptions/acknowledged`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions#acknowledgment
 */
export interface SubscriptionsAcknowledgedNotification extends JSONRPCNotification {
  /** The method name of this notification. */
  method: 'notifications/subscriptions/acknowledged';
  /** The notifications that the server will send. */
  params: SubscriptionsAcknowledgedNotificationParams;
}

/**
 * Params of `notifications/resources/updated`: the resource.
 *
 * @category `notifications/resources/updated`
 */
export interface ResourceUpdatedNotificationParams extends NotificationParams {
  /**
   * The URI of the changed resource, which may be below the subscribed one.
   *
   * @format uri
   */
  uri: string;
}

/**
 * Notifies the client that a subscribed resource changed. The notification does not contain the new contents: read the
 * resource to get them. Sent to subscriptions with the resource in `resourceSubscriptions`.
 *
 * @category `notifications/resources/updated`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/resources#subscriptions
 */
export interface ResourceUpdatedNotification extends JSONRPCNotification {
  /** The method name of this notification. */
  method: 'notifications/resources/updated';
  /** The resource. */
  params: ResourceUpdatedNotificationParams;
}

/**
 * Data that a server provides under a URI, such as a file, a database table, or the state of a program.
 *
 * @category `resources/list`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/resources#resource
 */
export interface Resource extends BaseMetadata, Icons {
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
  _meta?: MetaObject;
}

/**
 * A group of resources whose URIs match one URI template.
 *
 * @category `resources/templates/list`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/resources#resource-templates
 */
export interface ResourceTemplate extends BaseMetadata, Icons {
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
  _meta?: MetaObject;
}

/**
 * Base of text contents and binary contents.
 *
 * @internal
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/resources#resource-contents
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
  _meta?: MetaObject;
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
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/prompts#listing-prompts
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
export interface ListPromptsResult extends PaginatedResult, CacheableResult {
  /** The prompts of this page. */
  prompts: Prompt[];
}

/**
 * The response to a successful `prompts/list` request.
 *
 * @category `prompts/list`
 */
export interface ListPromptsResultResponse extends JSONRPCResultResponse {
  /** The requested page. */
  result: ListPromptsResult;
}

/**
 * Params of `prompts/get`: the prompt, its arguments, and the responses to input requests.
 *
 * @category `prompts/get`
 */
export interface GetPromptRequestParams extends InputResponseRequestParams {
  /** The name of the prompt, as listed. */
  name: string;
  /** The value of each argument, a string, by the name of the argument. */
  arguments?: { [key: string]: string };
}

/**
 * Gets the messages of one prompt, with the arguments filled in.
 *
 * @category `prompts/get`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/prompts#getting-a-prompt
 */
export interface GetPromptRequest extends JSONRPCRequest {
  /** The method name of this request. */
  method: 'prompts/get';
  /** The prompt and its arguments. */
  params: GetPromptRequestParams;
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
 * The response to a successful `prompts/get` request, or a request for input.
 *
 * @category `prompts/get`
 */
export interface GetPromptResultResponse extends JSONRPCResultResponse {
  /** The prompt, or a request for input. */
  result: GetPromptResult | InputRequiredResult;
}

/**
 * A conversation template that a server provides and that users select, for example as a slash command.
 *
 * @category `prompts/list`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/prompts#prompt
 */
export interface Prompt extends BaseMetadata, Icons {
  /** What the prompt is for, written for users. */
  description?: string;
  /** The arguments of the prompt. Absent if there are none. */
  arguments?: PromptArgument[];
  /** Free-form metadata about the prompt. */
  _meta?: MetaObject;
}

/**
 * An argument of a prompt.
 *
 * @category `prompts/list`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/prompts#prompt
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
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/prompts#promptmessage
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
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#resource-links
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
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/prompts#embedded-resources
 */
export interface EmbeddedResource {
  /** The content type, which tells this content from the others. */
  type: 'resource';
  /** The contents, with a URI that the client can read again or subscribe to later. */
  resource: TextResourceContents | BlobResourceContents;
  /** The intended audience, the priority, and the time of the last change. */
  annotations?: Annotations;
  /** Free-form metadata about the embedding, not about the contents. */
  _meta?: MetaObject;
}

/**
 * Notifies the client that prompts were added, removed, or changed, so that it can call `prompts/list` again. Sent to
 * subscriptions with `promptsListChanged`.
 *
 * @category `notifications/prompts/list_changed`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/prompts#list-changed-notification
 */
export interface PromptListChangedNotification extends JSONRPCNotification {
  /** The method name of this notification. */
  method: 'notifications/prompts/list_changed';
  /** Metadata only. */
  params?: NotificationParams;
}

/**
 * Lists the tools of the server.
 *
 * @category `tools/list`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#listing-tools
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
export interface ListToolsResult extends PaginatedResult, CacheableResult {
  /** The tools of this page. */
  tools: Tool[];
}

/**
 * The response to a successful `tools/list` request.
 *
 * @category `tools/list`
 */
export interface ListToolsResultResponse extends JSONRPCResultResponse {
  /** The requested page. */
  result: ListToolsResult;
}

/**
 * The output of a tool, or its error. An error inside the tool, including invalid arguments, is returned with
 * `isError`, so that the model sees it and can try something else. If the call did not reach a tool, for example
 * because of an unknown name, an error response is sent instead.
 *
 * @category `tools/call`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#tool-result
 */
export interface CallToolResult extends Result {
  /** The output for a model: any number of content blocks. It is untrusted: check it before a model acts on it. */
  content: ContentBlock[];
  /**
   * The output for a program: any JSON value, valid against the `outputSchema` of the tool if it has one. Clients
   * should validate it. For clients that do not read it, the tool should also put the same JSON as text into `content`.
   */
  structuredContent?: unknown;
  /** True if the tool failed; `content` then describes the error. Default: false. */
  isError?: boolean;
}

/**
 * The response to a `tools/call` request that reached its tool, or a request for input. The tool itself may have
 * failed.
 *
 * @category `tools/call`
 */
export interface CallToolResultResponse extends JSONRPCResultResponse {
  /** The result of the tool, or a request for input. */
  result: CallToolResult | InputRequiredResult;
}

/**
 * Params of `tools/call`: the tool, its arguments, and the responses to input requests.
 *
 * @category `tools/call`
 */
export interface CallToolRequestParams extends InputResponseRequestParams {
  /** The name of the tool, as listed. */
  name: string;
  /**
   * The arguments, valid against the `inputSchema` of the tool. Usually written by a model, so the server validates
   * them.
   */
  arguments?: { [key: string]: unknown };
}

/**
 * Runs a tool.
 *
 * @category `tools/call`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#calling-tools
 */
export interface CallToolRequest extends JSONRPCRequest {
  /** The method name of this request. */
  method: 'tools/call';
  /** The tool and its arguments. */
  params: CallToolRequestParams;
}

/**
 * Notifies the client that tools were added, removed, or changed, so that it can call `tools/list` again. Sent to
 * subscriptions with `toolsListChanged`.
 *
 * @category `notifications/tools/list_changed`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#list-changed-notification
 */
export interface ToolListChangedNotification extends JSONRPCNotification {
  /** The method name of this notification. */
  method: 'notifications/tools/list_changed';
  /** Metadata only. */
  params?: NotificationParams;
}

/**
 * Hints about the behavior of a tool. None of them is guaranteed: a client does not base decisions on them unless it
 * trusts the server.
 *
 * @category `tools/list`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#tool
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
 * A function that a server provides to models: it looks up data, computes, or acts on a system. Its `name` should be 1
 * to 128 ASCII letters, digits, `_`, `-`, and `.`; it is case-sensitive.
 *
 * @category `tools/list`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#tool
 */
export interface Tool extends BaseMetadata, Icons {
  /** What the tool does and when to use it. Models choose tools by this text. */
  description?: string;
  /**
   * The JSON Schema of the arguments, which are always an object. An argument that is a string, an integer, or a
   * boolean may have the keyword `x-mcp-header`: over HTTP, its value is then also sent in a header. Validation can be
   * expensive, and a `$ref` is never fetched from the network automatically.
   */
  inputSchema: {
    /** The dialect of this schema. Default: JSON Schema 2020-12. */
    $schema?: string;
    /** Arguments are an object. */
    type: 'object';
    [key: string]: unknown;
  };
  /**
   * The JSON Schema of `structuredContent`, which may be any JSON value. A tool with an output schema must return
   * structured content that is valid against it.
   */
  outputSchema?: {
    /** The dialect of this schema. Default: JSON Schema 2020-12. */
    $schema?: string;
    [key: string]: unknown;
  };
  /** Hints about the behavior of the tool. Untrusted, unless the server is trusted. */
  annotations?: ToolAnnotations;
  /** Free-form metadata about the tool. */
  _meta?: MetaObject;
}

/**
 * Params of `notifications/message`: the data, the logger, and the severity.
 *
 * @deprecated Since revision 2026-07-28. Log to stderr, or use OpenTelemetry, instead.
 * @category `notifications/message`
 */
export interface LoggingMessageNotificationParams extends NotificationParams {
  /** The severity of the message. */
  level: LoggingLevel;
  /** The component of the server that logs. */
  logger?: string;
  /** The data to log: a string, or any other JSON value. */
  data: unknown;
}

/**
 * A log message of the server, about the current request. Sent only if the request has a `logLevel`, and only along
 * with its response. It must not contain secrets or personal data.
 *
 * @deprecated Since revision 2026-07-28. Log to stderr, or use OpenTelemetry, instead.
 * @category `notifications/message`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/logging#log-message-notifications
 */
export interface LoggingMessageNotification extends JSONRPCNotification {
  /** The method name of this notification. */
  method: 'notifications/message';
  /** The data, the logger, and the severity. */
  params: LoggingMessageNotificationParams;
}

/**
 * The severity of a log message: the levels of syslog (RFC 5424), lowest first.
 *
 * @deprecated Since revision 2026-07-28. Log to stderr, or use OpenTelemetry, instead.
 * @category Common Types
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/logging#log-levels
 */
export type LoggingLevel = 'debug' | 'info' | 'notice' | 'warning' | 'error' | 'critical' | 'alert' | 'emergency';

/**
 * Params of `sampling/createMessage`: the conversation, and preferences for the response of the model.
 *
 * @deprecated Since revision 2026-07-28. Call the API of a model provider from the server instead.
 * @category `sampling/createMessage`
 */
export interface CreateMessageRequestParams {
  /** The conversation so far, oldest message first. */
  messages: SamplingMessage[];
  /** Preferences for the choice of the model. The client may ignore them. */
  modelPreferences?: ModelPreferences;
  /** The system prompt that the server suggests. The client may change or omit it. */
  systemPrompt?: string;
  /**
   * Whose context to add to the conversation: of no server, of the requesting server, or of all connected servers.
   * Default: `none`. The other values require the client capability `sampling.context`. The client makes the final
   * decision.
   *
   * @deprecated Omit it, or use `none`.
   */
  includeContext?: 'none' | 'thisServer' | 'allServers';
  /**
   * The sampling temperature: 0 is the most predictable, and the maximum depends on the model.
   *
   * @TJS-type number
   */
  temperature?: number;
  /** The maximum length of the response, in tokens. The client does not exceed it; the model may stop earlier. */
  maxTokens: number;
  /** Strings at which the model stops. */
  stopSequences?: string[];
  /** Settings for the provider of the model, in a format that the provider defines. */
  metadata?: JSONObject;
  /**
   * The tools that the model may call, only in this conversation: they are not necessarily those of `tools/list`. Calls
   * are returned as `ToolUseContent`, and the server runs them. Requires the capability `sampling.tools`.
   */
  tools?: Tool[];
  /** Whether the model may or must call tools. Default: `auto`. Requires the capability `sampling.tools`. */
  toolChoice?: ToolChoice;
}

/**
 * Whether a model may or must call tools.
 *
 * @deprecated Since revision 2026-07-28. Call the API of a model provider from the server instead.
 * @category `sampling/createMessage`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/sampling#tool-choice-modes
 */
export interface ToolChoice {
  /**
   * `auto`, the default: the model decides. `required`: the model calls at least one tool. `none`: the model calls no
   * tool, and so finishes its response.
   */
  mode?: 'auto' | 'required' | 'none';
}

/**
 * Asks the language model of the client to write the next message of a conversation. The client chooses the model, and
 * should show the request to the user, who may edit or reject it. Sent in an `InputRequiredResult`.
 *
 * @deprecated Since revision 2026-07-28. Call the API of a model provider from the server instead.
 * @category `sampling/createMessage`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/sampling#creating-messages
 */
export interface CreateMessageRequest {
  /** The method name of this request. */
  method: 'sampling/createMessage';
  /** The conversation, and preferences for the response of the model. */
  params: CreateMessageRequestParams;
}

/**
 * The message that the model of the client wrote. The client should show it to the user before it sends it to the
 * server.
 *
 * @deprecated Since revision 2026-07-28. Call the API of a model provider from the server instead.
 * @category `sampling/createMessage`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/sampling#creating-messages
 */
export interface CreateMessageResult extends SamplingMessage {
  /** The model that wrote the message, as its provider names it. */
  model: string;
  /**
   * Why the model stopped: the end of its turn, a stop sequence, the maximum length, a tool call, or another reason of
   * the provider.
   */
  stopReason?: 'endTurn' | 'stopSequence' | 'maxTokens' | 'toolUse' | string;
}

/**
 * One message of a conversation with a model.
 *
 * @deprecated Since revision 2026-07-28. Call the API of a model provider from the server instead.
 * @category `sampling/createMessage`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/sampling#messages
 */
export interface SamplingMessage {
  /** The author of the message. */
  role: Role;
  /** The content of the message: one block, or an array of blocks. A message with tool results has no other content. */
  content: SamplingMessageContentBlock | SamplingMessageContentBlock[];
  /** Free-form metadata about the message. */
  _meta?: MetaObject;
}

/**
 * One content block of a message to or from a model. Its `type` tells the kind.
 *
 * @deprecated Since revision 2026-07-28. Call the API of a model provider from the server instead.
 * @category `sampling/createMessage`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/sampling#messages
 */
export type SamplingMessageContentBlock =
  | TextContent
  | ImageContent
  | AudioContent
  | ToolUseContent
  | ToolResultContent;

/**
 * Hints from the server about use and display. Clients may ignore them.
 *
 * @category Common Types
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/resources#annotations
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
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#tool-result
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
  _meta?: MetaObject;
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
  _meta?: MetaObject;
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
  _meta?: MetaObject;
}

/**
 * A tool call that a model requests. The next message must contain a `ToolResultContent` for each call of this message.
 *
 * @deprecated Since revision 2026-07-28. Call the API of a model provider from the server instead.
 * @category `sampling/createMessage`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/sampling#sampling-with-tools
 */
export interface ToolUseContent {
  /** The content type, which tells this content from the others. */
  type: 'tool_use';
  /** Identifies the call, so that its result can be matched to it. */
  id: string;
  /** The name of the tool. */
  name: string;
  /** The arguments, valid against the `inputSchema` of the tool. Written by a model: validate them. */
  input: { [key: string]: unknown };
  /** Free-form metadata about the call. Clients should keep it in later requests. */
  _meta?: MetaObject;
}

/**
 * The result of a tool call that a model requested.
 *
 * @deprecated Since revision 2026-07-28. Call the API of a model provider from the server instead.
 * @category `sampling/createMessage`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/sampling#tool-use-and-result-balance
 */
export interface ToolResultContent {
  /** The content type, which tells this content from the others. */
  type: 'tool_result';
  /** The `id` of the call. */
  toolUseId: string;
  /** The output for a model: any number of content blocks. */
  content: ContentBlock[];
  /** The output for a program: any JSON value, valid against the `outputSchema` of the tool if it has one. */
  structuredContent?: unknown;
  /** True if the tool failed; `content` then describes the error. Default: false. */
  isError?: boolean;
  /** Free-form metadata about the result. Clients should keep it in later requests. */
  _meta?: MetaObject;
}

/**
 * Preferences of the server for the model. A server does not know the models of a client, so it gives priorities and
 * may suggest names. All preferences are advisory: the client decides.
 *
 * @deprecated Since revision 2026-07-28. Call the API of a model provider from the server instead.
 * @category `sampling/createMessage`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/sampling#model-preferences
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
 * @deprecated Since revision 2026-07-28. Call the API of a model provider from the server instead.
 * @category `sampling/createMessage`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/sampling#model-hints
 */
export interface ModelHint {
  /**
   * Part of the name of a model. `sonnet` matches every model with that name part. If there is no match, the client may
   * use a similar model of another provider.
   */
  name?: string;
}

/**
 * Params of `completion/complete`: the argument, and the text entered so far.
 *
 * @category `completion/complete`
 */
export interface CompleteRequestParams extends RequestParams {
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
}

/**
 * Requests suggestions for an argument that the user is entering.
 *
 * @category `completion/complete`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/completion#requesting-completions
 */
export interface CompleteRequest extends JSONRPCRequest {
  /** The method name of this request. */
  method: 'completion/complete';
  /** The argument, and the text entered so far. */
  params: CompleteRequestParams;
}

/**
 * Suggestions for an argument.
 *
 * @category `completion/complete`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/completion#completion-results
 */
export interface CompleteResult extends Result {
  /** The suggestions. */
  completion: {
    /**
     * Complete values, most likely first. At most 100.
     *
     * @maxItems 100
     */
    values: string[];
    /** The number of suggestions that exist, including those not sent. */
    total?: number;
    /** True if more suggestions exist than were sent, even if their number is unknown. */
    hasMore?: boolean;
  };
}

/**
 * The response to a successful `completion/complete` request.
 *
 * @category `completion/complete`
 */
export interface CompleteResultResponse extends JSONRPCResultResponse {
  /** The suggestions. */
  result: CompleteResult;
}

/**
 * A reference to a resource template.
 *
 * @category `completion/complete`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/completion#reference-types
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
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/completion#reference-types
 */
export interface PromptReference extends BaseMetadata {
  /** The reference type, which tells this reference from the others. */
  type: 'ref/prompt';
}

/**
 * Requests the folders or files that are relevant to the client. Sent in an `InputRequiredResult`.
 *
 * @deprecated Since revision 2026-07-28. Pass files and folders in tool arguments, in resource URIs, or in the
 * configuration of the server instead.
 * @category `roots/list`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/roots#listing-roots
 */
export interface ListRootsRequest {
  /** The method name of this request. */
  method: 'roots/list';
  /** Metadata only. */
  params?: {
    /** Free-form metadata about the request. */
    _meta?: MetaObject;
  };
}

/**
 * The folders or files that are relevant to the client.
 *
 * @deprecated Since revision 2026-07-28. Pass files and folders in tool arguments, in resource URIs, or in the
 * configuration of the server instead.
 * @category `roots/list`
 */
export interface ListRootsResult {
  /** The roots. The array may be empty. */
  roots: Root[];
}

/**
 * A folder or file that is relevant to the client. A server should stay within the roots. They are advisory: the
 * protocol does not enforce them.
 *
 * @deprecated Since revision 2026-07-28. Pass files and folders in tool arguments, in resource URIs, or in the
 * configuration of the server instead.
 * @category `roots/list`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/roots#root
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
  _meta?: MetaObject;
}

/**
 * Params of `elicitation/create` for a form: the client shows it and returns the values. Must not request passwords,
 * keys, or payment data.
 *
 * @category `elicitation/create`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#form-mode-elicitation-requests
 */
export interface ElicitRequestFormParams {
  /** The mode. Default: `form`. */
  mode?: 'form';
  /** The message for the user: which information is needed, and why. */
  message: string;
  /**
   * The form, as a JSON Schema of the response. It must be flat: an object whose properties are strings, numbers,
   * booleans, or choices.
   */
  requestedSchema: {
    /** The dialect of this schema. Default: JSON Schema 2020-12. */
    $schema?: string;
    /** The response is an object. */
    type: 'object';
    /** The fields of the form, by name. */
    properties: {
      [key: string]: PrimitiveSchemaDefinition;
    };
    /** The names of the required fields. */
    required?: string[];
  };
}

/**
 * Params of `elicitation/create` for a web page: the client opens it for the user and receives no data from it.
 * Suitable for credentials and payments.
 *
 * @category `elicitation/create`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#url-mode-elicitation-requests
 */
export interface ElicitRequestURLParams {
  /** The mode. */
  mode: 'url';
  /** The message for the user: why to visit the page. */
  message: string;
  /**
   * The URL of the page, without secrets or personal data. The client shows the URL, and opens it only with the consent
   * of the user.
   *
   * @format uri
   */
  url: string;
}

/**
 * Params of `elicitation/create`, in one of two modes: a form in the client, or a web page outside it.
 *
 * @category `elicitation/create`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#elicitation-requests
 */
export type ElicitRequestParams = ElicitRequestFormParams | ElicitRequestURLParams;

/**
 * Asks the user, through the client, to fill in a small form or to visit a web page. The client shows which server is
 * asking, and lets the user decline. A server uses only modes that the client supports. Sent in an
 * `InputRequiredResult`.
 *
 * @category `elicitation/create`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#elicitation-requests
 */
export interface ElicitRequest {
  /** The method name of this request. */
  method: 'elicitation/create';
  /** The mode, and the form or the page. */
  params: ElicitRequestParams;
}

/**
 * One field of a form. Forms support only this subset of JSON Schema: no nested objects, and arrays only for multiple
 * choice.
 *
 * @category `elicitation/create`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#requested-schema
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
  /** The initial value of the field. */
  default?: string;
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
  /**
   * The initial value of the field.
   *
   * @TJS-type number
   */
  default?: number;
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
 * A single-choice field without labels.
 *
 * @category `elicitation/create`
 */
export interface UntitledSingleSelectEnumSchema {
  /** The value is a string. */
  type: 'string';
  /** The label of the field. */
  title?: string;
  /** What to enter, written for users. */
  description?: string;
  /** The values to choose from. */
  enum: string[];
  /** The initial value of the field. */
  default?: string;
}

/**
 * A single-choice field with labels.
 *
 * @category `elicitation/create`
 */
export interface TitledSingleSelectEnumSchema {
  /** The value is a string. */
  type: 'string';
  /** The label of the field. */
  title?: string;
  /** What to enter, written for users. */
  description?: string;
  /** The values to choose from, with labels. */
  oneOf: Array<{
    /** The value. */
    const: string;
    /** The label of the value. */
    title: string;
  }>;
  /** The initial value of the field: one of the values to choose from. */
  default?: string;
}

/**
 * A single-choice field. With `oneOf` it has labels, with `enum` it has none.
 *
 * @category `elicitation/create`
 */
export type SingleSelectEnumSchema = UntitledSingleSelectEnumSchema | TitledSingleSelectEnumSchema;

/**
 * A multiple-choice field without labels.
 *
 * @category `elicitation/create`
 */
export interface UntitledMultiSelectEnumSchema {
  /** The value is an array. */
  type: 'array';
  /** The label of the field. */
  title?: string;
  /** What to enter, written for users. */
  description?: string;
  /** The minimum number of selected values. */
  minItems?: number;
  /** The maximum number of selected values. */
  maxItems?: number;
  /** The values to choose from. */
  items: {
    /** Each value is a string. */
    type: 'string';
    /** The values to choose from. */
    enum: string[];
  };
  /** The values that are initially selected. */
  default?: string[];
}

/**
 * A multiple-choice field with labels.
 *
 * @category `elicitation/create`
 */
export interface TitledMultiSelectEnumSchema {
  /** The value is an array. */
  type: 'array';
  /** The label of the field. */
  title?: string;
  /** What to enter, written for users. */
  description?: string;
  /** The minimum number of selected values. */
  minItems?: number;
  /** The maximum number of selected values. */
  maxItems?: number;
  /** The values to choose from. */
  items: {
    /** The values to choose from, with labels. */
    anyOf: Array<{
      /** The value. */
      const: string;
      /** The label of the value. */
      title: string;
    }>;
  };
  /** The values that are initially selected. */
  default?: string[];
}

/**
 * A multiple-choice field. With `items.anyOf` it has labels, with `items.enum` it has none.
 *
 * @category `elicitation/create`
 */
export type MultiSelectEnumSchema = UntitledMultiSelectEnumSchema | TitledMultiSelectEnumSchema;

/**
 * A single-choice field with labels in the format of revision 2025-06-18, which is not JSON Schema. Prefer
 * `TitledSingleSelectEnumSchema`.
 *
 * @category `elicitation/create`
 */
export interface LegacyTitledEnumSchema {
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
  /** The initial value of the field: one of the values to choose from. */
  default?: string;
}

/**
 * A choice field: single or multiple, with or without labels.
 *
 * @category `elicitation/create`
 */
export type EnumSchema = SingleSelectEnumSchema | MultiSelectEnumSchema | LegacyTitledEnumSchema;

/**
 * The response of the user. For a web page, it says only whether the user agreed to open it.
 *
 * @category `elicitation/create`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#response-actions
 */
export interface ElicitResult {
  /**
   * What the user did. `accept`: submitted the form or agreed to open the page. `decline`: refused. `cancel`: closed it
   * without a decision.
   */
  action: 'accept' | 'decline' | 'cancel';
  /**
   * The submitted values, by field name. Only with `accept`, and only for a form. Both sides should validate them
   * against the schema.
   */
  content?: { [key: string]: string | number | boolean | string[] };
}

/**
 * Any request that a client can send.
 *
 * @internal
 */
export type ClientRequest =
  | DiscoverRequest
  | CompleteRequest
  | GetPromptRequest
  | ListPromptsRequest
  | ListResourcesRequest
  | ListResourceTemplatesRequest
  | ReadResourceRequest
  | SubscriptionsListenRequest
  | CallToolRequest
  | ListToolsRequest;

/**
 * Any notification that a client can send: there is only one.
 *
 * @internal
 */
export type ClientNotification = CancelledNotification;

/**
 * Any result that a client can return. Clients receive no requests: responses to input requests are in
 * `InputResponses`.
 *
 * @internal
 */
export type ClientResult = EmptyResult;

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
  | PromptListChangedNotification
  | SubscriptionsAcknowledgedNotification;

/**
 * Any result that a server can return. The type depends on the method of the request and on `resultType`.
 *
 * @internal
 */
export type ServerResult =
  | EmptyResult
  | DiscoverResult
  | CompleteResult
  | GetPromptResult
  | ListPromptsResult
  | ListResourceTemplatesResult
  | ListResourcesResult
  | ReadResourceResult
  | SubscriptionsListenResult
  | CallToolResult
  | ListToolsResult
  | InputRequiredResult;
