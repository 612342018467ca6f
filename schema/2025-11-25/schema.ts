// The schema of revision 2025-11-25 of the Model Context Protocol, written for mcp-gen.
//
// Names, fields, literals, bounds and unions are those of the official schema; the comments are this project's own.
// That both say the same is proven by fingerprints: the JSON Schema derived from this file has the same structure as
// the official one, definition by definition. Declarations and union members stand in the official order, because the
// order of `anyOf` in the derived JSON Schema follows from it.

/**
 * Anything that can travel on a connection: a call, a one-way message, or one of the two kinds of response.
 *
 * @category JSON-RPC
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic
 */
export type JSONRPCMessage = JSONRPCRequest | JSONRPCNotification | JSONRPCResponse;

/**
 * The protocol version that this file describes, as it is sent in `initialize`.
 *
 * @internal
 */
export const LATEST_PROTOCOL_VERSION = '2025-11-25';

/**
 * The value of `jsonrpc` in every message.
 *
 * @internal
 */
export const JSONRPC_VERSION = '2.0';

/**
 * Ties progress reports to the request they belong to. The requester picks it, a string or an integer, and never uses
 * one twice among its active requests.
 *
 * @category Common Types
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/progress
 */
export type ProgressToken = string | number;

/**
 * Marks a place in a paginated list. Only the server that issued it knows what is inside: hand it back unchanged, and
 * forget it when the session ends.
 *
 * @category Common Types
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/pagination
 */
export type Cursor = string;

/**
 * What the input of requests that may run as tasks has in common. A receiver that did not offer tasks for the request
 * ignores the wish and answers as usual.
 *
 * @internal
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#creating-tasks
 */
export interface TaskAugmentedRequestParams extends RequestParams {
  /**
   * Set by a requester that wants the request run as a task: the answer is then a `CreateTaskResult`, at once, and the
   * real result is fetched with `tasks/result`.
   */
  task?: TaskMetadata;
}

/**
 * What the input of all requests has in common.
 *
 * @internal
 */
export interface RequestParams {
  /** Metadata about the call itself, apart from its subject. */
  _meta?: {
    /**
     * Set by a requester that would like progress reports: the receiver may then send `notifications/progress` with
     * this token, but need not.
     */
    progressToken?: ProgressToken;
    [key: string]: unknown;
  };
}

/**
 * What all requests have in common. The envelope around it is `JSONRPCRequest`.
 *
 * @internal
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic#requests
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
 * @internal
 */
export interface NotificationParams {
  /** Free-form metadata about the notification, apart from its subject. */
  _meta?: { [key: string]: unknown };
}

/**
 * What all notifications have in common. The envelope around it is `JSONRPCNotification`.
 *
 * @internal
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic#notifications
 */
export interface Notification {
  /** Says what happened. Known methods have a notification type of their own. */
  method: string;
  /** The notification's details, by name. */
  params?: { [key: string]: any };
}

/**
 * What all results have in common. Its shape depends on the request that it answers, which only the `id` of the
 * response tells.
 *
 * @category Common Types
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic#result-responses
 */
export interface Result {
  /** Free-form metadata about the response, apart from the data that was asked for. */
  _meta?: { [key: string]: unknown };
  [key: string]: unknown;
}

/**
 * What went wrong with a request.
 *
 * @category Common Types
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic#error-responses
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
 * Names a request, so that its response can be matched to it: a string or an integer, never null. A side never uses an
 * id again within one session.
 *
 * @category Common Types
 */
export type RequestId = string | number;

/**
 * The wire form of a request: exactly one response follows, unless the request is cancelled.
 *
 * @category JSON-RPC
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic#requests
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
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic#notifications
 */
export interface JSONRPCNotification extends Notification {
  /** Marks the message as JSON-RPC 2.0. */
  jsonrpc: typeof JSONRPC_VERSION;
}

/**
 * The answer to a request that succeeded.
 *
 * @category JSON-RPC
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic#result-responses
 */
export interface JSONRPCResultResponse {
  /** Marks the message as JSON-RPC 2.0. */
  jsonrpc: typeof JSONRPC_VERSION;
  /** The `id` of the request that this answers. */
  id: RequestId;
  /** What was asked for. Its shape follows from the request's method. */
  result: Result;
}

/**
 * The answer to a request that failed.
 *
 * @category JSON-RPC
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic#error-responses
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
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic#responses
 */
export type JSONRPCResponse = JSONRPCResultResponse | JSONRPCErrorResponse;

/** Error code: the text received is not JSON. */
export const PARSE_ERROR = -32700;
/** Error code: the JSON received is not a JSON-RPC request. */
export const INVALID_REQUEST = -32600;
/** Error code: the receiver does not know the method, or did not declare the capability that it needs. */
export const METHOD_NOT_FOUND = -32601;
/** Error code: the params do not fit the method. */
export const INVALID_PARAMS = -32602;
/** Error code: the receiver failed while it worked on the request. */
export const INTERNAL_ERROR = -32603;

/**
 * Error code: the server cannot go on until a person has visited a web page.
 *
 * @internal
 */
export const URL_ELICITATION_REQUIRED = -32042;

/**
 * The answer to a request that has to wait for a person: once all the pages named in it have been dealt with, the
 * client may send the request again. Serves no other purpose.
 *
 * @internal
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#url-elicitation-required-error
 */
export interface URLElicitationRequiredError extends Omit<JSONRPCErrorResponse, 'error'> {
  /** Which pages, under a code of their own. */
  error: Error & {
    /** Tells this error from the others. */
    code: typeof URL_ELICITATION_REQUIRED;
    /** What has to happen first. */
    data: {
      /** The pages to visit, all of them. */
      elicitations: ElicitRequestURLParams[];
      [key: string]: unknown;
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
 * The details of `notifications/cancelled`: which request, and why.
 *
 * @category `notifications/cancelled`
 */
export interface CancelledNotificationParams extends NotificationParams {
  /**
   * The `id` of a request that went in this same direction and is still open. Unknown ids are ignored. The type lets it
   * be absent, but without it nothing is cancelled.
   */
  requestId?: RequestId;
  /** Why, in words for a log or for a person. */
  reason?: string;
}

/**
 * Tells the receiver that the sender no longer wants the response to a request it made earlier. The receiver should
 * stop the work and not respond; the response may nevertheless be on its way already, and is then ignored. A client
 * never cancels its `initialize` request. For a task use `tasks/cancel`.
 *
 * @category `notifications/cancelled`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/cancellation
 */
export interface CancelledNotification extends JSONRPCNotification {
  /** The name of this notification on the wire. */
  method: 'notifications/cancelled';
  /** Which request, and why. */
  params: CancelledNotificationParams;
}

/**
 * The input of `initialize`: who the client is, and what it can do.
 *
 * @category `initialize`
 */
export interface InitializeRequestParams extends RequestParams {
  /** The version that the client proposes: ideally the newest it knows. The server may answer with another. */
  protocolVersion: string;
  /** The optional features that the client offers to the server. */
  capabilities: ClientCapabilities;
  /** The client program. */
  clientInfo: Implementation;
}

/**
 * Opens the session: the client's first message, in which it introduces itself and proposes a protocol version. The
 * client sends nothing but pings until the answer is there.
 *
 * @category `initialize`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#initialization
 */
export interface InitializeRequest extends JSONRPCRequest {
  /** The name of this request on the wire. */
  method: 'initialize';
  /** Who the client is, and what it can do. */
  params: InitializeRequestParams;
}

/**
 * The server's half of the introduction. It settles the protocol version for the session.
 *
 * @category `initialize`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#initialization
 */
export interface InitializeResult extends Result {
  /**
   * The version to speak from here on: the proposed one where the server knows it, else one that the server does know.
   * A client that cannot speak it should disconnect. Over HTTP the client names it in every later request, in the
   * header `MCP-Protocol-Version`.
   */
  protocolVersion: string;
  /** The optional features that the server offers to the client. */
  capabilities: ServerCapabilities;
  /** The server program. */
  serverInfo: Implementation;
  /**
   * How to make good use of this server, in prose meant for a language model; an application may put it into the system
   * prompt. Written by the server, so only as trustworthy as the server is.
   */
  instructions?: string;
}

/**
 * Ends the introduction: the client has accepted the server's answer, and both sides may now use what they agreed on.
 *
 * @category `notifications/initialized`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#initialization
 */
export interface InitializedNotification extends JSONRPCNotification {
  /** The name of this notification on the wire. */
  method: 'notifications/initialized';
  /** Metadata only. */
  params?: NotificationParams;
}

/**
 * The optional features of a client. What is absent is not offered, and the server should not use it. Unknown keys are
 * fine: either side may know features that the other does not.
 *
 * @category `initialize`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#capability-negotiation
 */
export interface ClientCapabilities {
  /** Features outside the specification, by name, with settings of their own. */
  experimental?: { [key: string]: object };
  /** Present when the client answers `roots/list`. */
  roots?: {
    /** True when the client sends `notifications/roots/list_changed`. */
    listChanged?: boolean;
  };
  /** Present when the client answers `sampling/createMessage`. */
  sampling?: {
    /** Present when the client heeds the values of `includeContext` other than `none`. */
    context?: object;
    /** Present when the client's model can call tools: `tools` and `toolChoice` are sent to no other client. */
    tools?: object;
  };
  /** Present when the client answers `elicitation/create`. An empty object means `form` alone. */
  elicitation?: {
    /** Present when the client can show a form. */
    form?: object;
    /** Present when the client can send a person to a web page. */
    url?: object;
  };
  /** Present when the client runs requests as tasks. Experimental in this revision. */
  tasks?: {
    /** Present when the client answers `tasks/list`. */
    list?: object;
    /** Present when the client answers `tasks/cancel`. */
    cancel?: object;
    /** The requests that the client runs as tasks, and no others. */
    requests?: {
      /** Requests of sampling. */
      sampling?: {
        /** Present when `sampling/createMessage` can run as a task. */
        createMessage?: object;
      };
      /** Requests of elicitation. */
      elicitation?: {
        /** Present when `elicitation/create` can run as a task. */
        create?: object;
      };
    };
  };
}

/**
 * The optional features of a server. What is absent is not offered, and the client should not use it. Unknown keys are
 * fine: either side may know features that the other does not.
 *
 * @category `initialize`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#capability-negotiation
 */
export interface ServerCapabilities {
  /** Features outside the specification, by name, with settings of their own. */
  experimental?: { [key: string]: object };
  /** Present when the server sends log messages and answers `logging/setLevel`. */
  logging?: object;
  /** Present when the server answers `completion/complete`. */
  completions?: object;
  /** Present when the server has prompts. */
  prompts?: {
    /** True when the server sends `notifications/prompts/list_changed`. */
    listChanged?: boolean;
  };
  /** Present when the server has resources. */
  resources?: {
    /** True when clients can follow a single resource with `resources/subscribe`. */
    subscribe?: boolean;
    /** True when the server sends `notifications/resources/list_changed`. */
    listChanged?: boolean;
  };
  /** Present when the server has tools. */
  tools?: {
    /** True when the server sends `notifications/tools/list_changed`. */
    listChanged?: boolean;
  };
  /** Present when the server runs requests as tasks. Experimental in this revision. */
  tasks?: {
    /** Present when the server answers `tasks/list`. */
    list?: object;
    /** Present when the server answers `tasks/cancel`. */
    cancel?: object;
    /** The requests that the server runs as tasks, and no others. */
    requests?: {
      /** Requests about tools. */
      tools?: {
        /**
         * Present when `tools/call` can run as a task. Each tool then says in `execution.taskSupport` whether it does.
         */
        call?: object;
      };
    };
  };
}

/**
 * A small picture to show beside a name. It comes from outside: fetch it without credentials and only from the server's
 * own origin, and check what it is before drawing it.
 *
 * @category Common Types
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic#icons
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
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic#icons
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
 * The program at one end of the connection. It is what the program says of itself: good for a log, not a proof of
 * identity.
 *
 * @category `initialize`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#initialization
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
 * Asks for a sign of life, from either side. The receiver answers at once with an empty result; a sender that waits in
 * vain may take the connection for dead.
 *
 * @category `ping`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/ping
 */
export interface PingRequest extends JSONRPCRequest {
  /** The name of this request on the wire. */
  method: 'ping';
  /** Metadata only. */
  params?: RequestParams;
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
 * sender sees fit, and never after the response; where the request runs as a task, until the task has ended.
 *
 * @category `notifications/progress`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/progress
 */
export interface ProgressNotification extends JSONRPCNotification {
  /** The name of this notification on the wire. */
  method: 'notifications/progress';
  /** Which request, and how far. */
  params: ProgressNotificationParams;
}

/**
 * The input of all requests for a list: which page. Absent for the first.
 *
 * @internal
 */
export interface PaginatedRequestParams extends RequestParams {
  /** The `nextCursor` of the page before. Absent: start at the beginning. */
  cursor?: Cursor;
}

/**
 * What all requests for a list have in common: the answer comes in pages.
 *
 * @internal
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/pagination
 */
export interface PaginatedRequest extends JSONRPCRequest {
  /** Which page. Absent for the first. */
  params?: PaginatedRequestParams;
}

/**
 * What all pages of a list have in common. The server decides how long a page is.
 *
 * @internal
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/pagination
 */
export interface PaginatedResult extends Result {
  /** Where the next page starts: send it as `cursor`. Absent on the last page. */
  nextCursor?: Cursor;
}

/**
 * Asks which resources the server has.
 *
 * @category `resources/list`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/resources#listing-resources
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
export interface ListResourcesResult extends PaginatedResult {
  /** The resources of this page. */
  resources: Resource[];
}

/**
 * Asks which families of resources the server has, described by URI templates.
 *
 * @category `resources/templates/list`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/resources#resource-templates
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
export interface ListResourceTemplatesResult extends PaginatedResult {
  /** The templates of this page. */
  resourceTemplates: ResourceTemplate[];
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
 * The input of `resources/read`: which resource.
 *
 * @category `resources/read`
 */
export interface ReadResourceRequestParams extends ResourceRequestParams {}

/**
 * Asks for the contents of one resource.
 *
 * @category `resources/read`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/resources#reading-resources
 */
export interface ReadResourceRequest extends JSONRPCRequest {
  /** The name of this request on the wire. */
  method: 'resources/read';
  /** Which resource. */
  params: ReadResourceRequestParams;
}

/**
 * What a resource holds. One URI may yield several parts, a folder for example its files.
 *
 * @category `resources/read`
 */
export interface ReadResourceResult extends Result {
  /** The parts, each with a URI of its own. */
  contents: (TextResourceContents | BlobResourceContents)[];
}

/**
 * Tells the client that resources have come or gone, and that another `resources/list` is worthwhile. Needs no
 * subscription.
 *
 * @category `notifications/resources/list_changed`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/resources#list-changed-notification
 */
export interface ResourceListChangedNotification extends JSONRPCNotification {
  /** The name of this notification on the wire. */
  method: 'notifications/resources/list_changed';
  /** Metadata only. */
  params?: NotificationParams;
}

/**
 * The input of `resources/subscribe`: which resource.
 *
 * @category `resources/subscribe`
 */
export interface SubscribeRequestParams extends ResourceRequestParams {}

/**
 * Asks to be told when one resource changes. Needs the capability `resources.subscribe`.
 *
 * @category `resources/subscribe`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/resources#subscriptions
 */
export interface SubscribeRequest extends JSONRPCRequest {
  /** The name of this request on the wire. */
  method: 'resources/subscribe';
  /** Which resource. */
  params: SubscribeRequestParams;
}

/**
 * The input of `resources/unsubscribe`: which resource.
 *
 * @category `resources/unsubscribe`
 */
export interface UnsubscribeRequestParams extends ResourceRequestParams {}

/**
 * Ends what `resources/subscribe` began.
 *
 * @category `resources/unsubscribe`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/resources#subscriptions
 */
export interface UnsubscribeRequest extends JSONRPCRequest {
  /** The name of this request on the wire. */
  method: 'resources/unsubscribe';
  /** Which resource. */
  params: UnsubscribeRequestParams;
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
 * them.
 *
 * @category `notifications/resources/updated`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/resources#subscriptions
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
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/resources#resource
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
  _meta?: { [key: string]: unknown };
}

/**
 * A family of resources whose URIs follow one pattern.
 *
 * @category `resources/templates/list`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/resources#resource-templates
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
  _meta?: { [key: string]: unknown };
}

/**
 * What text contents and binary contents have in common.
 *
 * @internal
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/resources#resource-contents
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
  _meta?: { [key: string]: unknown };
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
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/prompts#listing-prompts
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
export interface ListPromptsResult extends PaginatedResult {
  /** The prompts of this page. */
  prompts: Prompt[];
}

/**
 * The input of `prompts/get`: which prompt, and what to fill in.
 *
 * @category `prompts/get`
 */
export interface GetPromptRequestParams extends RequestParams {
  /** The prompt's name, as listed. */
  name: string;
  /** A text for each argument, by the argument's name. */
  arguments?: { [key: string]: string };
}

/**
 * Asks for the messages of one prompt, with the arguments filled in.
 *
 * @category `prompts/get`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/prompts#getting-a-prompt
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
 * A conversation starter that a server keeps ready, and that people pick, for example as a slash command.
 *
 * @category `prompts/list`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/prompts#prompt
 */
export interface Prompt extends BaseMetadata, Icons {
  /** What the prompt is for, in words for people. */
  description?: string;
  /** The blanks to fill in. Absent when there are none. */
  arguments?: PromptArgument[];
  /** Free-form metadata about the prompt. */
  _meta?: { [key: string]: unknown };
}

/**
 * A blank in a prompt.
 *
 * @category `prompts/list`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/prompts#prompt
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
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/prompts#promptmessage
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
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/tools#resource-links
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
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/prompts#embedded-resources
 */
export interface EmbeddedResource {
  /** Tells this content from the other kinds. */
  type: 'resource';
  /** The contents, under a URI that the client can read again or subscribe to later. */
  resource: TextResourceContents | BlobResourceContents;
  /** Whom it is for, how much it matters, and when it was changed. */
  annotations?: Annotations;
  /** Free-form metadata about the embedding, not about the contents. */
  _meta?: { [key: string]: unknown };
}

/**
 * Tells the client that prompts have come, gone or changed, and that another `prompts/list` is worthwhile. Needs no
 * subscription.
 *
 * @category `notifications/prompts/list_changed`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/prompts#list-changed-notification
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
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/tools#listing-tools
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
export interface ListToolsResult extends PaginatedResult {
  /** The tools of this page. */
  tools: Tool[];
}

/**
 * What a tool returned, or how it failed. A failure inside the tool, unfit arguments included, comes here with
 * `isError`, so that the model sees it and can try something else; an error response is for calls that never reached a
 * tool, such as an unknown name.
 *
 * @category `tools/call`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result
 */
export interface CallToolResult extends Result {
  /**
   * The output for a model to read, in any number of parts. It comes from outside: check it before a model acts on it.
   */
  content: ContentBlock[];
  /**
   * The output for a program to read: one JSON object, which fits the tool's `outputSchema` where there is one. The
   * client should check that. For clients that do not look here, the tool should put the same JSON as text into
   * `content`.
   */
  structuredContent?: { [key: string]: unknown };
  /** True when the tool failed, and `content` says how. Absent means false. */
  isError?: boolean;
}

/**
 * The input of `tools/call`: which tool, and its own input.
 *
 * @category `tools/call`
 */
export interface CallToolRequestParams extends TaskAugmentedRequestParams {
  /** The tool's name, as listed. */
  name: string;
  /** The input, which has to fit the tool's `inputSchema`. Usually written by a model: the server checks it. */
  arguments?: { [key: string]: unknown };
}

/**
 * Runs a tool.
 *
 * @category `tools/call`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/tools#calling-tools
 */
export interface CallToolRequest extends JSONRPCRequest {
  /** The name of this request on the wire. */
  method: 'tools/call';
  /** Which tool, and its input. */
  params: CallToolRequestParams;
}

/**
 * Tells the client that tools have come, gone or changed, and that another `tools/list` is worthwhile. Needs no
 * subscription.
 *
 * @category `notifications/tools/list_changed`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/tools#list-changed-notification
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
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool
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
 * How a tool can be run.
 *
 * @category `tools/list`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#tool-level-negotiation
 */
export interface ToolExecution {
  /**
   * Whether a call runs as a task: `forbidden` for never, `optional` for as the caller likes, `required` for always.
   * Absent means `forbidden`. Counts only where the server offers tasks for `tools/call`; a call of the wrong kind is
   * answered with `METHOD_NOT_FOUND`.
   */
  taskSupport?: 'forbidden' | 'optional' | 'required';
}

/**
 * Something that a model can have a server do: look up data, compute, act on a system. Its `name` should be 1 to 128
 * ASCII letters, digits, `_`, `-` and `.`; case counts.
 *
 * @category `tools/list`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool
 */
export interface Tool extends BaseMetadata, Icons {
  /** What the tool does and when to use it. Models choose by this text. */
  description?: string;
  /** The JSON Schema of the arguments, which are always one object. */
  inputSchema: {
    /** The dialect of this schema. Absent: JSON Schema 2020-12. */
    $schema?: string;
    /** Arguments are an object. */
    type: 'object';
    /** The schema of each argument, by name. */
    properties?: { [key: string]: object };
    /** The names of the arguments that must be given. */
    required?: string[];
  };
  /** How the tool can be run. */
  execution?: ToolExecution;
  /**
   * The JSON Schema of `structuredContent`, which is always one object. A tool that has it must return structured
   * content that fits.
   */
  outputSchema?: {
    /** The dialect of this schema. Absent: JSON Schema 2020-12. */
    $schema?: string;
    /** Structured content is an object. */
    type: 'object';
    /** The schema of each property of the output, by name. */
    properties?: { [key: string]: object };
    /** The names of the properties that are always there. */
    required?: string[];
  };
  /** Hints about the tool's behaviour. Untrusted, unless the server is trusted. */
  annotations?: ToolAnnotations;
  /** Free-form metadata about the tool. */
  _meta?: { [key: string]: unknown };
}

/**
 * How a task stands. It begins as `working`; `input_required` means that it waits for the requester, who should call
 * `tasks/result` to be asked. The other three are final: `completed`, `failed`, also for a tool's `isError`, and
 * `cancelled`.
 *
 * @category `tasks`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#task-status
 */
export type TaskStatus = 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled';

/**
 * Asks to run a request as a task. An empty object will do.
 *
 * @category `tasks`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#task-parameters
 */
export interface TaskMetadata {
  /** How long to keep the task, in milliseconds from its creation. A wish, which the receiver may override. */
  ttl?: number;
}

/**
 * Ties a message to the task that it is about. Its key in `_meta` is `io.modelcontextprotocol/related-task`. Every
 * message that belongs to a task has it, unless the task's id is in the message otherwise.
 *
 * @category `tasks`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#related-task-metadata
 */
export interface RelatedTaskMetadata {
  /** The task in question. */
  taskId: string;
}

/**
 * A request that is worked on while the requester does other things. The requester asks how it stands, and fetches the
 * result later.
 *
 * @category `tasks`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#task
 */
export interface Task {
  /**
   * Identifies the task. Chosen by the receiver of the request, and hard to guess: whoever knows it may get at the
   * result.
   */
  taskId: string;
  /** How the task stands. */
  status: TaskStatus;
  /** More about the status, in words for people; after a failure, what went wrong. */
  statusMessage?: string;
  /** When the task was created: a date and time in ISO 8601. */
  createdAt: string;
  /** When the status last changed: a date and time in ISO 8601. */
  lastUpdatedAt: string;
  /**
   * How long the task is really kept, in milliseconds from its creation. After that it may be gone, result and all.
   * Null: without end.
   *
   * @nullable
   */
  ttl: number | null;
  /** How long to wait between two calls of `tasks/get`, in milliseconds. A requester should respect it. */
  pollInterval?: number;
}

/**
 * The first answer to a request that runs as a task: it says which task, and comes at once.
 *
 * @category `tasks`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#creating-tasks
 */
export interface CreateTaskResult extends Result {
  /** The new task. */
  task: Task;
}

/**
 * Asks how a task stands. To be repeated until the status is final, or `input_required`.
 *
 * @category `tasks/get`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#getting-tasks
 */
export interface GetTaskRequest extends JSONRPCRequest {
  /** The name of this request on the wire. */
  method: 'tasks/get';
  /** Which task. */
  params: {
    /** The id from the `CreateTaskResult`. */
    taskId: string;
  };
}

/**
 * How a task stands.
 *
 * @category `tasks/get`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#getting-tasks
 */
export type GetTaskResult = Result & Task;

/**
 * Fetches what a task has produced. The response waits until the task has ended.
 *
 * @category `tasks/result`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#retrieving-task-results
 */
export interface GetTaskPayloadRequest extends JSONRPCRequest {
  /** The name of this request on the wire. */
  method: 'tasks/result';
  /** Which task. */
  params: {
    /** The id from the `CreateTaskResult`. */
    taskId: string;
  };
}

/**
 * What a task has produced: exactly the result that the original request would have had, a `CallToolResult` for a
 * `tools/call`. Where that request would have failed, an error response comes instead.
 *
 * @category `tasks/result`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#retrieving-task-results
 */
export interface GetTaskPayloadResult extends Result {
  [key: string]: unknown;
}

/**
 * Ends a task before its time. Needs the capability `tasks.cancel`. A task that has ended already is an error.
 *
 * @category `tasks/cancel`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#cancelling-tasks
 */
export interface CancelTaskRequest extends JSONRPCRequest {
  /** The name of this request on the wire. */
  method: 'tasks/cancel';
  /** Which task. */
  params: {
    /** The id from the `CreateTaskResult`. */
    taskId: string;
  };
}

/**
 * The task after its cancellation. It stays `cancelled`, even if the work should go on to its end, and may be deleted
 * at any time.
 *
 * @category `tasks/cancel`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#cancelling-tasks
 */
export type CancelTaskResult = Result & Task;

/**
 * Asks which tasks there are. Needs the capability `tasks.list`.
 *
 * @category `tasks/list`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#listing-tasks
 */
export interface ListTasksRequest extends PaginatedRequest {
  /** The name of this request on the wire. */
  method: 'tasks/list';
}

/**
 * One page of the requester's tasks.
 *
 * @category `tasks/list`
 */
export interface ListTasksResult extends PaginatedResult {
  /** The tasks of this page. */
  tasks: Task[];
}

/**
 * The details of `notifications/tasks/status`: the task as it stands now.
 *
 * @category `notifications/tasks/status`
 */
export type TaskStatusNotificationParams = NotificationParams & Task;

/**
 * Tells the requester that the status of a task has changed. Nobody has to send it: keep asking with `tasks/get`.
 *
 * @category `notifications/tasks/status`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#task-status-notification
 */
export interface TaskStatusNotification extends JSONRPCNotification {
  /** The name of this notification on the wire. */
  method: 'notifications/tasks/status';
  /** The task as it stands now. */
  params: TaskStatusNotificationParams;
}

/**
 * The input of `logging/setLevel`: which level.
 *
 * @category `logging/setLevel`
 */
export interface SetLevelRequestParams extends RequestParams {
  /** The threshold: messages of this severity and above are sent from now on, those below are not. */
  level: LoggingLevel;
}

/**
 * Sets the least severe level that the client wants to receive. Without it the server decides.
 *
 * @category `logging/setLevel`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/logging#setting-log-level
 */
export interface SetLevelRequest extends JSONRPCRequest {
  /** The name of this request on the wire. */
  method: 'logging/setLevel';
  /** Which level. */
  params: SetLevelRequestParams;
}

/**
 * The details of `notifications/message`: what is logged, by which part of the server, and how bad it is.
 *
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
 * One log message of the server. It must not hold secrets or personal data.
 *
 * @category `notifications/message`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/logging#log-message-notifications
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
 * @category Common Types
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/logging#log-levels
 */
export type LoggingLevel = 'debug' | 'info' | 'notice' | 'warning' | 'error' | 'critical' | 'alert' | 'emergency';

/**
 * The input of `sampling/createMessage`: the conversation, and wishes about the answer.
 *
 * @category `sampling/createMessage`
 */
export interface CreateMessageRequestParams extends TaskAugmentedRequestParams {
  /** The conversation so far, oldest message first. */
  messages: SamplingMessage[];
  /** What matters in the choice of the model. Advice, which the client may disregard. */
  modelPreferences?: ModelPreferences;
  /** A system prompt that the server would like. The client may change or drop it. */
  systemPrompt?: string;
  /**
   * Whose context to add to the conversation: that of no server, of the one that asks, or of every connected one.
   * Default `none`. The other values are discouraged, and only for clients with the capability `sampling.context`. The
   * client has the last word.
   */
  includeContext?: 'none' | 'thisServer' | 'allServers';
  /**
   * How freely the model chooses its words: 0 is the most predictable, and the upper end depends on the model.
   *
   * @TJS-type number
   */
  temperature?: number;
  /** The length limit of the answer, in tokens. The model may stop earlier. */
  maxTokens: number;
  /** Texts at which the model stops writing. */
  stopSequences?: string[];
  /** Settings for the provider of the model, in that provider's own terms. */
  metadata?: object;
  /**
   * The tools that the model may call. The calls come back as `ToolUseContent`, and the server runs them. Needs the
   * capability `sampling.tools`.
   */
  tools?: Tool[];
  /** Whether the model may or must call tools. Default `auto`. Needs the capability `sampling.tools`. */
  toolChoice?: ToolChoice;
}

/**
 * Whether a model may or must call tools.
 *
 * @category `sampling/createMessage`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/sampling#tool-choice-modes
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
 * should show the request to a person, who may edit or refuse it.
 *
 * @category `sampling/createMessage`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/sampling#creating-messages
 */
export interface CreateMessageRequest extends JSONRPCRequest {
  /** The name of this request on the wire. */
  method: 'sampling/createMessage';
  /** The conversation, and wishes about the answer. */
  params: CreateMessageRequestParams;
}

/**
 * The message that the client's model wrote. A person should have seen it before the server does.
 *
 * @category `sampling/createMessage`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/sampling#creating-messages
 */
export interface CreateMessageResult extends Result, SamplingMessage {
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
 * @category `sampling/createMessage`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/sampling#messages
 */
export interface SamplingMessage {
  /** Who says it. */
  role: Role;
  /** What is said, shown or played, in one part or several. Tool results never share a message with other content. */
  content: SamplingMessageContentBlock | SamplingMessageContentBlock[];
  /** Free-form metadata about the message. */
  _meta?: { [key: string]: unknown };
}

/**
 * One part of a message to or from a model. Its `type` tells which kind it is.
 *
 * @category `sampling/createMessage`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/sampling#messages
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
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/resources#annotations
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
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result
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
  _meta?: { [key: string]: unknown };
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
  _meta?: { [key: string]: unknown };
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
  _meta?: { [key: string]: unknown };
}

/**
 * A tool call that a model wants made. The next message has to answer each call of this one, with `ToolResultContent`.
 *
 * @category `sampling/createMessage`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/sampling#sampling-with-tools
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
  _meta?: { [key: string]: unknown };
}

/**
 * What came of a tool call that a model wanted.
 *
 * @category `sampling/createMessage`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/sampling#tool-use-and-result-balance
 */
export interface ToolResultContent {
  /** Tells this content from the other kinds. */
  type: 'tool_result';
  /** The `id` of the call that this answers. */
  toolUseId: string;
  /** The output for the model to read, in any number of parts. */
  content: ContentBlock[];
  /** The output for a program to read: one JSON object, which fits the tool's `outputSchema` where there is one. */
  structuredContent?: { [key: string]: unknown };
  /** True when the tool failed, and `content` says how. Absent means false. */
  isError?: boolean;
  /** Free-form metadata about the result. A client should keep it in later requests. */
  _meta?: { [key: string]: unknown };
}

/**
 * A server's wishes about the model that answers. Servers cannot know which models a client has, so they weigh
 * qualities against each other and may drop names. All of it is advice: the client decides.
 *
 * @category `sampling/createMessage`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/sampling#model-preferences
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
 * @category `sampling/createMessage`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/sampling#model-hints
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
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/completion#requesting-completions
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
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/completion#completion-results
 */
export interface CompleteResult extends Result {
  /** The suggestions. */
  completion: {
    /** Whole values, the likeliest first. At most 100. */
    values: string[];
    /** How many suggestions exist, those not sent included. */
    total?: number;
    /** True when more suggestions exist than were sent, counted or not. */
    hasMore?: boolean;
  };
}

/**
 * Points at a resource template.
 *
 * @category `completion/complete`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/completion#reference-types
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
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/completion#reference-types
 */
export interface PromptReference extends BaseMetadata {
  /** Tells this reference from the other kind. */
  type: 'ref/prompt';
}

/**
 * Asks the client in which folders or files the server may work.
 *
 * @category `roots/list`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/roots#listing-roots
 */
export interface ListRootsRequest extends JSONRPCRequest {
  /** The name of this request on the wire. */
  method: 'roots/list';
  /** Metadata only. */
  params?: RequestParams;
}

/**
 * The places where the server may work.
 *
 * @category `roots/list`
 */
export interface ListRootsResult extends Result {
  /** The roots. The list may be empty. */
  roots: Root[];
}

/**
 * A folder or file in which a server may work. The client names it, the server keeps within it.
 *
 * @category `roots/list`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/roots#root
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
  _meta?: { [key: string]: unknown };
}

/**
 * Tells the server that the roots are no longer the same, and that another `roots/list` is worthwhile.
 *
 * @category `notifications/roots/list_changed`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/roots#root-list-changes
 */
export interface RootsListChangedNotification extends JSONRPCNotification {
  /** The name of this notification on the wire. */
  method: 'notifications/roots/list_changed';
  /** Metadata only. */
  params?: NotificationParams;
}

/**
 * The input of `elicitation/create` for a form: the client shows it and returns what was filled in. Never for
 * passwords, keys or payment data.
 *
 * @category `elicitation/create`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#form-mode-elicitation-requests
 */
export interface ElicitRequestFormParams extends TaskAugmentedRequestParams {
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
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#url-mode-elicitation-requests
 */
export interface ElicitRequestURLParams extends TaskAugmentedRequestParams {
  /** Tells this mode from the other. */
  mode: 'url';
  /** What to tell the person: why the page has to be visited. */
  message: string;
  /** Identifies this elicitation within the server. `notifications/elicitation/complete` will name it. */
  elicitationId: string;
  /**
   * The page. The client shows where it leads and opens it only with the person's consent.
   *
   * @format uri
   */
  url: string;
}

/**
 * The input of `elicitation/create`, in one of two modes: a form in the client, or a web page outside it.
 *
 * @category `elicitation/create`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#elicitation-requests
 */
export type ElicitRequestParams = ElicitRequestFormParams | ElicitRequestURLParams;

/**
 * Asks the client to have a person fill in a small form or visit a web page. The client shows which server is asking,
 * and lets the person refuse. A server asks only in modes that the client offers.
 *
 * @category `elicitation/create`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#elicitation-requests
 */
export interface ElicitRequest extends JSONRPCRequest {
  /** The name of this request on the wire. */
  method: 'elicitation/create';
  /** What to ask, and how. */
  params: ElicitRequestParams;
}

/**
 * One field of a form. This is all of JSON Schema that a form may use: no nested objects, and no lists but of choices.
 *
 * @category `elicitation/create`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#requested-schema
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
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#response-actions
 */
export interface ElicitResult extends Result {
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
 * Tells the client that the person is done with a web page: a request that had to wait for it can now be sent again. A
 * server need not send it, and ids that the client does not know are ignored.
 *
 * @category `notifications/elicitation/complete`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#completion-notifications-for-url-mode-elicitation
 */
export interface ElicitationCompleteNotification extends JSONRPCNotification {
  /** The name of this notification on the wire. */
  method: 'notifications/elicitation/complete';
  /** Which elicitation. */
  params: {
    /** The id under which the page was asked for. */
    elicitationId: string;
  };
}

/**
 * Every request that a client can make.
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
  | ListToolsRequest
  | GetTaskRequest
  | GetTaskPayloadRequest
  | ListTasksRequest
  | CancelTaskRequest;

/**
 * Every notification that a client can send.
 *
 * @internal
 */
export type ClientNotification =
  | CancelledNotification
  | ProgressNotification
  | InitializedNotification
  | RootsListChangedNotification
  | TaskStatusNotification;

/**
 * Every result that a client can return. The request's method tells which one it is.
 *
 * @internal
 */
export type ClientResult =
  | EmptyResult
  | CreateMessageResult
  | ListRootsResult
  | ElicitResult
  | GetTaskResult
  | GetTaskPayloadResult
  | ListTasksResult
  | CancelTaskResult;

/**
 * Every request that a server can make.
 *
 * @internal
 */
export type ServerRequest =
  | PingRequest
  | CreateMessageRequest
  | ListRootsRequest
  | ElicitRequest
  | GetTaskRequest
  | GetTaskPayloadRequest
  | ListTasksRequest
  | CancelTaskRequest;

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
  | ElicitationCompleteNotification
  | TaskStatusNotification;

/**
 * Every result that a server can return. The request's method tells which one it is.
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
  | ListToolsResult
  | GetTaskResult
  | GetTaskPayloadResult
  | ListTasksResult
  | CancelTaskResult;
