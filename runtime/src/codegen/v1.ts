/**
 * The contract between generated code and the runtime, version 1.
 *
 * Generated code imports this file and nothing else of the runtime; the runtime reads what generated code declares
 * through the same types. It imports nothing, and what it exports stays: a later contract becomes `codegen/v2`, so that
 * code generated today runs on a newer runtime.
 *
 * @module
 */

/** Tells whether a value read from JSON has the shape of one definition. */
export type Guard = (value: unknown) => boolean;

/** One place where a value is not as its definition says. */
export interface Issue {
  /** JSON Pointer from the value to the place; a missing property is named by its own pointer. */
  readonly pointer: string;
  /** What should stand there: `object`, `"text" or "image"`, `number from 0 to 1`. */
  readonly expected: string;
  /** What stands there, cut short. */
  readonly actual: string;
  /** All of it in one line: `/params/arguments: expected object, got array`. */
  readonly message: string;
}

/**
 * What is counted for each caller, in bytes:
 *
 * - `reading`: messages that have not arrived completely;
 * - `retained`: what is kept of messages: arguments of running handlers, sessions, subscriptions, stored events, lists;
 * - `output`: what waits to be sent: answers that are gathered, and everything that the other side does not read.
 */
export type LedgerResource = 'reading' | 'retained' | 'output';

/** Counts bytes that one caller, or one connection, makes this process hold. */
export interface Quota {
  /** Counts bytes of a resource. Returns false, and counts nothing, if that is more than the caller or the process may hold. */
  take(resource: LedgerResource, bytes: number): boolean;
  /** Counts bytes that are held already, however many there are. */
  charge(resource: LedgerResource, bytes: number): void;
  /** Counts bytes that are held no longer: as many as were taken or charged. */
  give(resource: LedgerResource, bytes: number): void;
  /** Returns whether no more can be taken of a resource now. */
  isFull(resource: LedgerResource): boolean;
}

/** The string formats that the protocol's schemas and pages use; `file-uri` is a URI of the scheme `file`. */
export type Format = 'byte' | 'date-time' | 'file-uri' | 'uri' | 'uri-template';

/**
 * Checks what a guard leaves open and a sender must nevertheless keep to: formats, and rules that hold for senders alone.
 * Takes a value that the guard has accepted. Returns the first issue, or nothing.
 */
export type SendCheck = (value: never) => Issue | undefined;

/** What the runtime knows of a request, from the side that answers it. */
export interface RequestEntry {
  /** The name of the handler and of the stub's method: `callTool` for `tools/call`. */
  readonly name: string;
  /** Accepts the request's `params`; accepts `undefined` where they may be left out. */
  readonly params: Guard;
  /** The definition of the params, for explanations. */
  readonly paramsType?: string;
  /** Accepts the request's result. */
  readonly result: Guard;
  /** The definition of the result, for explanations. */
  readonly resultType?: string;
  /** Checks `params` before they are sent, after their guard. */
  readonly checkParams?: SendCheck;
  /** Checks the result before it is sent, after its guard. */
  readonly checkResult?: SendCheck;
  /** The capability that the answering side must have declared, as a path: `resources.subscribe`. */
  readonly capability?: string;
  /** The result comes in pages, continued by `cursor`. */
  readonly paginated?: true;
  /** Values of `resultType` that its result may have beside `complete` and `input_required`: those of an extension. */
  readonly resultTypes?: readonly string[];
  /** Its result may be a question to the sender, with whose answers the request comes again. */
  readonly asks?: true;
  /** The sender may cancel it: true for all but `initialize`. */
  readonly cancellable: boolean;
  /** Part of the conversation itself (`initialize`, `ping`): the runtime answers it, not an application's handler. */
  readonly lifecycle?: true;
}

/** What the runtime knows of a notification, from the side that receives it. */
export interface NotificationEntry {
  /** The name of the handler and of the stub's method: `rootsListChanged` for `notifications/roots/list_changed`. */
  readonly name: string;
  /** Accepts the notification's `params`; accepts `undefined` where they may be left out. */
  readonly params: Guard;
  /** The definition of the params, for explanations. */
  readonly paramsType?: string;
  /** Checks `params` before they are sent, after their guard. */
  readonly checkParams?: SendCheck;
  /** The capability that the sending side must have declared, as a path: `tools.listChanged`. */
  readonly capability?: string;
  /** Part of the conversation itself (`initialized`, cancellation, progress): the runtime acts on it. */
  readonly lifecycle?: true;
}

/** The messages that one side receives, by method. */
export interface MethodTable {
  /** What is answered. */
  readonly requests: { readonly [method: string]: RequestEntry };
  /** What is taken without an answer. */
  readonly notifications: { readonly [method: string]: NotificationEntry };
  /** What is asked for inside of results: requests that never travel alone. Left out where there are none. */
  readonly questions?: { readonly [method: string]: RequestEntry };
}

/** A method table that knows its methods, from the types of what the other side sends. */
export interface TableOf<Requests, Notifications> {
  /** An entry for each request. */
  readonly requests: { readonly [Method in keyof Requests]: RequestEntry };
  /** An entry for each notification. */
  readonly notifications: { readonly [Method in keyof Notifications]: NotificationEntry };
  /** What is asked for inside of results. Left out where there is nothing. */
  readonly questions?: { readonly [method: string]: RequestEntry };
}

/** Says what is wrong with a value of a definition. Empty exactly where the definition's guard accepts the value. */
export type Explain = (definition: never, value: unknown) => readonly Issue[];

/** How a revision opens a conversation: with an `initialize` handshake, or with metadata on every request. */
export type Era = 'session' | 'stateless';

/** One revision of the protocol, as data that the runtime runs on. */
export interface Revision {
  /** The protocol version: its date, for example `2025-03-26`. */
  readonly id: string;
  /** How its conversations are opened. */
  readonly era: Era;
  /** Several messages may arrive together in one JSON array. */
  readonly batching: boolean;
  /** What a server receives. */
  readonly server: MethodTable;
  /** What a client receives. */
  readonly client: MethodTable;
  /** Loads what explains why a guard has refused a value. Without it errors say only that something is invalid. */
  readonly explain?: () => Promise<Explain>;
}

/** How far a long request has come. */
export interface Progress {
  /** Grows with every report. */
  readonly progress: number;
  /** What `progress` grows towards, where that is known. */
  readonly total?: number;
  /** A line for people. Revisions before 2025-03-26 do not know it, and their programs leave it unread. */
  readonly message?: string;
}

/** Options of one request. */
export interface RequestOptions {
  /** Cancels the request: the other side is told, and the call rejects with the signal's reason. Default: nothing does. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds to wait for the answer; 0 for no limit. Default: the peer's `requestTimeout`, which is 60,000 if nobody sets it. */
  readonly timeout?: number | undefined;
  /** Whether a progress report restarts the timeout. Default true. */
  readonly resetTimeoutOnProgress?: boolean | undefined;
  /** Milliseconds after which the request ends even though progress is reported; 0 for no limit. Default: ten times `timeout`. */
  readonly maxTotalTimeout?: number | undefined;
  /** Asks the other side for progress (specification: Progress), and receives it. Default: it is not asked. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Headers of the HTTP request, in revisions without sessions. Default: none but those of the protocol. */
  readonly headers?: { readonly [name: string]: string } | undefined;
  /**
   * Called with the id of the request before it is sent, and with each further id where the request is sent again: notifications of
   * `subscriptions/listen` name it. Default: nobody is told.
   */
  readonly onRequestId?: ((id: string | number) => void) | undefined;
}

/** Sends messages to the other side. Generated stubs are typed views of it. */
export interface Caller {
  /**
   * Sends a request and resolves with its result, checked by the negotiated revision's guard.
   *
   * @throws {JsonRpcError} if the other side answers with an error.
   * @throws {RequestTimeoutError} if no answer comes in time.
   * @throws {ConnectionClosedError} if the connection is closed, or closes before the answer.
   * @throws {InvalidMessageError} if the params or the result are not valid in the revision.
   * @throws {Error} if the revision has no such request, or the other side has not declared the capability for it.
   * @throws {RangeError} if a timeout is not a positive number.
   * @throws the signal's reason if it aborts.
   */
  request(method: string, params?: unknown, options?: RequestOptions): Promise<unknown>;
  /**
   * Sends a notification. Resolves when the transport has taken it.
   *
   * @throws {ConnectionClosedError} if the connection is closed.
   * @throws {InvalidMessageError} if the params are not valid in the revision.
   * @throws {Error} if the revision has no such notification, or this side has not declared the capability for it.
   */
  notify(method: string, params?: unknown): Promise<void>;
}

/** Requests by method, as types: what generated code declares for each side. */
export type RequestTypes = {
  readonly [method: string]: {
    /** The type of its params. */
    readonly params: unknown;
    /** The type of its result. */
    readonly result: unknown;
  };
};

/** Notifications by method, as types. */
export type NotificationTypes = {
  readonly [method: string]: {
    /** The type of its params. */
    readonly params: unknown;
  };
};

/** What one request carries, as types. */
export type RequestParts = RequestTypes[string];

/** What one notification carries, as types. */
export type NotificationParts = NotificationTypes[string];

/** Params as a caller gives them: what the runtime adds to the `_meta` of every request of a revision may be left out. */
export type GivenParams<Params> = Params extends { readonly _meta: object }
  ? Omit<Params, '_meta'> & {
      /** Free-form metadata. */
      readonly _meta?: { readonly [key: string]: unknown };
    }
  : Params;

/** A caller that knows the params and the result of each method. */
export interface CallerOf<
  Requests extends { readonly [Method in keyof Requests]: RequestParts },
  Notifications extends { readonly [Method in keyof Notifications]: NotificationParts },
> {
  /** Sends a request, as {@link Caller.request} does. */
  request<Method extends keyof Requests & string>(
    method: Method,
    params: GivenParams<Requests[Method]['params']>,
    options?: RequestOptions,
  ): Promise<Requests[Method]['result']>;
  /** Sends a notification, as {@link Caller.notify} does. */
  notify<Method extends keyof Notifications & string>(
    method: Method,
    params: Notifications[Method]['params'],
  ): Promise<void>;
}

/** Answers a request with its result, or throws. */
export type RequestHandler<Entry extends RequestParts, Context> = (
  params: Entry['params'],
  context: Context,
) => Entry['result'] | Promise<Entry['result']>;

/** Handles a notification. */
export type NotificationHandler<Entry extends NotificationParts, Context> = (
  params: Entry['params'],
  context: Context,
) => void | Promise<void>;

/** One question to the other side: a request of `Requests`, not yet sent. */
export type QuestionRequest<Requests> = {
  readonly [Method in keyof Requests]: {
    /** The method of the request. */
    readonly method: Method;
    /** Its params. */
    readonly params: Requests[Method] extends { readonly params: infer Params } ? Params : never;
    /** Milliseconds to wait for the answer; 0 for no limit. Default: the peer's `requestTimeout`. */
    readonly timeout?: number | undefined;
    /** Withdraws the question: the other side is told, and asking rejects with the signal's reason. Default: nothing does. */
    readonly signal?: AbortSignal | undefined;
    /** Asks the other side for progress, and receives it. Default: it is not asked. It never is in revisions without sessions. */
    readonly onProgress?: ((progress: Progress) => void) | undefined;
  };
}[keyof Requests];

/** The result that answers one question. */
export type Answer<Requests, Asked> = Asked extends { readonly method: infer Method extends keyof Requests }
  ? Requests[Method] extends { readonly result: infer Result }
    ? Result
    : never
  : never;

/** The other side, as it introduced itself. */
export interface PeerInfo {
  /** The name of the program. */
  readonly name: string;
  /** The version of the program, not of the protocol. */
  readonly version: string;
  /** A name for people, where it has given one. */
  readonly title?: string;
  /** The capabilities it declared. */
  readonly capabilities: { readonly [name: string]: unknown };
}

/** Who sent a message, as the server made out: what the option `authenticate` of a server returns. */
export interface AuthInfo {
  /** Tells callers apart: a user's or a program's name. */
  readonly id: string;
  /** What the caller may do, in the application's own words. */
  readonly roles?: readonly string[] | undefined;
  /**
   * When the caller's credentials expire, in seconds since 1970-01-01. Over HTTP, streams that belong to no request end then, and so do
   * subscriptions. Default: they do not expire.
   */
  readonly expiresAt?: number | undefined;
  /** Whatever else is known, for the application's handlers. */
  readonly [property: string]: unknown;
}

/** The HTTP request that a message came in. */
export interface HttpInfo {
  /** The HTTP method, in capitals: `POST`. */
  readonly method: string;
  /** The URL that the client asked for, as far as the server can tell: `https://mcp.example.com/mcp?x=1`. */
  readonly url: string;
  /** The address of the client; nothing where the platform does not tell. */
  readonly address: string | undefined;
  /** Returns a header by its name in lower case. */
  header(name: string): string | undefined;
}

/** The conversation that a message is part of. The same object for all its messages, so that a `WeakMap` can keep things by it. */
export interface SessionContext<Notifications = NotificationTypes> {
  /** The session id, if the transport assigns one. Anyone who knows it can send messages in the session: do not log it. */
  readonly id: string | undefined;
  /** The revision of the conversation. */
  readonly revision: string;
  /** The other side. */
  readonly peer: PeerInfo;
  /** Resolves when the conversation is over, with the reason. Never rejects. */
  readonly closed: Promise<Error>;
  /** Counts what is kept of the other side's data as long as the conversation lasts. All of it is given back at its end. */
  readonly quota: Quota;
  /**
   * Adds facts to the record of the session, or replaces them, where the transport keeps records outside of this process. Their values
   * must have a JSON form.
   */
  readonly keep: (state: { readonly [name: string]: unknown }) => void;
  /** Sends a notification that belongs to no request. Rejects once the conversation is over. */
  readonly notify: <Method extends keyof Notifications & string>(
    method: Method,
    ...params: ParamsOf<Notifications[Method]>
  ) => Promise<void>;
}

/**
 * What a handler is given beside the params. It belongs to one request and holds no connection: the same handler serves
 * any number of clients, and revisions in which every request stands alone.
 */
export interface HandlerContext<Requests = RequestTypes, Notifications = NotificationTypes> {
  /** Aborted when the other side cancels the request, or when the connection ends. */
  readonly signal: AbortSignal;
  /** The revision of the conversation. */
  readonly revision: string;
  /** The id of the request, as the other side gave it; a notification has none. */
  readonly requestId: string | number | undefined;
  /** The other side. */
  readonly peer: PeerInfo;
  /** Who sent the message, where the server authenticates its callers. */
  readonly auth: AuthInfo | undefined;
  /** The HTTP request that the message came in; nothing over other transports. */
  readonly http: HttpInfo | undefined;
  /** What the message is part of; nothing in revisions in which every request stands alone. */
  readonly session: SessionContext<Notifications> | undefined;
  /** The `_meta` of the params, as it came. */
  readonly meta: { readonly [key: string]: unknown } | undefined;
  /** Reports progress, if the other side asked for it; else does nothing. */
  readonly progress: (progress: Progress) => void;
  /**
   * Sends a notification that belongs to this request. Does nothing once the connection is closed: a handler that has not
   * noticed yet has done nothing wrong.
   */
  readonly notify: <Method extends keyof Notifications & string>(
    method: Method,
    ...params: ParamsOf<Notifications[Method]>
  ) => Promise<void>;
  /**
   * Closes the connection that the answer would go out on, and leaves it to the client to come back for it: spares a connection
   * while something takes long. Does nothing where the client would not come back: it does from revision 2025-11-25 on, over
   * Streamable HTTP with an event store.
   */
  readonly closeStream: () => void;
  /**
   * Asks the other side, and waits for its answer: one question under its key, or several at once, each under its own.
   * A key names the question within this handler and stays the same when the handler runs again, which is how revisions
   * without server requests find the answer. A key that the handler has used before is a TypeError.
   */
  readonly ask: {
    <const Asked extends QuestionRequest<Requests>>(key: string, question: Asked): Promise<Answer<Requests, Asked>>;
    <const Asked extends { readonly [key: string]: QuestionRequest<Requests> }>(
      questions: Asked,
    ): Promise<{ readonly [Key in keyof Asked]: Answer<Requests, Asked[Key]> }>;
  };
  /**
   * Does something once for a request, however often its handler runs: `await once('order', () => placeOrder(cart))`. When the handler runs
   * again, the value of the first time is returned. It is a JSON value, and travels through the other side, which cannot read or change it.
   * Keys are those of questions and of `once` alike: one that the handler has used before is a TypeError.
   */
  readonly once: <Value>(key: string, act: () => Value | Promise<Value>) => Promise<Value>;
  /** What is known from earlier runs of the handler for this request. Nothing where it has not asked before. */
  readonly replay: ReplayInfo | undefined;
  /**
   * Calls back when this side begins to close: for handlers that run as long as the other side listens, which should return then.
   * Returns what takes the callback back.
   */
  readonly onClosing: (listener: () => void) => () => void;
}

/** What a handler that runs again knows from its earlier runs. */
export interface ReplayInfo {
  /**
   * Whether this process has not run the handler with these answers before. A client may send the same answers any number of times. Also
   * false while 1,000 other runs of the caller, or 50,000 of all callers, are remembered, each for the lifetime of its state.
   */
  readonly isNew: boolean;
  /** Returns whether a question has its answer already. */
  has(key: string): boolean;
}

/** The params argument of a call: may be left out where the params accept `undefined`. */
export type ParamsOf<Entry> = Entry extends { readonly params: infer Params }
  ? undefined extends Params
    ? [params?: Params]
    : [params: Params]
  : never;

/** Whether a value is a JSON object: neither null nor an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The cheaper test, where a property that no array has is checked next. */
export function isObjectOrArray(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Binds each handler to one object, its `this`. Handlers may be own properties, or methods of a class. */
export function bindHandlers<Handlers extends object>(self: object, handlers: Handlers): Handlers {
  const entries = namesOf(handlers).map((name) => {
    const handler: unknown = handlers[name as keyof Handlers];
    return [name, typeof handler === 'function' ? (handler.bind(self) as unknown) : handler];
  });
  return Object.fromEntries(entries) as Handlers;
}

/** The names of an object's enumerable properties, then those of the methods that it inherits from classes. */
function namesOf(handlers: object): readonly string[] {
  const names = new Set(Object.keys(handlers));
  let prototype: unknown = Object.getPrototypeOf(handlers);
  while (isObjectOrArray(prototype) && prototype !== Object.prototype) {
    for (const name of Object.getOwnPropertyNames(prototype)) if (name !== 'constructor') names.add(name);
    prototype = Object.getPrototypeOf(prototype);
  }
  return [...names];
}

/** Lets params be left out: accepts `undefined`, and what the guard accepts. */
export function optional(guard: Guard): Guard {
  return (value) => value === undefined || guard(value);
}

/** Accepts what one of the guards accepts. */
export function either(...guards: readonly Guard[]): Guard {
  return (value) => guards.some((guard) => guard(value));
}

/**
 * Returns the guard of results that may be a question to the sender of the request. Their `resultType` tells which of the two they are: the
 * guard of questions alone accepts almost anything.
 */
export function orQuestion(answer: Guard, question: Guard): Guard {
  return (value) => (isObject(value) && value['resultType'] === 'input_required' ? question(value) : answer(value));
}

/** An issue, with all of it in one line as its message. */
export function issue(pointer: string, expected: string, actual: string): Issue {
  return {
    pointer,
    expected,
    actual,
    message: `${pointer === '' ? '' : `${pointer}: `}expected ${expected}, got ${actual}`,
  };
}

/** Puts an issue found in a part of a value under the path of that part. */
export function under(path: string, found: Issue | undefined): Issue | undefined {
  return found && issue(path + found.pointer, found.expected, found.actual);
}

/** Checks each item of an array that stands at `path`. */
export function checkEach<Item>(
  items: readonly Item[] | undefined,
  path: string,
  check: (item: Item) => Issue | undefined,
): Issue | undefined {
  for (const [index, item] of (items ?? []).entries()) {
    const found = check(item);
    if (found) return under(`${path}/${index}`, found);
  }
  return undefined;
}

/** Checks each value of an object that stands at `path` and whose keys are free. */
export function checkEntries<Item>(
  entries: { readonly [key: string]: Item } | undefined,
  path: string,
  check: (item: Item) => Issue | undefined,
): Issue | undefined {
  for (const [key, item] of Object.entries(entries ?? {})) {
    const found = check(item);
    if (found) return under(`${path}/${escapeKey(key)}`, found);
  }
  return undefined;
}

/** Checks how many items an array has. Absent arrays pass. */
export function checkLength(items: readonly unknown[] | undefined, most: number, pointer: string): Issue | undefined {
  return items === undefined || items.length <= most
    ? undefined
    : issue(pointer, `at most ${most} ${most === 1 ? 'item' : 'items'}`, `${items.length}`);
}

/** Checks the keys of metadata, which stand at `pointer` (specification: Base Protocol, `_meta`). Absent metadata pass. */
export function checkMetadata(metadata: object | undefined, pointer: string): Issue | undefined {
  for (const key in metadata) {
    if (!isMetadataKey(key)) return issue(pointer, 'keys such as name or example.com/name', quote(key));
  }
  return undefined;
}

/** Checks a string against a format. `pointer` is its place. Values of other types pass. */
export function checkFormat(format: Format, value: unknown, pointer: string): Issue | undefined {
  return typeof value !== 'string' || formats[format](value)
    ? undefined
    : issue(pointer, `string in the format ${format}`, quote(value));
}

/** A key as JSON Pointers have it (RFC 6901, section 3). */
export function escapeKey(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** A text as it can be shown: quoted, and cut short. */
export function quote(text: string, most = 80): string {
  return JSON.stringify(text.length > most ? `${text.slice(0, most)}...` : text);
}

const formats: { readonly [name in Format]: (text: string) => boolean } = {
  byte: isBase64,
  'date-time': isDateTime,
  'file-uri': (text) => text.startsWith('file://') && isUri(text),
  uri: isUri,
  'uri-template': isUriTemplate,
};

// Each expression below only searches for something forbidden, so that a text of any length takes linear time and no stack.

/** RFC 4648, section 4: the standard alphabet, padded. */
function isBase64(text: string): boolean {
  return text.length % 4 === 0 && !/[^A-Za-z0-9+/=]|=[^=]|={3}/.test(text);
}

/** RFC 3339, section 5.6, as far as `Date` follows it: without leap seconds. */
function isDateTime(text: string): boolean {
  return (
    /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text))
  );
}

/** RFC 3986: an absolute URI, with what is not ASCII percent-encoded. */
function isUri(text: string): boolean {
  return (
    /^[A-Za-z][A-Za-z0-9+.-]*:/.test(text) && !/[^A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]|%(?![0-9A-Fa-f]{2})/.test(text)
  );
}

/** A name, and maybe a prefix of labels with dots between them and a slash behind. Only the name may be empty. */
function isMetadataKey(key: string): boolean {
  const slash = key.indexOf('/');
  const name = key.slice(slash + 1);
  if (name !== '' && /[^\w.-]|^[^A-Za-z0-9]|[^A-Za-z0-9]$/.test(name)) return false;
  return slash < 0 || !/[^A-Za-z0-9.-]|(?:^|\.)(?![A-Za-z])|-(?=\.|$)/.test(key.slice(0, slash));
}

const TEMPLATE_EXPRESSION =
  /\{[+#./;?&=,!@|]?(?:[A-Za-z0-9_.]|%[0-9A-Fa-f]{2})+(?::[1-9][0-9]{0,3}|\*)?(?:,(?:[A-Za-z0-9_.]|%[0-9A-Fa-f]{2})+(?::[1-9][0-9]{0,3}|\*)?)*\}/g;

/** RFC 6570: literals, and expressions in braces. */
function isUriTemplate(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- the RFC forbids control characters in literals
  return !/[\x00-\x20"'<>\\^`{|}\x7f]|%(?![0-9A-Fa-f]{2})/.test(text.replace(TEMPLATE_EXPRESSION, ''));
}
