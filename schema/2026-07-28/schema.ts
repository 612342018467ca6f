// The schema of revision 2026-07-28 of the Model Context Protocol, written for mcp-gen.
//
// Names, fields, literals, bounds and unions are those of the official schema; the comments are this project's own.
// That both say the same is proven by fingerprints: the JSON Schema derived from this file has the same structure as
// the official one, definition by definition. Declarations and union members stand in the official order, because the
// order of `anyOf` in the derived JSON Schema follows from it.

/**
 * Anything that JSON can say.
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
 * Anything that can travel on a connection: a call, a one-way message, or one of the two kinds of response.
 *
 * @category JSON-RPC
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic
 */
export type JSONRPCMessage = JSONRPCRequest | JSONRPCNotification | JSONRPCResponse;

/**
 * The protocol version that this file describes, as it is sent with every request.
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
 * Free-form metadata, apart from the subject of what it stands in. Keys of one's own begin with a domain name in
 * reverse order, such as `com.example/`; where its second part is `modelcontextprotocol` or `mcp`, the key belongs to
 * the protocol.
 *
 * @category Common Types
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#meta
 */
export type MetaObject = Record<string, unknown>;

/**
 * The metadata of a request. Since a server remembers nothing between requests, each one says here which protocol it
 * speaks and what its client can do.
 *
 * @category Common Types
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#meta
 */
export interface RequestMetaObject extends MetaObject {
  /**
   * Set by a requester that would like progress reports: the receiver may then send `notifications/progress` with this
   * token, but need not.
   */
  progressToken?: ProgressToken;
  /**
   * The protocol version of this request. Over HTTP the header `MCP-Protocol-Version` says the same. A server that does
   * not speak it answers with an `UnsupportedProtocolVersionError`.
   */
  'io.modelcontextprotocol/protocolVersion': string;
  /** The client program. A client should say it, unless it is set up not to. */
  'io.modelcontextprotocol/clientInfo'?: Implementation;
  /** The optional features that the client offers to the server, for this request alone. */
  'io.modelcontextprotocol/clientCapabilities': ClientCapabilities;
  /**
   * The least severe level of the log messages that the client wants to receive while this request is worked on.
   * Absent: none at all.
   *
   * @deprecated With revision 2026-07-28. Write logs to stderr, or use OpenTelemetry, instead.
   */
  'io.modelcontextprotocol/logLevel'?: LoggingLevel;
}

/**
 * The metadata of a notification.
 *
 * @category Common Types
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#meta
 */
export interface NotificationMetaObject extends MetaObject {
  /**
   * Which subscription this notification belongs to: the `id` of its `subscriptions/listen`. Always there for a
   * subscription: where several share one connection, nothing else tells them apart.
   */
  'io.modelcontextprotocol/subscriptionId'?: RequestId;
}

/**
 * The metadata of a result.
 *
 * @category Common Types
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#meta
 */
export interface ResultMetaObject extends MetaObject {
  /** The server program. A server should say it, unless it is set up not to. */
  'io.modelcontextprotocol/serverInfo'?: Implementation;
}

/**
 * Ties progress reports to the request they belong to. The requester picks it, a string or an integer, and never uses
 * one twice among its active requests.
 *
 * @category Common Types
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/progress
 */
export type ProgressToken = string | number;

/**
 * Marks a place in a paginated list. Only the server that issued it knows what is inside: hand it back unchanged. An
 * empty string is a cursor, too.
 *
 * @category Common Types
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/pagination
 */
export type Cursor = string;

/**
 * What the input of all requests has in common.
 *
 * @category Common Types
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#meta
 */
export interface RequestParams {
  /**
   * What the server has to know about the request and its client. A request without it is rejected with
   * `INVALID_PARAMS`.
   */
  _meta: RequestMetaObject;
}

/**
 * What all requests have in common. The envelope around it is `JSONRPCRequest`.
 *
 * @internal
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#requests
 */
export interface Request {
  /** Says what is asked for. Known methods have a request type of their own. */
  method: string;
  /** The request's input, by name. */
  params?: { [key: string]: any };
}

/**
 * What the details of all notifications have in common.
 *
 * @category Common Types
 */
export interface NotificationParams {
  /** Metadata about the notification, apart from its subject. */
  _meta?: NotificationMetaObject;
}

/**
 * What all notifications have in common. The envelope around it is `JSONRPCNotification`.
 *
 * @internal
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#notifications
 */
export interface Notification {
  /** Says what happened. Known methods have a notification type of their own. */
  method: string;
  /** The notification's details, by name. */
  params?: { [key: string]: any };
}

/**
 * Says how to read a result: as the answer, or as a question that comes first. Extensions add values of their own; a
 * client takes one that it does not know for an error.
 *
 * @category Common Types
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#resulttype
 */
export type ResultType = 'complete' | 'input_required' | string;

/**
 * What all results have in common. Its shape depends on the request that it answers, which only the `id` of the
 * response tells, and on its `resultType`.
 *
 * @category Common Types
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#result-responses
 */
export interface Result {
  /** Metadata about the response, apart from the data that was asked for. */
  _meta?: ResultMetaObject;
  /**
   * `complete` for the answer, `input_required` for an `InputRequiredResult`. Servers of earlier revisions leave it
   * out, which means `complete`.
   */
  resultType: ResultType;
  [key: string]: unknown;
}

/**
 * What went wrong with a request.
 *
 * @category Errors
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#error-responses
 */
export interface Error {
  /** Names the kind of failure, as an integer. JSON-RPC reserves -32768 to -32000. */
  code: number;
  /** A short sentence about the failure. */
  message: string;
  /** Anything else that helps to understand the failure. The failing side decides on its shape. */
  data?: unknown;
}

/**
 * Names a request, so that its response can be matched to it: a string or an integer, never null. It differs from the
 * ids of all requests of the sender that are still open.
 *
 * @category Common Types
 */
export type RequestId = string | number;

/**
 * The wire form of a request: exactly one response follows, unless the request is cancelled.
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
 * The wire form of a notification: it has no `id` and is never answered.
 *
 * @category JSON-RPC
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#notifications
 */
export interface JSONRPCNotification extends Notification {
  /** Marks the message as JSON-RPC 2.0. */
  jsonrpc: typeof JSONRPC_VERSION;
}

/**
 * The answer to a request that succeeded.
 *
 * @category JSON-RPC
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#result-responses
 */
export interface JSONRPCResultResponse {
  /** Marks the message as JSON-RPC 2.0. */
  jsonrpc: typeof JSONRPC_VERSION;
  /** The `id` of the request that this answers. */
  id: RequestId;
  /**
   * What was asked for, or what the server needs first. Its shape follows from the request's method and the
   * `resultType`.
   */
  result: Result;
}

/**
 * The answer to a request that failed.
 *
 * @category JSON-RPC
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#error-responses
 */
export interface JSONRPCErrorResponse {
  /** Marks the message as JSON-RPC 2.0. */
  jsonrpc: typeof JSONRPC_VERSION;
  /** The `id` of the request that failed. Absent where the request was too broken to tell. */
  id?: RequestId;
  /** What went wrong. */
  error: Error;
}

/**
 * The answer to a request: its result, or the error that it met.
 *
 * @category JSON-RPC
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#responses
 */
export type JSONRPCResponse = JSONRPCResultResponse | JSONRPCErrorResponse;

/** Error code: the text received is not JSON. */
export const PARSE_ERROR = -32700;
/** Error code: the JSON received is not a JSON-RPC request. */
export const INVALID_REQUEST = -32600;
/** Error code: the receiver does not know the method, or does not offer the feature that it belongs to. */
export const METHOD_NOT_FOUND = -32601;
/** Error code: the params do not fit the method. */
export const INVALID_PARAMS = -32602;
/** Error code: the receiver failed while it worked on the request. */
export const INTERNAL_ERROR = -32603;

/**
 * What went wrong: the text received is not JSON.
 *
 * @category Errors
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#error-codes
 */
export interface ParseError extends Error {
  /** Tells this error from the others. */
  code: typeof PARSE_ERROR;
}

/**
 * What went wrong: the JSON received is not a JSON-RPC request.
 *
 * @category Errors
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#error-codes
 */
export interface InvalidRequestError extends Error {
  /** Tells this error from the others. */
  code: typeof INVALID_REQUEST;
}

/**
 * What went wrong: the server does not know the method, or does not offer the feature that it belongs to. A feature
 * that the client lacks is a `MissingRequiredClientCapabilityError` instead.
 *
 * @category Errors
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#error-codes
 */
export interface MethodNotFoundError extends Error {
  /** Tells this error from the others. */
  code: typeof METHOD_NOT_FOUND;
}

/**
 * What went wrong: the params do not fit the method. Required metadata may be absent, a tool, prompt or resource
 * unknown, a cursor invalid, or a log level no such level.
 *
 * @category Errors
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#error-codes
 */
export interface InvalidParamsError extends Error {
  /** Tells this error from the others. */
  code: typeof INVALID_PARAMS;
}

/**
 * What went wrong: the server failed while it worked on the request.
 *
 * @category Errors
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#error-codes
 */
export interface InternalError extends Error {
  /** Tells this error from the others. */
  code: typeof INTERNAL_ERROR;
}

/**
 * Error code: the HTTP headers do not say what the body says, or one is missing.
 *
 * @category Errors
 */
export const HEADER_MISMATCH = -32020;

/**
 * Error code: the request cannot be served without a capability that the client did not declare with it.
 *
 * @category Errors
 */
export const MISSING_REQUIRED_CLIENT_CAPABILITY = -32021;

/**
 * Error code: the server does not speak the version that the request names.
 *
 * @category Errors
 */
export const UNSUPPORTED_PROTOCOL_VERSION = -32022;

/**
 * The answer to an HTTP request whose headers do not say what its body says, or of which one is missing or malformed.
 * The HTTP status is 400.
 *
 * @category Errors
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#server-validation
 */
export interface HeaderMismatchError extends Omit<JSONRPCErrorResponse, 'error'> {
  /** What went wrong, under a code of its own. */
  error: Error & {
    /** Tells this error from the others. */
    code: typeof HEADER_MISMATCH;
  };
}

/**
 * The answer to a request in a version that the server does not speak. The client should try again with one that both
 * speak, and tell its user where there is none.
 *
 * @category Errors
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning#protocol-version-negotiation
 */
export interface UnsupportedProtocolVersionError extends Omit<JSONRPCErrorResponse, 'error'> {
  /** Which versions would do. */
  error: Error & {
    /** Tells this error from the others. */
    code: typeof UNSUPPORTED_PROTOCOL_VERSION;
    /** What the server speaks, and what it was asked to. */
    data: {
      /** The versions that the server speaks. */
      supported: string[];
      /** The version that the request named. */
      requested: string;
    };
  };
}

/**
 * The answer to a request that cannot be served without a capability that the client did not declare with it. The HTTP
 * status is 400.
 *
 * @category Errors
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#meta
 */
export interface MissingRequiredClientCapabilityError extends Omit<JSONRPCErrorResponse, 'error'> {
  /** Which capabilities are missing. */
  error: Error & {
    /** Tells this error from the others. */
    code: typeof MISSING_REQUIRED_CLIENT_CAPABILITY;
    /** What the client would have to offer. */
    data: {
      /** The missing capabilities, in the shape in which a client declares them. */
      requiredCapabilities: ClientCapabilities;
    };
  };
}

/**
 * A result that carries no data: its arrival alone says that the request succeeded.
 *
 * @category Common Types
 */
export type EmptyResult = Result;

/**
 * Something that a server needs from the client or its user before it can answer. It is no JSON-RPC message: it has no
 * `id`, and travels inside a result.
 *
 * @internal
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#inputrequests
 */
export type InputRequest = CreateMessageRequest | ListRootsRequest | ElicitRequest;

/**
 * What a server needed, as the client provides it. Nothing in it tells its kind: go by the `InputRequest` under the
 * same key.
 *
 * @internal
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#inputresponses
 */
export type InputResponse = CreateMessageResult | ListRootsResult | ElicitResult;

/**
 * All that a server needs, under keys of its choice. It asks only for what the client has declared a capability for.
 *
 * @category Multi Round-Trip
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#inputrequests
 */
export interface InputRequests {
  [key: string]: InputRequest;
}

/**
 * What a server needed, under the keys of the `InputRequests` that asked for it.
 *
 * @category Multi Round-Trip
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#inputresponses
 */
export interface InputResponses {
  [key: string]: InputResponse;
}

/**
 * A question in place of an answer. The client sees to the input requests and sends the original request again, under
 * another id, with the responses and the state added. Only `tools/call`, `prompts/get` and `resources/read` are
 * answered so, any number of times. At least one of the two properties is there.
 *
 * @category Multi Round-Trip
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#inputrequiredresult
 */
export interface InputRequiredResult extends Result {
  /** What the server needs. Absent: send the request again as soon as you like. */
  inputRequests?: InputRequests;
  /**
   * What the server will have to remember. Only the server knows what is inside: hand it back unchanged, with the next
   * attempt at this request and with nothing else.
   */
  requestState?: string;
}

/**
 * What the input of requests has in common that may be answered with an `InputRequiredResult`. The properties are for
 * the attempts after the first.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#basic-workflow
 */
export interface InputResponseRequestParams extends RequestParams {
  /**
   * What the server needed, under its own keys. The server checks it, ignores what it did not ask for, and may ask
   * again for what is missing.
   */
  inputResponses?: InputResponses;
  /**
   * The `requestState` of the `InputRequiredResult`; absent where that had none. The server treats it as untrusted: it
   * may have been altered, or come from another user.
   */
  requestState?: string;
}

/**
 * The details of `notifications/cancelled`: which request, and why.
 *
 * @category `notifications/cancelled`
 */
export interface CancelledNotificationParams extends NotificationParams {
  /**
   * The `id` of a request that the client made and that is still open; from a server, that of a `subscriptions/listen`.
   * Unknown ids are ignored.
   */
  requestId: RequestId;
  /** Why, in words for a log or for a person. */
  reason?: string;
}

/**
 * Tells the server that the client no longer wants the response to a request it made earlier. The server should stop
 * the work and not respond; the response may nevertheless be on its way already, and is then ignored. Over HTTP the
 * client closes the response stream instead. A server sends this only to end a subscription.
 *
 * @category `notifications/cancelled`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/cancellation
 */
export interface CancelledNotification extends JSONRPCNotification {
  /** The name of this notification on the wire. */
  method: 'notifications/cancelled';
  /** Which request, and why. */
  params: CancelledNotificationParams;
}

/**
 * Asks what the server speaks and offers. Every server answers it; no client has to ask.
 *
 * @category `server/discover`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/discover
 */
export interface DiscoverRequest extends JSONRPCRequest {
  /** The name of this request on the wire. */
  method: 'server/discover';
  /** Metadata only. */
  params: RequestParams;
}

/**
 * What the server speaks and offers. Who the server is stands in the metadata.
 *
 * @category `server/discover`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/discover#discoverresult
 */
export interface DiscoverResult extends CacheableResult {
  /** The protocol versions that the server speaks. The client picks one of them for its further requests. */
  supportedVersions: string[];
  /** The optional features that the server offers to the client. */
  capabilities: ServerCapabilities;
  /**
   * How to make good use of this server, in prose meant for a language model; an application may put it into the system
   * prompt. Written by the server, so only as trustworthy as the server is.
   */
  instructions?: string;
}

/**
 * The answer to a `server/discover` that succeeded.
 *
 * @category `server/discover`
 */
export interface DiscoverResultResponse extends JSONRPCResultResponse {
  /** What the server speaks and offers. */
  result: DiscoverResult;
}

/**
 * The optional features of a client, declared anew with each request. What is absent is not offered, and the server
 * does not use it. Unknown keys are fine: either side may know features that the other does not.
 *
 * @category `server/discover`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#meta
 */
export interface ClientCapabilities {
  /** Features outside the specification, by name, with settings of their own. */
  experimental?: { [key: string]: JSONObject };
  /**
   * Present when the client answers `roots/list`.
   *
   * @deprecated With revision 2026-07-28. Name files and folders in a tool's arguments, in resource URIs or in the
   * server's configuration instead.
   */
  roots?: {};
  /**
   * Present when the client answers `sampling/createMessage`.
   *
   * @deprecated With revision 2026-07-28. Let the server call the provider of a model itself instead.
   */
  sampling?: {
    /** Present when the client heeds the values of `includeContext` other than `none`. */
    context?: JSONObject;
    /** Present when the client's model can call tools: `tools` and `toolChoice` are sent to no other client. */
    tools?: JSONObject;
  };
  /** Present when the client answers `elicitation/create`. An empty object means `form` alone. */
  elicitation?: {
    /** Present when the client can show a form. */
    form?: JSONObject;
    /** Present when the client can send a person to a web page. */
    url?: JSONObject;
  };
  /**
   * The extensions of the protocol that the client supports, each with its settings under its identifier, such as
   * `io.modelcontextprotocol/tasks`. An empty object means that there is nothing to set.
   */
  extensions?: { [key: string]: JSONObject };
}

/**
 * The optional features of a server. What is absent is not offered, and the client should not use it. Unknown keys are
 * fine: either side may know features that the other does not.
 *
 * @category `server/discover`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/discover#discoverresult
 */
export interface ServerCapabilities {
  /** Features outside the specification, by name, with settings of their own. */
  experimental?: { [key: string]: JSONObject };
  /**
   * Present when the server sends log messages.
   *
   * @deprecated With revision 2026-07-28. Write logs to stderr, or use OpenTelemetry, instead.
   */
  logging?: JSONObject;
  /** Present when the server answers `completion/complete`. */
  completions?: JSONObject;
  /** Present when the server has prompts. */
  prompts?: {
    /** True when the server sends `notifications/prompts/list_changed`. */
    listChanged?: boolean;
  };
  /** Present when the server has resources. */
  resources?: {
    /** True when clients can follow single resources, with `resourceSubscriptions` in `subscriptions/listen`. */
    subscribe?: boolean;
    /** True when the server sends `notifications/resources/list_changed`. */
    listChanged?: boolean;
  };
  /** Present when the server has tools. */
  tools?: {
    /** True when the server sends `notifications/tools/list_changed`. */
    listChanged?: boolean;
  };
  /**
   * The extensions of the protocol that the server supports, each with its settings under its identifier, such as
   * `io.modelcontextprotocol/tasks`. An empty object means that there is nothing to set.
   */
  extensions?: { [key: string]: JSONObject };
}

/**
 * A small picture to show beside a name. It comes from outside: fetch it without credentials and only from the server's
 * own origin, and check what it is before drawing it.
 *
 * @category Common Types
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#icons
 */
export interface Icon {
  /**
   * Where the picture is: an `https:` address, or the picture itself as a `data:` URI in base64. Clients reject schemes
   * such as `javascript:` and `file:`. An SVG may contain scripts.
   *
   * @format uri
   */
  src: string;
  /** The picture's media type, for where the one sent along with it is missing or too general. */
  mimeType?: string;
  /**
   * The sizes it is good for, in pixels, such as `48x48`, or `any` for one that scales. Absent: it will do at any size.
   */
  sizes?: string[];
  /** The background that it is drawn for. Absent: it will do on both. */
  theme?: 'light' | 'dark';
}

/**
 * What all things with icons have in common.
 *
 * @internal
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#icons
 */
export interface Icons {
  /**
   * The same icon in several sizes and forms: the client picks what suits it. Who shows icons at all can show PNG and
   * JPEG.
   */
  icons?: Icon[];
}

/**
 * A name for programs, and a name for people.
 *
 * @internal
 */
export interface BaseMetadata {
  /** What programs call it: the identifier. Shown to people only where there is no `title`. */
  name: string;
  /**
   * What people call it: the label to show in a list. Where it is absent, show `name`; a tool may also have a title
   * among its annotations, which comes before the name.
   */
  title?: string;
}

/**
 * The program at one end of the connection. It is what the program says of itself: good for a log or a screen, not a
 * proof of identity, and nothing to decide by.
 *
 * @category `server/discover`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#meta
 */
export interface Implementation extends BaseMetadata, Icons {
  /** The program's own version, not the protocol's. */
  version: string;
  /** What the program is for, in words for people. */
  description?: string;
  /**
   * The program's home page.
   *
   * @format uri
   */
  websiteUrl?: string;
}

/**
 * The details of `notifications/progress`: which request, and how far.
 *
 * @category `notifications/progress`
 */
export interface ProgressNotificationParams extends NotificationParams {
  /** The token from the `_meta` of the request in question. */
  progressToken: ProgressToken;
  /**
   * How much is done, in a unit of the sender's choice. Grows with every report, fractions included.
   *
   * @TJS-type number
   */
  progress: number;
  /**
   * What `progress` will have reached at the end, in the same unit. Absent when nobody knows.
   *
   * @TJS-type number
   */
  total?: number;
  /** What is going on, in words for people. */
  message?: string;
}

/**
 * Tells a requester how far its request has come. Sent only for requests that carry a progress token, as often as the
 * sender sees fit, and never after the response.
 *
 * @category `notifications/progress`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/progress
 */
export interface ProgressNotification extends JSONRPCNotification {
  /** The name of this notification on the wire. */
  method: 'notifications/progress';
  /** Which request, and how far. */
  params: ProgressNotificationParams;
}

/**
 * The input of all requests for a list: which page.
 *
 * @category Common Types
 */
export interface PaginatedRequestParams extends RequestParams {
  /** The `nextCursor` of the page before. Absent: start at the beginning. */
  cursor?: Cursor;
}

/**
 * What all requests for a list have in common: the answer comes in pages.
 *
 * @internal
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/pagination
 */
export interface PaginatedRequest extends JSONRPCRequest {
  /** Which page. */
  params: PaginatedRequestParams;
}

/**
 * What all pages of a list have in common. The server decides how long a page is.
 *
 * @internal
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/pagination
 */
export interface PaginatedResult extends Result {
  /** Where the next page starts: send it as `cursor`. Absent on the last page. */
  nextCursor?: Cursor;
}

/**
 * What all results have in common that may be kept for later. A result may be used again only for the same method with
 * the same input, and never when it came of `inputResponses` or `requestState`.
 *
 * @internal
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching#cacheable-model
 */
export interface CacheableResult extends Result {
  /**
   * How long the result counts as fresh, in milliseconds from its arrival. 0: ask again each time. A hint, not a
   * promise: a notification that the data has changed ends it at once. Servers of earlier revisions leave it out, which
   * means 0.
   *
   * @minimum 0
   */
  ttlMs: number;
  /**
   * Who may share the result: `public`, everyone, even where authorization was needed to get it; `private`, only
   * requests with the same authorization. The same on all pages of a list.
   */
  cacheScope: 'public' | 'private';
}

/**
 * Asks which resources the server has.
 *
 * @category `resources/list`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/resources#listing-resources
 */
export interface ListResourcesRequest extends PaginatedRequest {
  /** The name of this request on the wire. */
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
 * The answer to a `resources/list` that succeeded.
 *
 * @category `resources/list`
 */
export interface ListResourcesResultResponse extends JSONRPCResultResponse {
  /** The page asked for. */
  result: ListResourcesResult;
}

/**
 * Asks which families of resources the server has, described by URI templates.
 *
 * @category `resources/templates/list`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/resources#resource-templates
 */
export interface ListResourceTemplatesRequest extends PaginatedRequest {
  /** The name of this request on the wire. */
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
 * The answer to a `resources/templates/list` that succeeded.
 *
 * @category `resources/templates/list`
 */
export interface ListResourceTemplatesResultResponse extends JSONRPCResultResponse {
  /** The page asked for. */
  result: ListResourceTemplatesResult;
}

/**
 * What the input of all requests about one resource has in common.
 *
 * @internal
 */
export interface ResourceRequestParams extends RequestParams {
  /**
   * The resource's URI, listed or made from a template. Any scheme will do: the server gives it its meaning.
   *
   * @format uri
   */
  uri: string;
}

/**
 * The input of `resources/read`: which resource, and what the server needed for it.
 *
 * @category `resources/read`
 */
export interface ReadResourceRequestParams extends ResourceRequestParams, InputResponseRequestParams {}

/**
 * Asks for the contents of one resource.
 *
 * @category `resources/read`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/resources#reading-resources
 */
export interface ReadResourceRequest extends JSONRPCRequest {
  /** The name of this request on the wire. */
  method: 'resources/read';
  /** Which resource. */
  params: ReadResourceRequestParams;
}

/**
 * What a resource holds. One URI may yield several parts, a folder for example its files. A resource that does not
 * exist is an error of `INVALID_PARAMS`, never an empty list.
 *
 * @category `resources/read`
 */
export interface ReadResourceResult extends CacheableResult {
  /** The parts, each with a URI of its own. */
  contents: (TextResourceContents | BlobResourceContents)[];
}

/**
 * The answer to a `resources/read` that succeeded, or that needs input first.
 *
 * @category `resources/read`
 */
export interface ReadResourceResultResponse extends JSONRPCResultResponse {
  /** The contents, or what the server needs. */
  result: ReadResourceResult | InputRequiredResult;
}

/**
 * Tells the client that resources have come or gone, and that another `resources/list` is worthwhile. Sent to
 * subscriptions with `resourcesListChanged`.
 *
 * @category `notifications/resources/list_changed`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/resources#list-changed-notification
 */
export interface ResourceListChangedNotification extends JSONRPCNotification {
  /** The name of this notification on the wire. */
  method: 'notifications/resources/list_changed';
  /** Metadata only. */
  params?: NotificationParams;
}

/**
 * The kinds of notification that a client wants to receive on a subscription. What is absent is not sent.
 *
 * @category `subscriptions/listen`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions#notification-filter
 */
export interface SubscriptionFilter {
  /** True for `notifications/tools/list_changed`. */
  toolsListChanged?: boolean;
  /** True for `notifications/prompts/list_changed`. */
  promptsListChanged?: boolean;
  /** True for `notifications/resources/list_changed`. */
  resourcesListChanged?: boolean;
  /**
   * The URIs of the resources to follow, with `notifications/resources/updated`. Needs the capability
   * `resources.subscribe`.
   */
  resourceSubscriptions?: string[];
}

/**
 * The input of `subscriptions/listen`: what to be told.
 *
 * @category `subscriptions/listen`
 */
export interface SubscriptionsListenRequestParams extends RequestParams {
  /** The kinds of notification wanted. */
  notifications: SubscriptionFilter;
}

/**
 * Asks to be told of changes. The request stays open: what it asks for arrives as notifications, each of which carries
 * its `id`, until one side ends it. A client may have several open at a time, and opens them again after the connection
 * was lost.
 *
 * @category `subscriptions/listen`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions#opening-a-stream
 */
export interface SubscriptionsListenRequest extends JSONRPCRequest {
  /** The name of this request on the wire. */
  method: 'subscriptions/listen';
  /** What to be told. */
  params: SubscriptionsListenRequestParams;
}

/**
 * The metadata of the result that ends a subscription.
 *
 * @category `subscriptions/listen`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions#graceful-closure
 */
export interface SubscriptionsListenResultMetaObject extends ResultMetaObject {
  /** Which subscription is over: the `id` of its `subscriptions/listen`. */
  'io.modelcontextprotocol/subscriptionId': RequestId;
}

/**
 * Says that the server has ended a subscription in good order. Where the connection ends without it, something went
 * wrong and the client may connect again.
 *
 * @category `subscriptions/listen`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions#graceful-closure
 */
export interface SubscriptionsListenResult extends Result {
  /** Which subscription. */
  _meta: SubscriptionsListenResultMetaObject;
}

/**
 * The answer to a `subscriptions/listen`, sent when the server ends the subscription.
 *
 * @category `subscriptions/listen`
 */
export interface SubscriptionsListenResultResponse extends JSONRPCResultResponse {
  /** Which subscription is over. */
  result: SubscriptionsListenResult;
}

/**
 * The details of `notifications/subscriptions/acknowledged`: what the server will send.
 *
 * @category `notifications/subscriptions/acknowledged`
 */
export interface SubscriptionsAcknowledgedNotificationParams extends NotificationParams {
  /** The part of what the client wanted that the server supports. */
  notifications: SubscriptionFilter;
}

/**
 * Tells the client that a subscription has begun, and what it covers. The first message of every subscription.
 *
 * @category `notifications/subscriptions/acknowledged`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions#acknowledgment
 */
export interface SubscriptionsAcknowledgedNotification extends JSONRPCNotification {
  /** The name of this notification on the wire. */
  method: 'notifications/subscriptions/acknowledged';
  /** What the server will send. */
  params: SubscriptionsAcknowledgedNotificationParams;
}

/**
 * The details of `notifications/resources/updated`: which resource.
 *
 * @category `notifications/resources/updated`
 */
export interface ResourceUpdatedNotificationParams extends NotificationParams {
  /**
   * The URI of what changed, which may lie below the one subscribed to.
   *
   * @format uri
   */
  uri: string;
}

/**
 * Tells a subscribed client that a resource has changed. The new contents are not in it: read the resource to have
 * them. Sent to subscriptions that name the resource in `resourceSubscriptions`.
 *
 * @category `notifications/resources/updated`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/resources#subscriptions
 */
export interface ResourceUpdatedNotification extends JSONRPCNotification {
  /** The name of this notification on the wire. */
  method: 'notifications/resources/updated';
  /** Which resource. */
  params: ResourceUpdatedNotificationParams;
}

/**
 * Data that a server can hand out under a URI: a file, a database table, the state of a program.
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
  /** What the resource is about, in words that help a model to choose. */
  description?: string;
  /** The media type of the contents, where known. */
  mimeType?: string;
  /** Whom it is for, how much it matters, and when it was changed. */
  annotations?: Annotations;
  /** The length of the raw contents in bytes, before any base64, where known. */
  size?: number;
  /** Free-form metadata about the resource, apart from its contents. */
  _meta?: MetaObject;
}

/**
 * A family of resources whose URIs follow one pattern.
 *
 * @category `resources/templates/list`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/resources#resource-templates
 */
export interface ResourceTemplate extends BaseMetadata, Icons {
  /**
   * The pattern, in the notation of RFC 6570. Expanded with values it gives the URI of one resource.
   *
   * @format uri-template
   */
  uriTemplate: string;
  /** What the family is about, in words that help a model to choose. */
  description?: string;
  /** The media type of the contents. Set only where all resources of the family share it. */
  mimeType?: string;
  /** Whom it is for, how much it matters, and when it was changed. */
  annotations?: Annotations;
  /** Free-form metadata about the template. */
  _meta?: MetaObject;
}

/**
 * What text contents and binary contents have in common.
 *
 * @internal
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/resources#resource-contents
 */
export interface ResourceContents {
  /**
   * Where these contents belong.
   *
   * @format uri
   */
  uri: string;
  /** The media type of these contents, where known. */
  mimeType?: string;
  /** Free-form metadata about these contents. */
  _meta?: MetaObject;
}

/**
 * Contents that are text.
 *
 * @category Content
 */
export interface TextResourceContents extends ResourceContents {
  /** The whole text. Binary data goes into `BlobResourceContents` instead. */
  text: string;
}

/**
 * Contents that are not text.
 *
 * @category Content
 */
export interface BlobResourceContents extends ResourceContents {
  /**
   * The whole data, in base64.
   *
   * @format byte
   */
  blob: string;
}

/**
 * Asks which prompts the server has.
 *
 * @category `prompts/list`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/prompts#listing-prompts
 */
export interface ListPromptsRequest extends PaginatedRequest {
  /** The name of this request on the wire. */
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
 * The answer to a `prompts/list` that succeeded.
 *
 * @category `prompts/list`
 */
export interface ListPromptsResultResponse extends JSONRPCResultResponse {
  /** The page asked for. */
  result: ListPromptsResult;
}

/**
 * The input of `prompts/get`: which prompt, what to fill in, and what the server needed for it.
 *
 * @category `prompts/get`
 */
export interface GetPromptRequestParams extends InputResponseRequestParams {
  /** The prompt's name, as listed. */
  name: string;
  /** A text for each argument, by the argument's name. */
  arguments?: { [key: string]: string };
}

/**
 * Asks for the messages of one prompt, with the arguments filled in.
 *
 * @category `prompts/get`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/prompts#getting-a-prompt
 */
export interface GetPromptRequest extends JSONRPCRequest {
  /** The name of this request on the wire. */
  method: 'prompts/get';
  /** Which prompt, and what to fill in. */
  params: GetPromptRequestParams;
}

/**
 * A prompt with its arguments filled in, ready for a model.
 *
 * @category `prompts/get`
 */
export interface GetPromptResult extends Result {
  /** What the prompt is for. */
  description?: string;
  /** The conversation to begin with, oldest message first. */
  messages: PromptMessage[];
}

/**
 * The answer to a `prompts/get` that succeeded, or that needs input first.
 *
 * @category `prompts/get`
 */
export interface GetPromptResultResponse extends JSONRPCResultResponse {
  /** The prompt, or what the server needs. */
  result: GetPromptResult | InputRequiredResult;
}

/**
 * A conversation starter that a server keeps ready, and that people pick, for example as a slash command.
 *
 * @category `prompts/list`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/prompts#prompt
 */
export interface Prompt extends BaseMetadata, Icons {
  /** What the prompt is for, in words for people. */
  description?: string;
  /** The blanks to fill in. Absent when there are none. */
  arguments?: PromptArgument[];
  /** Free-form metadata about the prompt. */
  _meta?: MetaObject;
}

/**
 * A blank in a prompt.
 *
 * @category `prompts/list`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/prompts#prompt
 */
export interface PromptArgument extends BaseMetadata {
  /** What to fill in, in words for people. */
  description?: string;
  /** True when the prompt cannot be had without it. Absent means false. */
  required?: boolean;
}

/**
 * Who speaks in a conversation: the person, or the model.
 *
 * @category Common Types
 */
export type Role = 'user' | 'assistant';

/**
 * One message of a prompt. Unlike a `SamplingMessage` it can also bring a resource along, in full or as a link.
 *
 * @category `prompts/get`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/prompts#promptmessage
 */
export interface PromptMessage {
  /** Who says it. */
  role: Role;
  /** What is said, shown or played. */
  content: ContentBlock;
}

/**
 * A pointer to a resource, as part of a prompt or of what a tool returns. The contents are not in it: the client may
 * read the resource or subscribe to it. `resources/list` need not know the resource.
 *
 * @category Content
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#resource-links
 */
export interface ResourceLink extends Resource {
  /** Tells this content from the other kinds. */
  type: 'resource_link';
}

/**
 * A resource in full, as part of a prompt or of what a tool returns. How it is shown to the model and to people is up
 * to the client.
 *
 * @category Content
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/prompts#embedded-resources
 */
export interface EmbeddedResource {
  /** Tells this content from the other kinds. */
  type: 'resource';
  /** The contents, under a URI that the client can read again or subscribe to later. */
  resource: TextResourceContents | BlobResourceContents;
  /** Whom it is for, how much it matters, and when it was changed. */
  annotations?: Annotations;
  /** Free-form metadata about the embedding, not about the contents. */
  _meta?: MetaObject;
}

/**
 * Tells the client that prompts have come, gone or changed, and that another `prompts/list` is worthwhile. Sent to
 * subscriptions with `promptsListChanged`.
 *
 * @category `notifications/prompts/list_changed`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/prompts#list-changed-notification
 */
export interface PromptListChangedNotification extends JSONRPCNotification {
  /** The name of this notification on the wire. */
  method: 'notifications/prompts/list_changed';
  /** Metadata only. */
  params?: NotificationParams;
}

/**
 * Asks which tools the server has.
 *
 * @category `tools/list`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#listing-tools
 */
export interface ListToolsRequest extends PaginatedRequest {
  /** The name of this request on the wire. */
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
 * The answer to a `tools/list` that succeeded.
 *
 * @category `tools/list`
 */
export interface ListToolsResultResponse extends JSONRPCResultResponse {
  /** The page asked for. */
  result: ListToolsResult;
}

/**
 * What a tool returned, or how it failed. A failure inside the tool, unfit arguments included, comes here with
 * `isError`, so that the model sees it and can try something else; an error response is for calls that never reached a
 * tool, such as an unknown name.
 *
 * @category `tools/call`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#tool-result
 */
export interface CallToolResult extends Result {
  /**
   * The output for a model to read, in any number of parts. It comes from outside: check it before a model acts on it.
   */
  content: ContentBlock[];
  /**
   * The output for a program to read: any JSON value, which fits the tool's `outputSchema` where there is one. The
   * client should check that. For clients that do not look here, the tool should put the same JSON as text into
   * `content`.
   */
  structuredContent?: unknown;
  /** True when the tool failed, and `content` says how. Absent means false. */
  isError?: boolean;
}

/**
 * The answer to a `tools/call` that reached its tool, or that needs input first. A tool's own failure is in here, too.
 *
 * @category `tools/call`
 */
export interface CallToolResultResponse extends JSONRPCResultResponse {
  /** What the tool returned, or what the server needs. */
  result: CallToolResult | InputRequiredResult;
}

/**
 * The input of `tools/call`: which tool, its own input, and what the server needed for it.
 *
 * @category `tools/call`
 */
export interface CallToolRequestParams extends InputResponseRequestParams {
  /** The tool's name, as listed. */
  name: string;
  /** The input, which has to fit the tool's `inputSchema`. Usually written by a model: the server checks it. */
  arguments?: { [key: string]: unknown };
}

/**
 * Runs a tool.
 *
 * @category `tools/call`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#calling-tools
 */
export interface CallToolRequest extends JSONRPCRequest {
  /** The name of this request on the wire. */
  method: 'tools/call';
  /** Which tool, and its input. */
  params: CallToolRequestParams;
}

/**
 * Tells the client that tools have come, gone or changed, and that another `tools/list` is worthwhile. Sent to
 * subscriptions with `toolsListChanged`.
 *
 * @category `notifications/tools/list_changed`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#list-changed-notification
 */
export interface ToolListChangedNotification extends JSONRPCNotification {
  /** The name of this notification on the wire. */
  method: 'notifications/tools/list_changed';
  /** Metadata only. */
  params?: NotificationParams;
}

/**
 * What a tool claims about its own behaviour. None of it is guaranteed: a client decides nothing by these hints unless
 * it trusts the server.
 *
 * @category `tools/list`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#tool
 */
export interface ToolAnnotations {
  /** What people call the tool: the label to show in a list. The tool's own `title` comes first. */
  title?: string;
  /** True: a call changes nothing outside the tool. Default false. */
  readOnlyHint?: boolean;
  /** True: the tool may overwrite or delete; false: it only adds. Means nothing on a read-only tool. Default true. */
  destructiveHint?: boolean;
  /** True: the same call made again changes nothing more. Means nothing on a read-only tool. Default false. */
  idempotentHint?: boolean;
  /**
   * True: the tool deals with an unbounded outside world, as a web search does; false: with a closed set of things.
   * Default true.
   */
  openWorldHint?: boolean;
}

/**
 * Something that a model can have a server do: look up data, compute, act on a system. Its `name` should be 1 to 128
 * ASCII letters, digits, `_`, `-` and `.`; case counts.
 *
 * @category `tools/list`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#tool
 */
export interface Tool extends BaseMetadata, Icons {
  /** What the tool does and when to use it. Models choose by this text. */
  description?: string;
  /**
   * The JSON Schema of the arguments, which are always one object. An argument that is a string, an integer or a
   * boolean may have the keyword `x-mcp-header`: over HTTP its value then travels in a header as well. A schema may be
   * costly to apply, and its `$ref` is never fetched from the network by itself.
   */
  inputSchema: {
    /** The dialect of this schema. Absent: JSON Schema 2020-12. */
    $schema?: string;
    /** Arguments are an object. */
    type: 'object';
    [key: string]: unknown;
  };
  /**
   * The JSON Schema of `structuredContent`, which may be any JSON value. A tool that has it must return structured
   * content that fits.
   */
  outputSchema?: {
    /** The dialect of this schema. Absent: JSON Schema 2020-12. */
    $schema?: string;
    [key: string]: unknown;
  };
  /** Hints about the tool's behaviour. Untrusted, unless the server is trusted. */
  annotations?: ToolAnnotations;
  /** Free-form metadata about the tool. */
  _meta?: MetaObject;
}

/**
 * The details of `notifications/message`: what is logged, by which part of the server, and how bad it is.
 *
 * @deprecated With revision 2026-07-28. Write logs to stderr, or use OpenTelemetry, instead.
 * @category `notifications/message`
 */
export interface LoggingMessageNotificationParams extends NotificationParams {
  /** How severe it is. */
  level: LoggingLevel;
  /** The part of the server that speaks. */
  logger?: string;
  /** What there is to say: a sentence, or any other JSON value. */
  data: unknown;
}

/**
 * One log message of the server, about the request that is being worked on. Sent only when the request carries a
 * `logLevel`, and only along with its response. It must not hold secrets or personal data.
 *
 * @deprecated With revision 2026-07-28. Write logs to stderr, or use OpenTelemetry, instead.
 * @category `notifications/message`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/logging#log-message-notifications
 */
export interface LoggingMessageNotification extends JSONRPCNotification {
  /** The name of this notification on the wire. */
  method: 'notifications/message';
  /** What is logged, by which part of the server, and how bad it is. */
  params: LoggingMessageNotificationParams;
}

/**
 * How severe a log message is: the levels of syslog (RFC 5424), mildest first.
 *
 * @deprecated With revision 2026-07-28. Write logs to stderr, or use OpenTelemetry, instead.
 * @category Common Types
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/logging#log-levels
 */
export type LoggingLevel = 'debug' | 'info' | 'notice' | 'warning' | 'error' | 'critical' | 'alert' | 'emergency';

/**
 * The input of `sampling/createMessage`: the conversation, and wishes about the answer.
 *
 * @deprecated With revision 2026-07-28. Let the server call the provider of a model itself instead.
 * @category `sampling/createMessage`
 */
export interface CreateMessageRequestParams {
  /** The conversation so far, oldest message first. */
  messages: SamplingMessage[];
  /** What matters in the choice of the model. Advice, which the client may disregard. */
  modelPreferences?: ModelPreferences;
  /** A system prompt that the server would like. The client may change or drop it. */
  systemPrompt?: string;
  /**
   * Whose context to add to the conversation: that of no server, of the one that asks, or of every connected one.
   * Default `none`. The other values are only for clients with the capability `sampling.context`. The client has the
   * last word.
   *
   * @deprecated Leave it out, or say `none`.
   */
  includeContext?: 'none' | 'thisServer' | 'allServers';
  /**
   * How freely the model chooses its words: 0 is the most predictable, and the upper end depends on the model.
   *
   * @TJS-type number
   */
  temperature?: number;
  /** The length limit of the answer, in tokens. The client keeps to it; the model may stop earlier. */
  maxTokens: number;
  /** Texts at which the model stops writing. */
  stopSequences?: string[];
  /** Settings for the provider of the model, in that provider's own terms. */
  metadata?: JSONObject;
  /**
   * The tools that the model may call, for this conversation alone: they need not be those of `tools/list`. The calls
   * come back as `ToolUseContent`, and the server runs them. Needs the capability `sampling.tools`.
   */
  tools?: Tool[];
  /** Whether the model may or must call tools. Default `auto`. Needs the capability `sampling.tools`. */
  toolChoice?: ToolChoice;
}

/**
 * Whether a model may or must call tools.
 *
 * @deprecated With revision 2026-07-28. Let the server call the provider of a model itself instead.
 * @category `sampling/createMessage`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/sampling#tool-choice-modes
 */
export interface ToolChoice {
  /**
   * `auto`: as the model likes, the default; `required`: at least one tool; `none`: no tool, which makes the model come
   * to an end.
   */
  mode?: 'auto' | 'required' | 'none';
}

/**
 * Asks the client to let its language model write the next message of a conversation. The client picks the model, and
 * should show the request to a person, who may edit or refuse it. One of the things that an `InputRequiredResult` can
 * ask for.
 *
 * @deprecated With revision 2026-07-28. Let the server call the provider of a model itself instead.
 * @category `sampling/createMessage`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/sampling#creating-messages
 */
export interface CreateMessageRequest {
  /** The name of this request on the wire. */
  method: 'sampling/createMessage';
  /** The conversation, and wishes about the answer. */
  params: CreateMessageRequestParams;
}

/**
 * The message that the client's model wrote. A person should have seen it before the server does.
 *
 * @deprecated With revision 2026-07-28. Let the server call the provider of a model itself instead.
 * @category `sampling/createMessage`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/sampling#creating-messages
 */
export interface CreateMessageResult extends SamplingMessage {
  /** The model that wrote it, by its provider's name for it. */
  model: string;
  /**
   * Why the model stopped: its turn was over, a stop sequence, the length limit, a tool to be called, or a reason of
   * the provider's own.
   */
  stopReason?: 'endTurn' | 'stopSequence' | 'maxTokens' | 'toolUse' | string;
}

/**
 * One message of a conversation with a model.
 *
 * @deprecated With revision 2026-07-28. Let the server call the provider of a model itself instead.
 * @category `sampling/createMessage`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/sampling#messages
 */
export interface SamplingMessage {
  /** Who says it. */
  role: Role;
  /** What is said, shown or played, in one part or several. Tool results never share a message with other content. */
  content: SamplingMessageContentBlock | SamplingMessageContentBlock[];
  /** Free-form metadata about the message. */
  _meta?: MetaObject;
}

/**
 * One part of a message to or from a model. Its `type` tells which kind it is.
 *
 * @deprecated With revision 2026-07-28. Let the server call the provider of a model itself instead.
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
 * Hints from the server about how something is to be used or shown. A client may follow them or not.
 *
 * @category Common Types
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/resources#annotations
 */
export interface Annotations {
  /** Whom it is meant for. Both roles may stand here. */
  audience?: Role[];
  /**
   * How much it matters: from 0, can be left out, to 1, must not be missed.
   *
   * @TJS-type number
   * @minimum 0
   * @maximum 1
   */
  priority?: number;
  /** When it was last changed: a date and time in ISO 8601, such as `2025-01-12T15:00:58Z`. */
  lastModified?: string;
}

/**
 * One part of a prompt or of what a tool returns. Its `type` tells which kind it is.
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
  /** Tells this content from the other kinds. */
  type: 'text';
  /** The text itself. */
  text: string;
  /** Whom it is for, how much it matters, and when it was changed. */
  annotations?: Annotations;
  /** Free-form metadata about this content. */
  _meta?: MetaObject;
}

/**
 * A picture to or from a model.
 *
 * @category Content
 */
export interface ImageContent {
  /** Tells this content from the other kinds. */
  type: 'image';
  /**
   * The picture, in base64.
   *
   * @format byte
   */
  data: string;
  /** The picture's media type, `image/png` for example. Models differ in what they take. */
  mimeType: string;
  /** Whom it is for, how much it matters, and when it was changed. */
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
  /** Tells this content from the other kinds. */
  type: 'audio';
  /**
   * The audio, in base64.
   *
   * @format byte
   */
  data: string;
  /** The audio's media type, `audio/wav` for example. Models differ in what they take. */
  mimeType: string;
  /** Whom it is for, how much it matters, and when it was changed. */
  annotations?: Annotations;
  /** Free-form metadata about this content. */
  _meta?: MetaObject;
}

/**
 * A tool call that a model wants made. The next message has to answer each call of this one, with `ToolResultContent`.
 *
 * @deprecated With revision 2026-07-28. Let the server call the provider of a model itself instead.
 * @category `sampling/createMessage`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/sampling#sampling-with-tools
 */
export interface ToolUseContent {
  /** Tells this content from the other kinds. */
  type: 'tool_use';
  /** Identifies the call, so that its result can be matched to it. */
  id: string;
  /** The tool's name. */
  name: string;
  /** The arguments for the tool, which have to fit its `inputSchema`. Written by a model: check them. */
  input: { [key: string]: unknown };
  /** Free-form metadata about the call. A client should keep it in later requests. */
  _meta?: MetaObject;
}

/**
 * What came of a tool call that a model wanted.
 *
 * @deprecated With revision 2026-07-28. Let the server call the provider of a model itself instead.
 * @category `sampling/createMessage`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/sampling#tool-use-and-result-balance
 */
export interface ToolResultContent {
  /** Tells this content from the other kinds. */
  type: 'tool_result';
  /** The `id` of the call that this answers. */
  toolUseId: string;
  /** The output for the model to read, in any number of parts. */
  content: ContentBlock[];
  /** The output for a program to read: any JSON value, which fits the tool's `outputSchema` where there is one. */
  structuredContent?: unknown;
  /** True when the tool failed, and `content` says how. Absent means false. */
  isError?: boolean;
  /** Free-form metadata about the result. A client should keep it in later requests. */
  _meta?: MetaObject;
}

/**
 * A server's wishes about the model that answers. Servers cannot know which models a client has, so they weigh
 * qualities against each other and may drop names. All of it is advice: the client decides.
 *
 * @deprecated With revision 2026-07-28. Let the server call the provider of a model itself instead.
 * @category `sampling/createMessage`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/sampling#model-preferences
 */
export interface ModelPreferences {
  /** Models or families to consider, the best liked first. They come before the priorities. */
  hints?: ModelHint[];
  /**
   * How much a low price matters: from 0, not at all, to 1, more than anything.
   *
   * @TJS-type number
   * @minimum 0
   * @maximum 1
   */
  costPriority?: number;
  /**
   * How much a quick answer matters: from 0, not at all, to 1, more than anything.
   *
   * @TJS-type number
   * @minimum 0
   * @maximum 1
   */
  speedPriority?: number;
  /**
   * How much the model's ability matters: from 0, not at all, to 1, more than anything.
   *
   * @TJS-type number
   * @minimum 0
   * @maximum 1
   */
  intelligencePriority?: number;
}

/**
 * A pointer to a model. Keys that this type does not name mean what the client takes them to mean.
 *
 * @deprecated With revision 2026-07-28. Let the server call the provider of a model itself instead.
 * @category `sampling/createMessage`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/sampling#model-hints
 */
export interface ModelHint {
  /**
   * Part of a model's name. `sonnet` fits any model called that; a client without one may take another provider's model
   * of the same class.
   */
  name?: string;
}

/**
 * The input of `completion/complete`: what is being typed, and where.
 *
 * @category `completion/complete`
 */
export interface CompleteRequestParams extends RequestParams {
  /** The prompt or resource template that the argument belongs to. */
  ref: PromptReference | ResourceTemplateReference;
  /** The argument and what has been typed. */
  argument: {
    /** The argument's name, for a template the name of its variable. */
    name: string;
    /** The text so far, which may be empty. */
    value: string;
  };
  /** What is already known, for suggestions that depend on it. */
  context?: {
    /**
     * The arguments of the same prompt, or variables of the same template, that already have a value: their values by
     * name.
     */
    arguments?: { [key: string]: string };
  };
}

/**
 * Asks how an argument that someone is typing could go on.
 *
 * @category `completion/complete`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/completion#requesting-completions
 */
export interface CompleteRequest extends JSONRPCRequest {
  /** The name of this request on the wire. */
  method: 'completion/complete';
  /** What is being typed, and where. */
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
     * Whole values, the likeliest first. At most 100.
     *
     * @maxItems 100
     */
    values: string[];
    /** How many suggestions exist, those not sent included. */
    total?: number;
    /** True when more suggestions exist than were sent, counted or not. */
    hasMore?: boolean;
  };
}

/**
 * The answer to a `completion/complete` that succeeded.
 *
 * @category `completion/complete`
 */
export interface CompleteResultResponse extends JSONRPCResultResponse {
  /** The suggestions. */
  result: CompleteResult;
}

/**
 * Points at a resource template.
 *
 * @category `completion/complete`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/completion#reference-types
 */
export interface ResourceTemplateReference {
  /** Tells this reference from the other kind. */
  type: 'ref/resource';
  /**
   * The template, as listed; a plain URI will do as well.
   *
   * @format uri-template
   */
  uri: string;
}

/**
 * Points at a prompt.
 *
 * @category `completion/complete`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/completion#reference-types
 */
export interface PromptReference extends BaseMetadata {
  /** Tells this reference from the other kind. */
  type: 'ref/prompt';
}

/**
 * Asks the client which folders or files matter to it. One of the things that an `InputRequiredResult` can ask for.
 *
 * @deprecated With revision 2026-07-28. Name files and folders in a tool's arguments, in resource URIs or in the
 * server's configuration instead.
 * @category `roots/list`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/roots#listing-roots
 */
export interface ListRootsRequest {
  /** The name of this request on the wire. */
  method: 'roots/list';
  /** Metadata only. */
  params?: {
    /** Free-form metadata about the request. */
    _meta?: MetaObject;
  };
}

/**
 * The places that matter to the client.
 *
 * @deprecated With revision 2026-07-28. Name files and folders in a tool's arguments, in resource URIs or in the
 * server's configuration instead.
 * @category `roots/list`
 */
export interface ListRootsResult {
  /** The roots. The list may be empty. */
  roots: Root[];
}

/**
 * A folder or file that matters to the client, and to which a server should keep. It is advice, not protection: the
 * protocol stops nobody.
 *
 * @deprecated With revision 2026-07-28. Name files and folders in a tool's arguments, in resource URIs or in the
 * server's configuration instead.
 * @category `roots/list`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/roots#root
 */
export interface Root {
  /**
   * Where it is. In this revision always a `file://` URI.
   *
   * @format uri
   */
  uri: string;
  /** What people call it: the label to show in a list. */
  name?: string;
  /** Free-form metadata about the root. */
  _meta?: MetaObject;
}

/**
 * The input of `elicitation/create` for a form: the client shows it and returns what was filled in. Never for
 * passwords, keys or payment data.
 *
 * @category `elicitation/create`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#form-mode-elicitation-requests
 */
export interface ElicitRequestFormParams {
  /** Tells this mode from the other. Absent means `form`. */
  mode?: 'form';
  /** What to tell the person: what is needed, and why. */
  message: string;
  /**
   * The form, as a JSON Schema of the answer. Only flat: an object whose properties are texts, numbers, yes-or-no
   * answers or choices.
   */
  requestedSchema: {
    /** The dialect of this schema. Absent: JSON Schema 2020-12. */
    $schema?: string;
    /** The answer is an object. */
    type: 'object';
    /** The fields of the form, by name. */
    properties: {
      [key: string]: PrimitiveSchemaDefinition;
    };
    /** The names of the fields that must be filled in. */
    required?: string[];
  };
}

/**
 * The input of `elicitation/create` for a web page: the client sends the person there and learns nothing of what
 * happens on it. Fit for credentials and payments.
 *
 * @category `elicitation/create`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#url-mode-elicitation-requests
 */
export interface ElicitRequestURLParams {
  /** Tells this mode from the other. */
  mode: 'url';
  /** What to tell the person: why the page has to be visited. */
  message: string;
  /**
   * The page, without secrets or personal data in its address. The client shows where it leads and opens it only with
   * the person's consent.
   *
   * @format uri
   */
  url: string;
}

/**
 * The input of `elicitation/create`, in one of two modes: a form in the client, or a web page outside it.
 *
 * @category `elicitation/create`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#elicitation-requests
 */
export type ElicitRequestParams = ElicitRequestFormParams | ElicitRequestURLParams;

/**
 * Asks the client to have a person fill in a small form or visit a web page. The client shows which server is asking,
 * and lets the person refuse. A server asks only in modes that the client offers. One of the things that an
 * `InputRequiredResult` can ask for.
 *
 * @category `elicitation/create`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#elicitation-requests
 */
export interface ElicitRequest {
  /** The name of this request on the wire. */
  method: 'elicitation/create';
  /** What to ask, and how. */
  params: ElicitRequestParams;
}

/**
 * One field of a form. This is all of JSON Schema that a form may use: no nested objects, and no lists but of choices.
 *
 * @category `elicitation/create`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#requested-schema
 */
export type PrimitiveSchemaDefinition = StringSchema | NumberSchema | BooleanSchema | EnumSchema;

/**
 * A field for text.
 *
 * @category `elicitation/create`
 */
export interface StringSchema {
  /** The value is a string. */
  type: 'string';
  /** What people call the field: its label. */
  title?: string;
  /** What to fill in, in words for people. */
  description?: string;
  /** The least number of characters. */
  minLength?: number;
  /** The greatest number of characters. */
  maxLength?: number;
  /** What the text has to be: an e-mail address, a URI, a date, or a date with a time. */
  format?: 'email' | 'uri' | 'date' | 'date-time';
  /** What the form says before the person touches it. */
  default?: string;
}

/**
 * A field for a number.
 *
 * @category `elicitation/create`
 */
export interface NumberSchema {
  /** Whether fractions are fine, or whole numbers only. */
  type: 'number' | 'integer';
  /** What people call the field: its label. */
  title?: string;
  /** What to fill in, in words for people. */
  description?: string;
  /**
   * The least value, itself allowed.
   *
   * @TJS-type number
   */
  minimum?: number;
  /**
   * The greatest value, itself allowed.
   *
   * @TJS-type number
   */
  maximum?: number;
  /**
   * What the form says before the person touches it.
   *
   * @TJS-type number
   */
  default?: number;
}

/**
 * A field for yes or no.
 *
 * @category `elicitation/create`
 */
export interface BooleanSchema {
  /** The value is true or false. */
  type: 'boolean';
  /** What people call the field: its label. */
  title?: string;
  /** What to fill in, in words for people. */
  description?: string;
  /** What the form says before the person touches it. */
  default?: boolean;
}

/**
 * A field for one choice out of several, shown as they are.
 *
 * @category `elicitation/create`
 */
export interface UntitledSingleSelectEnumSchema {
  /** The value is a string. */
  type: 'string';
  /** What people call the field: its label. */
  title?: string;
  /** What to fill in, in words for people. */
  description?: string;
  /** The values to choose from. */
  enum: string[];
  /** What the form says before the person touches it. */
  default?: string;
}

/**
 * A field for one choice out of several, each with a label.
 *
 * @category `elicitation/create`
 */
export interface TitledSingleSelectEnumSchema {
  /** The value is a string. */
  type: 'string';
  /** What people call the field: its label. */
  title?: string;
  /** What to fill in, in words for people. */
  description?: string;
  /** The values to choose from, and what people call them. */
  oneOf: Array<{
    /** The value. */
    const: string;
    /** What people call the value: its label. */
    title: string;
  }>;
  /** What the form says before the person touches it: one of the values. */
  default?: string;
}

/**
 * A field for one choice out of several. With `oneOf` it has labels, with `enum` it has none.
 *
 * @category `elicitation/create`
 */
export type SingleSelectEnumSchema = UntitledSingleSelectEnumSchema | TitledSingleSelectEnumSchema;

/**
 * A field for any number of choices, shown as they are.
 *
 * @category `elicitation/create`
 */
export interface UntitledMultiSelectEnumSchema {
  /** The value is a list. */
  type: 'array';
  /** What people call the field: its label. */
  title?: string;
  /** What to fill in, in words for people. */
  description?: string;
  /** The least number of choices to make. */
  minItems?: number;
  /** The greatest number of choices to make. */
  maxItems?: number;
  /** What there is to choose from. */
  items: {
    /** Each value is a string. */
    type: 'string';
    /** The values to choose from. */
    enum: string[];
  };
  /** What is chosen before the person touches the form. */
  default?: string[];
}

/**
 * A field for any number of choices, each with a label.
 *
 * @category `elicitation/create`
 */
export interface TitledMultiSelectEnumSchema {
  /** The value is a list. */
  type: 'array';
  /** What people call the field: its label. */
  title?: string;
  /** What to fill in, in words for people. */
  description?: string;
  /** The least number of choices to make. */
  minItems?: number;
  /** The greatest number of choices to make. */
  maxItems?: number;
  /** What there is to choose from. */
  items: {
    /** The values to choose from, and what people call them. */
    anyOf: Array<{
      /** The value. */
      const: string;
      /** What people call the value: its label. */
      title: string;
    }>;
  };
  /** What is chosen before the person touches the form: some of the values. */
  default?: string[];
}

/**
 * A field for any number of choices. With `items.anyOf` it has labels, with `items.enum` it has none.
 *
 * @category `elicitation/create`
 */
export type MultiSelectEnumSchema = UntitledMultiSelectEnumSchema | TitledMultiSelectEnumSchema;

/**
 * A field for one choice out of several, labelled in the way of revision 2025-06-18, which is not JSON Schema. Prefer
 * `TitledSingleSelectEnumSchema`.
 *
 * @category `elicitation/create`
 */
export interface LegacyTitledEnumSchema {
  /** The value is a string. */
  type: 'string';
  /** What people call the field: its label. */
  title?: string;
  /** What to fill in, in words for people. */
  description?: string;
  /** The values to choose from. */
  enum: string[];
  /** What people call the values: a label for each, in the order of `enum`. */
  enumNames?: string[];
  /** What the form says before the person touches it: one of the values. */
  default?: string;
}

/**
 * A field for choices: one or several, with or without labels.
 *
 * @category `elicitation/create`
 */
export type EnumSchema = SingleSelectEnumSchema | MultiSelectEnumSchema | LegacyTitledEnumSchema;

/**
 * What the person answered, or that there is no answer. For a web page it says no more than whether the person is
 * willing to go there.
 *
 * @category `elicitation/create`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#response-actions
 */
export interface ElicitResult {
  /**
   * What the person did: `accept` for handing in the form or agreeing to open the page, `decline` for saying no,
   * `cancel` for closing it without a decision.
   */
  action: 'accept' | 'decline' | 'cancel';
  /**
   * The values filled in, by field name. Only with `accept`, and only for a form. Both sides should check that they fit
   * the schema.
   */
  content?: { [key: string]: string | number | boolean | string[] };
}

/**
 * Every request that a client can make.
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
 * Every notification that a client can send: there is only one.
 *
 * @internal
 */
export type ClientNotification = CancelledNotification;

/**
 * Every result that a client can return. A client answers no requests: what a server needs goes into `InputResponses`.
 *
 * @internal
 */
export type ClientResult = EmptyResult;

/**
 * Every notification that a server can send.
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
 * Every result that a server can return. The request's method and the `resultType` tell which one it is.
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
