// The schema of revision 2025-03-26 of the Model Context Protocol, written for mcp-gen.
//
// Names, fields, literals, bounds and unions are those of the official schema; the comments are this project's own.
// That both say the same is proven by fingerprints: the JSON Schema derived from this file has the same structure as
// the official one, definition by definition. Declarations and union members stand in the official order, because the
// order of `anyOf` in the derived JSON Schema follows from it.

/**
 * Anything that can travel on a connection: a call, a one-way message, one of the two kinds of response, or several at
 * once as a batch.
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
 * Several requests and notifications sent as one. Everyone must be able to receive it, nobody has to send it. It is
 * never empty, and `initialize` is never in it.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/basic#batching
 */
export type JSONRPCBatchRequest = (JSONRPCRequest | JSONRPCNotification)[];

/**
 * The responses to a batch, in any order: their ids tell what they answer. Notifications leave no trace in it.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/basic#batching
 */
export type JSONRPCBatchResponse = (JSONRPCResponse | JSONRPCError)[];

/** The protocol version that this file describes, as it is sent in `initialize`. */
export const LATEST_PROTOCOL_VERSION = '2025-03-26';
/** The value of `jsonrpc` in every message. */
export const JSONRPC_VERSION = '2.0';

/**
 * Ties progress reports to the request they belong to. The requester picks it, a string or an integer, and never uses
 * one twice among its active requests.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/basic/utilities/progress
 */
export type ProgressToken = string | number;

/**
 * Marks a place in a paginated list. Only the server that issued it knows what is inside: hand it back unchanged, and
 * forget it when the session ends.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/utilities/pagination
 */
export type Cursor = string;

/**
 * What all requests have in common. The envelope around it is `JSONRPCRequest`.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/basic#requests
 */
export interface Request {
  /** Says what is asked for. Known methods have a request type of their own. */
  method: string;
  /** The request's input, by name. */
  params?: {
    /** Metadata about the call itself, apart from its subject. */
    _meta?: {
      /**
       * Set by a requester that would like progress reports: the receiver may then send `notifications/progress` with
       * this token, but need not.
       */
      progressToken?: ProgressToken;
    };
    [key: string]: unknown;
  };
}

/**
 * What all notifications have in common. The envelope around it is `JSONRPCNotification`.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/basic#notifications
 */
export interface Notification {
  /** Says what happened. Known methods have a notification type of their own. */
  method: string;
  /** The notification's details, by name. */
  params?: {
    /** Free-form metadata about the notification, apart from its subject. */
    _meta?: { [key: string]: unknown };
    [key: string]: unknown;
  };
}

/**
 * What all results have in common. Its shape depends on the request that it answers, which only the `id` of the
 * response tells.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/basic#responses
 */
export interface Result {
  /** Free-form metadata about the response, apart from the data that was asked for. */
  _meta?: { [key: string]: unknown };
  [key: string]: unknown;
}

/**
 * Names a request, so that its response can be matched to it: a string or an integer, never null. A side never uses an
 * id again within one session.
 */
export type RequestId = string | number;

/**
 * The wire form of a request: exactly one response follows, unless the request is cancelled.
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
 * The wire form of a notification: it has no `id` and is never answered.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/basic#notifications
 */
export interface JSONRPCNotification extends Notification {
  /** Marks the message as JSON-RPC 2.0. */
  jsonrpc: typeof JSONRPC_VERSION;
}

/**
 * The answer to a request that succeeded.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/basic#responses
 */
export interface JSONRPCResponse {
  /** Marks the message as JSON-RPC 2.0. */
  jsonrpc: typeof JSONRPC_VERSION;
  /** The `id` of the request that this answers. */
  id: RequestId;
  /** What was asked for. Its shape follows from the request's method. */
  result: Result;
}

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
 * The answer to a request that failed.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/basic#responses
 */
export interface JSONRPCError {
  /** Marks the message as JSON-RPC 2.0. */
  jsonrpc: typeof JSONRPC_VERSION;
  /** The `id` of the request that failed. */
  id: RequestId;
  /** What went wrong. */
  error: {
    /** Names the kind of failure, as an integer. JSON-RPC reserves -32768 to -32000. */
    code: number;
    /** A short sentence about the failure. */
    message: string;
    /** Anything else that helps to understand the failure. The failing side decides on its shape. */
    data?: unknown;
  };
}

/** A result that carries no data: its arrival alone says that the request succeeded. */
export type EmptyResult = Result;

/**
 * Tells the receiver that the sender no longer wants the response to a request it made earlier. The receiver should
 * stop the work and not respond; the response may nevertheless be on its way already, and is then ignored. A client
 * never cancels its `initialize` request.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/basic/utilities/cancellation
 */
export interface CancelledNotification extends Notification {
  /** The name of this notification on the wire. */
  method: 'notifications/cancelled';
  /** Which request, and why. */
  params: {
    /** The `id` of a request that went in this same direction and is still open. Unknown ids are ignored. */
    requestId: RequestId;
    /** Why, in words for a log or for a person. */
    reason?: string;
  };
}

/**
 * Opens the session: the client's first message, in which it introduces itself and proposes a protocol version. The
 * client sends nothing but pings until the answer is there.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/basic/lifecycle#initialization
 */
export interface InitializeRequest extends Request {
  /** The name of this request on the wire. */
  method: 'initialize';
  /** Who the client is, and what it can do. */
  params: {
    /** The version that the client proposes: ideally the newest it knows. The server may answer with another. */
    protocolVersion: string;
    /** The optional features that the client offers to the server. */
    capabilities: ClientCapabilities;
    /** The client program. */
    clientInfo: Implementation;
  };
}

/**
 * The server's half of the introduction. It settles the protocol version for the session.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/basic/lifecycle#initialization
 */
export interface InitializeResult extends Result {
  /**
   * The version to speak from here on: the proposed one where the server knows it, else one that the server does know.
   * A client that cannot speak it should disconnect.
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
 * @see https://modelcontextprotocol.io/specification/2025-03-26/basic/lifecycle#initialization
 */
export interface InitializedNotification extends Notification {
  /** The name of this notification on the wire. */
  method: 'notifications/initialized';
}

/**
 * The optional features of a client. What is absent is not offered, and the server should not use it. Unknown keys are
 * fine: either side may know features that the other does not.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/basic/lifecycle#capability-negotiation
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
  sampling?: object;
}

/**
 * The optional features of a server. What is absent is not offered, and the client should not use it. Unknown keys are
 * fine: either side may know features that the other does not.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/basic/lifecycle#capability-negotiation
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
}

/**
 * The program at one end of the connection. It is what the program says of itself: good for a log, not a proof of
 * identity.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/basic/lifecycle#initialization
 */
export interface Implementation {
  /** What the program is called. */
  name: string;
  /** The program's own version, not the protocol's. */
  version: string;
}

/**
 * Asks for a sign of life, from either side. The receiver answers at once with an empty result; a sender that waits in
 * vain may take the connection for dead.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/basic/utilities/ping
 */
export interface PingRequest extends Request {
  /** The name of this request on the wire. */
  method: 'ping';
}

/**
 * Tells a requester how far its request has come. Sent only for requests that carry a progress token, as often as the
 * sender sees fit, and never after the response.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/basic/utilities/progress
 */
export interface ProgressNotification extends Notification {
  /** The name of this notification on the wire. */
  method: 'notifications/progress';
  /** Which request, and how far. */
  params: {
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
  };
}

/**
 * What all requests for a list have in common: the answer comes in pages.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/utilities/pagination
 */
export interface PaginatedRequest extends Request {
  /** Which page. Absent for the first. */
  params?: {
    /** The `nextCursor` of the page before. Absent: start at the beginning. */
    cursor?: Cursor;
  };
}

/**
 * What all pages of a list have in common. The server decides how long a page is.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/utilities/pagination
 */
export interface PaginatedResult extends Result {
  /** Where the next page starts: send it as `cursor`. Absent on the last page. */
  nextCursor?: Cursor;
}

/**
 * Asks which resources the server has.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/resources#listing-resources
 */
export interface ListResourcesRequest extends PaginatedRequest {
  /** The name of this request on the wire. */
  method: 'resources/list';
}

/** One page of the server's resources. */
export interface ListResourcesResult extends PaginatedResult {
  /** The resources of this page. */
  resources: Resource[];
}

/**
 * Asks which families of resources the server has, described by URI templates.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/resources#resource-templates
 */
export interface ListResourceTemplatesRequest extends PaginatedRequest {
  /** The name of this request on the wire. */
  method: 'resources/templates/list';
}

/** One page of the server's resource templates. */
export interface ListResourceTemplatesResult extends PaginatedResult {
  /** The templates of this page. */
  resourceTemplates: ResourceTemplate[];
}

/**
 * Asks for the contents of one resource.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/resources#reading-resources
 */
export interface ReadResourceRequest extends Request {
  /** The name of this request on the wire. */
  method: 'resources/read';
  /** Which resource. */
  params: {
    /**
     * The resource's URI, listed or made from a template. Any scheme will do: the server gives it its meaning.
     *
     * @format uri
     */
    uri: string;
  };
}

/** What a resource holds. One URI may yield several parts, a folder for example its files. */
export interface ReadResourceResult extends Result {
  /** The parts, each with a URI of its own. */
  contents: (TextResourceContents | BlobResourceContents)[];
}

/**
 * Tells the client that resources have come or gone, and that another `resources/list` is worthwhile. Needs no
 * subscription.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/resources#list-changed-notification
 */
export interface ResourceListChangedNotification extends Notification {
  /** The name of this notification on the wire. */
  method: 'notifications/resources/list_changed';
}

/**
 * Asks to be told when one resource changes. Needs the capability `resources.subscribe`.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/resources#subscriptions
 */
export interface SubscribeRequest extends Request {
  /** The name of this request on the wire. */
  method: 'resources/subscribe';
  /** Which resource. */
  params: {
    /**
     * The URI of the resource to follow. Any scheme will do: the server gives it its meaning.
     *
     * @format uri
     */
    uri: string;
  };
}

/**
 * Ends what `resources/subscribe` began.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/resources#subscriptions
 */
export interface UnsubscribeRequest extends Request {
  /** The name of this request on the wire. */
  method: 'resources/unsubscribe';
  /** Which resource. */
  params: {
    /**
     * The URI that was subscribed to.
     *
     * @format uri
     */
    uri: string;
  };
}

/**
 * Tells a subscribed client that a resource has changed. The new contents are not in it: read the resource to have
 * them.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/resources#subscriptions
 */
export interface ResourceUpdatedNotification extends Notification {
  /** The name of this notification on the wire. */
  method: 'notifications/resources/updated';
  /** Which resource. */
  params: {
    /**
     * The URI of what changed, which may lie below the one subscribed to.
     *
     * @format uri
     */
    uri: string;
  };
}

/**
 * Data that a server can hand out under a URI: a file, a database table, the state of a program.
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
  /** What people call it: the label to show in a list. */
  name: string;
  /** What the resource is about, in words that help a model to choose. */
  description?: string;
  /** The media type of the contents, where known. */
  mimeType?: string;
  /** Whom it is for, and how much it matters. */
  annotations?: Annotations;
  /** The length of the raw contents in bytes, before any base64, where known. */
  size?: number;
}

/**
 * A family of resources whose URIs follow one pattern.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/resources#resource-templates
 */
export interface ResourceTemplate {
  /**
   * The pattern, in the notation of RFC 6570. Expanded with values it gives the URI of one resource.
   *
   * @format uri-template
   */
  uriTemplate: string;
  /** What people call this family: the label to show in a list. */
  name: string;
  /** What the family is about, in words that help a model to choose. */
  description?: string;
  /** The media type of the contents. Set only where all resources of the family share it. */
  mimeType?: string;
  /** Whom it is for, and how much it matters. */
  annotations?: Annotations;
}

/**
 * What text contents and binary contents have in common.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/resources#resource-contents
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
}

/** Contents that are text. */
export interface TextResourceContents extends ResourceContents {
  /** The whole text. Binary data goes into `BlobResourceContents` instead. */
  text: string;
}

/** Contents that are not text. */
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
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/prompts#listing-prompts
 */
export interface ListPromptsRequest extends PaginatedRequest {
  /** The name of this request on the wire. */
  method: 'prompts/list';
}

/** One page of the server's prompts. */
export interface ListPromptsResult extends PaginatedResult {
  /** The prompts of this page. */
  prompts: Prompt[];
}

/**
 * Asks for the messages of one prompt, with the arguments filled in.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/prompts#getting-a-prompt
 */
export interface GetPromptRequest extends Request {
  /** The name of this request on the wire. */
  method: 'prompts/get';
  /** Which prompt, and what to fill in. */
  params: {
    /** The prompt's name, as listed. */
    name: string;
    /** A text for each argument, by the argument's name. */
    arguments?: { [key: string]: string };
  };
}

/** A prompt with its arguments filled in, ready for a model. */
export interface GetPromptResult extends Result {
  /** What the prompt is for. */
  description?: string;
  /** The conversation to begin with, oldest message first. */
  messages: PromptMessage[];
}

/**
 * A conversation starter that a server keeps ready, and that people pick, for example as a slash command.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/prompts#prompt
 */
export interface Prompt {
  /** Identifies the prompt within its server. */
  name: string;
  /** What the prompt is for, in words for people. */
  description?: string;
  /** The blanks to fill in. Absent when there are none. */
  arguments?: PromptArgument[];
}

/**
 * A blank in a prompt.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/prompts#prompt
 */
export interface PromptArgument {
  /** Identifies the argument within its prompt. */
  name: string;
  /** What to fill in, in words for people. */
  description?: string;
  /** True when the prompt cannot be had without it. Absent means false. */
  required?: boolean;
}

/** Who speaks in a conversation: the person, or the model. */
export type Role = 'user' | 'assistant';

/**
 * One message of a prompt. Unlike a `SamplingMessage` it can also bring a resource along.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/prompts#promptmessage
 */
export interface PromptMessage {
  /** Who says it. */
  role: Role;
  /** What is said, shown or played. */
  content: TextContent | ImageContent | AudioContent | EmbeddedResource;
}

/**
 * A resource in full, as part of a prompt or of what a tool returns. How it is shown to the model and to people is up
 * to the client.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/prompts#embedded-resources
 */
export interface EmbeddedResource {
  /** Tells this content from the other kinds. */
  type: 'resource';
  /** The contents, under a URI that the client can read again or subscribe to later. */
  resource: TextResourceContents | BlobResourceContents;
  /** Whom it is for, and how much it matters. */
  annotations?: Annotations;
}

/**
 * Tells the client that prompts have come, gone or changed, and that another `prompts/list` is worthwhile. Needs no
 * subscription.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/prompts#list-changed-notification
 */
export interface PromptListChangedNotification extends Notification {
  /** The name of this notification on the wire. */
  method: 'notifications/prompts/list_changed';
}

/**
 * Asks which tools the server has.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/tools#listing-tools
 */
export interface ListToolsRequest extends PaginatedRequest {
  /** The name of this request on the wire. */
  method: 'tools/list';
}

/** One page of the server's tools. */
export interface ListToolsResult extends PaginatedResult {
  /** The tools of this page. */
  tools: Tool[];
}

/**
 * What a tool returned, or how it failed. A failure inside the tool comes here with `isError`, so that the model sees
 * it and can try something else; an error response is for calls that never reached a tool, such as an unknown name.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/tools#tool-result
 */
export interface CallToolResult extends Result {
  /** The output, in any number of parts. It comes from outside: check it before a model acts on it. */
  content: (TextContent | ImageContent | AudioContent | EmbeddedResource)[];
  /** True when the tool failed, and `content` says how. Absent means false. */
  isError?: boolean;
}

/**
 * Runs a tool.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/tools#calling-tools
 */
export interface CallToolRequest extends Request {
  /** The name of this request on the wire. */
  method: 'tools/call';
  /** Which tool, and its input. */
  params: {
    /** The tool's name, as listed. */
    name: string;
    /** The input, which has to fit the tool's `inputSchema`. Usually written by a model: the server checks it. */
    arguments?: { [key: string]: unknown };
  };
}

/**
 * Tells the client that tools have come, gone or changed, and that another `tools/list` is worthwhile. Needs no
 * subscription.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/tools#list-changed-notification
 */
export interface ToolListChangedNotification extends Notification {
  /** The name of this notification on the wire. */
  method: 'notifications/tools/list_changed';
}

/**
 * What a tool claims about its own behaviour. None of it is guaranteed: a client decides nothing by these hints unless
 * it trusts the server.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/tools#tool
 */
export interface ToolAnnotations {
  /** What people call the tool: the label to show in a list. */
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
 * Something that a model can have a server do: look up data, compute, act on a system.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/tools#tool
 */
export interface Tool {
  /** Identifies the tool within its server. */
  name: string;
  /** What the tool does and when to use it. Models choose by this text. */
  description?: string;
  /** The JSON Schema of the arguments, which are always one object. */
  inputSchema: {
    /** Arguments are an object. */
    type: 'object';
    /** The schema of each argument, by name. */
    properties?: { [key: string]: object };
    /** The names of the arguments that must be given. */
    required?: string[];
  };
  /** Hints about the tool's behaviour. Untrusted, unless the server is trusted. */
  annotations?: ToolAnnotations;
}

/**
 * Sets the least severe level that the client wants to receive. Without it the server decides.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/utilities/logging#setting-log-level
 */
export interface SetLevelRequest extends Request {
  /** The name of this request on the wire. */
  method: 'logging/setLevel';
  /** Which level. */
  params: {
    /** The threshold: messages of this severity and above are sent from now on, those below are not. */
    level: LoggingLevel;
  };
}

/**
 * One log message of the server. It must not hold secrets or personal data.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/utilities/logging#log-message-notifications
 */
export interface LoggingMessageNotification extends Notification {
  /** The name of this notification on the wire. */
  method: 'notifications/message';
  /** What is logged, by which part of the server, and how bad it is. */
  params: {
    /** How severe it is. */
    level: LoggingLevel;
    /** The part of the server that speaks. */
    logger?: string;
    /** What there is to say: a sentence, or any other JSON value. */
    data: unknown;
  };
}

/**
 * How severe a log message is: the levels of syslog (RFC 5424), mildest first.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/utilities/logging#log-levels
 */
export type LoggingLevel = 'debug' | 'info' | 'notice' | 'warning' | 'error' | 'critical' | 'alert' | 'emergency';

/**
 * Asks the client to let its language model write the next message of a conversation. The client picks the model, and
 * should show the request to a person, who may edit or refuse it.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/client/sampling#creating-messages
 */
export interface CreateMessageRequest extends Request {
  /** The name of this request on the wire. */
  method: 'sampling/createMessage';
  /** The conversation, and wishes about the answer. */
  params: {
    /** The conversation so far, oldest message first. */
    messages: SamplingMessage[];
    /** What matters in the choice of the model. Advice, which the client may disregard. */
    modelPreferences?: ModelPreferences;
    /** A system prompt that the server would like. The client may change or drop it. */
    systemPrompt?: string;
    /**
     * Whose context to add to the conversation: that of no server, of the one that asks, or of every connected one. The
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
  };
}

/**
 * The message that the client's model wrote. A person should have seen it before the server does.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/client/sampling#creating-messages
 */
export interface CreateMessageResult extends Result, SamplingMessage {
  /** The model that wrote it, by its provider's name for it. */
  model: string;
  /** Why the model stopped: its turn was over, a stop sequence, the length limit, or a reason of the provider's own. */
  stopReason?: 'endTurn' | 'stopSequence' | 'maxTokens' | string;
}

/**
 * One message of a conversation with a model.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/client/sampling#messages
 */
export interface SamplingMessage {
  /** Who says it. */
  role: Role;
  /** What is said, shown or played. */
  content: TextContent | ImageContent | AudioContent;
}

/** Hints from the server about whom something is for. A client may follow them or not. */
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
}

/** Text to or from a model. */
export interface TextContent {
  /** Tells this content from the other kinds. */
  type: 'text';
  /** The text itself. */
  text: string;
  /** Whom it is for, and how much it matters. */
  annotations?: Annotations;
}

/** A picture to or from a model. */
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
  /** Whom it is for, and how much it matters. */
  annotations?: Annotations;
}

/** Audio to or from a model. */
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
  /** Whom it is for, and how much it matters. */
  annotations?: Annotations;
}

/**
 * A server's wishes about the model that answers. Servers cannot know which models a client has, so they weigh
 * qualities against each other and may drop names. All of it is advice: the client decides.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/client/sampling#model-preferences
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
 * @see https://modelcontextprotocol.io/specification/2025-03-26/client/sampling#model-hints
 */
export interface ModelHint {
  /**
   * Part of a model's name. `sonnet` fits any model called that; a client without one may take another provider's model
   * of the same class.
   */
  name?: string;
}

/**
 * Asks how an argument that someone is typing could go on.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/utilities/completion#requesting-completions
 */
export interface CompleteRequest extends Request {
  /** The name of this request on the wire. */
  method: 'completion/complete';
  /** What is being typed, and where. */
  params: {
    /** The prompt or resource template that the argument belongs to. */
    ref: PromptReference | ResourceReference;
    /** The argument and what has been typed. */
    argument: {
      /** The argument's name, for a template the name of its variable. */
      name: string;
      /** The text so far, which may be empty. */
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
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/utilities/completion#reference-types
 */
export interface ResourceReference {
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
 * @see https://modelcontextprotocol.io/specification/2025-03-26/server/utilities/completion#reference-types
 */
export interface PromptReference {
  /** Tells this reference from the other kind. */
  type: 'ref/prompt';
  /** The prompt's name, as listed. */
  name: string;
}

/**
 * Asks the client in which folders or files the server may work.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/client/roots#listing-roots
 */
export interface ListRootsRequest extends Request {
  /** The name of this request on the wire. */
  method: 'roots/list';
}

/** The places where the server may work. */
export interface ListRootsResult extends Result {
  /** The roots. The list may be empty. */
  roots: Root[];
}

/**
 * A folder or file in which a server may work. The client names it, the server keeps within it.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/client/roots#root
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
}

/**
 * Tells the server that the roots are no longer the same, and that another `roots/list` is worthwhile.
 *
 * @see https://modelcontextprotocol.io/specification/2025-03-26/client/roots#root-list-changes
 */
export interface RootsListChangedNotification extends Notification {
  /** The name of this notification on the wire. */
  method: 'notifications/roots/list_changed';
}

/** Every request that a client can make. */
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

/** Every notification that a client can send. */
export type ClientNotification =
  | CancelledNotification
  | ProgressNotification
  | InitializedNotification
  | RootsListChangedNotification;

/** Every result that a client can return. The request's method tells which one it is. */
export type ClientResult = EmptyResult | CreateMessageResult | ListRootsResult;

/** Every request that a server can make. */
export type ServerRequest = PingRequest | CreateMessageRequest | ListRootsRequest;

/** Every notification that a server can send. */
export type ServerNotification =
  | CancelledNotification
  | ProgressNotification
  | LoggingMessageNotification
  | ResourceUpdatedNotification
  | ResourceListChangedNotification
  | ToolListChangedNotification
  | PromptListChangedNotification;

/** Every result that a server can return. The request's method tells which one it is. */
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
