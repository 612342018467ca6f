/**
 * The contract between generated code and the runtime, version 1.
 *
 * Generated code imports only this module of the runtime, and declares its tables with these types. The module has no imports, and its
 * exports are stable: an incompatible contract becomes `codegen/v2`, so that code generated today runs on a newer runtime.
 *
 * @module
 */

/** Returns whether a value parsed from JSON matches a definition. */
export type Guard = (value: unknown) => boolean;

/** One location where a value does not match its definition. */
export interface Issue {
  /** JSON Pointer from the value to the location. A missing property is named by its own pointer. */
  readonly pointer: string;
  /** The expected value: `object`, `"text" or "image"`, `number from 0 to 1`. */
  readonly expected: string;
  /** The actual value, truncated. */
  readonly actual: string;
  /** The issue in one line: `/params/arguments: expected object, got array`. */
  readonly message: string;
}

/**
 * The kinds of memory that are counted for each caller, in bytes:
 *
 * - `reading`: incomplete incoming messages;
 * - `retained`: data of messages that is still in use: arguments of running handlers, sessions, subscriptions, stored events, lists;
 * - `output`: outgoing data: results in preparation, and messages that the other side has not read.
 */
export type LedgerResource = 'reading' | 'retained' | 'output';

/** Counts the bytes that this process holds for one caller or connection. */
export interface Quota {
  /** Counts bytes of a resource. Returns false, and counts nothing, if that would exceed a limit of the caller or the process. */
  take(resource: LedgerResource, bytes: number): boolean;
  /** Counts bytes that are already held, regardless of limits. */
  charge(resource: LedgerResource, bytes: number): void;
  /** Releases bytes that `take` or `charge` has counted. */
  give(resource: LedgerResource, bytes: number): void;
  /** Returns whether a resource has reached its limit. */
  isFull(resource: LedgerResource): boolean;
}

/** The string formats of the protocol's schemas and pages. `file-uri` is a URI with the scheme `file`. */
export type Format = 'byte' | 'date' | 'date-time' | 'email' | 'file-uri' | 'uri' | 'uri-template' | 'uuid';

/**
 * Checks rules for senders that guards do not check, such as formats. Takes a value that the guard has accepted. Returns the first issue,
 * or undefined.
 */
export type SendCheck = (value: never) => Issue | undefined;

/** A request, as described to the side that answers it. */
export interface RequestEntry {
  /** The name of the handler, and of the method of the stub: `callTool` for `tools/call`. */
  readonly name: string;
  /** Guard of the request's `params`. Accepts `undefined` if they are optional. */
  readonly params: Guard;
  /** The name of the params' definition, for explanations. */
  readonly paramsType?: string;
  /** Guard of the request's result. */
  readonly result: Guard;
  /** The name of the result's definition, for explanations. */
  readonly resultType?: string;
  /** Checks `params` before they are sent, after the guard. */
  readonly checkParams?: SendCheck;
  /** Checks the result before it is sent, after the guard. */
  readonly checkResult?: SendCheck;
  /** The path of the capability that the answering side must have declared: `resources.subscribe`. */
  readonly capability?: string;
  /** Whether the result is paginated with `cursor`. */
  readonly paginated?: true;
  /** Additional values of `resultType` besides `complete` and `input_required`: those of extensions. `*` allows any, for proxies. */
  readonly resultTypes?: readonly string[];
  /** Whether the result may be a question to the sender, who then retries the request with the answers. */
  readonly asks?: true;
  /** Whether the sender may cancel it. Default true: only `initialize` may not be cancelled. */
  readonly cancellable?: boolean;
  /** Whether the runtime answers it instead of a handler: `initialize`, `ping`. */
  readonly lifecycle?: true;
}

/** A notification, as described to the side that receives it. */
export interface NotificationEntry {
  /** The name of the handler, and of the method of the stub: `rootsListChanged` for `notifications/roots/list_changed`. */
  readonly name: string;
  /** Guard of the notification's `params`. Accepts `undefined` if they are optional. */
  readonly params: Guard;
  /** The name of the params' definition, for explanations. */
  readonly paramsType?: string;
  /** Checks `params` before they are sent, after the guard. */
  readonly checkParams?: SendCheck;
  /** The path of the capability that the sending side must have declared: `tools.listChanged`. */
  readonly capability?: string;
  /** Whether the runtime handles it instead of a handler: `initialized`, cancellation, progress. */
  readonly lifecycle?: true;
}

/** The messages that one side receives, by method. */
export interface MethodTable {
  /** Requests, which are answered. */
  readonly requests: { readonly [method: string]: RequestEntry };
  /** Notifications, which are not answered. */
  readonly notifications: { readonly [method: string]: NotificationEntry };
  /** Questions: requests that are only sent inside of results. Undefined if there are none. */
  readonly questions?: { readonly [method: string]: RequestEntry };
}

/** A method table with an entry for each message of the types. */
export interface TableOf<Requests, Notifications> {
  /** An entry for each request. */
  readonly requests: { readonly [Method in keyof Requests]: RequestEntry };
  /** An entry for each notification. */
  readonly notifications: { readonly [Method in keyof Notifications]: NotificationEntry };
  /** Questions: requests that are only sent inside of results. Undefined if there are none. */
  readonly questions?: { readonly [method: string]: RequestEntry };
}

/** Explains why a value does not match a definition. Returns an empty array exactly if the guard accepts the value. */
export type Explain = (definition: never, value: unknown) => readonly Issue[];

/** How clients of a revision introduce themselves: with an `initialize` handshake, or with metadata in every request. */
export type Era = 'session' | 'stateless';

/** A revision of the protocol, as tables for the runtime. */
export interface Revision {
  /** The protocol version: its date, for example `2025-03-26`. */
  readonly id: string;
  /** How clients introduce themselves. */
  readonly era: Era;
  /** Whether several messages may be sent in one JSON array. */
  readonly batching: boolean;
  /** The messages that a server receives. */
  readonly server: MethodTable;
  /** The messages that a client receives. */
  readonly client: MethodTable;
  /** Loads the function that explains why a guard has rejected params or a result. Without it, errors have no details. */
  readonly explain?: () => Promise<Explain>;
}

/** A progress report. */
export interface Progress {
  /** Increases with every report. */
  readonly progress: number;
  /** The final value of `progress`, if known. */
  readonly total?: number;
  /** A description for humans. Revisions before 2025-03-26 do not define it, and their programs ignore it. */
  readonly message?: string;
}

/** Options of one request. */
export interface RequestOptions {
  /** Cancels the request: the other side is notified, and the call rejects with the signal's reason. Default: none. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds to wait for the response; 0 for no limit. Default: `requestTimeout` of the peer, which is 60,000 by default. */
  readonly timeout?: number | undefined;
  /** Whether a progress report restarts the timeout. Default true. */
  readonly resetTimeoutOnProgress?: boolean | undefined;
  /** Milliseconds after which the request times out regardless of progress reports; 0 for no limit. Default: ten times `timeout`. */
  readonly maxTotalTimeout?: number | undefined;
  /** Requests progress reports from the other side (specification: Progress), and receives them. Default: none. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Headers of the HTTP request, in revisions without sessions. Default: only those of the protocol. */
  readonly headers?: { readonly [name: string]: string } | undefined;
  /**
   * Called with the id of the request before it is sent, and again for each retry. Notifications of `subscriptions/listen` contain this id.
   * Default: none.
   */
  readonly onRequestId?: ((id: string | number) => void) | undefined;
}

/** Sends messages to the other side. Generated stubs are typed wrappers of it. */
export interface Caller {
  /**
   * Sends a request and resolves with its result, validated by the negotiated revision.
   *
   * @throws {JsonRpcError} if the other side responds with an error.
   * @throws {RequestTimeoutError} if no response arrives in time.
   * @throws {ConnectionClosedError} if the connection is closed, or closes before the response.
   * @throws {InvalidMessageError} if the params or the result are invalid in the revision.
   * @throws {Error} if the revision does not define the request, or the other side has not declared its capability.
   * @throws {RangeError} if a timeout is negative or not a number.
   * @throws the signal's reason if it aborts.
   */
  request(method: string, params?: unknown, options?: RequestOptions): Promise<unknown>;
  /**
   * Sends a notification. Resolves when the transport has accepted it.
   *
   * @throws {ConnectionClosedError} if the connection is closed.
   * @throws {InvalidMessageError} if the params are invalid in the revision.
   * @throws {Error} if the revision does not define the notification, or this side has not declared its capability.
   */
  notify(method: string, params?: unknown): Promise<void>;
}

/** Requests by method, as types that generated code declares for each side. */
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

/** The params and the result of one request. */
export type RequestParts = RequestTypes[string];

/** The params of one notification. */
export type NotificationParts = NotificationTypes[string];

/**
 * Params as a caller passes them: entries of `_meta` that the runtime adds to every request are optional.
 *
 * @typeParam Asked the keys of `_meta` that are required, and that the runtime does not add. Default: none
 */
export type GivenParams<Params, Asked extends string = never> = Params extends {
  readonly _meta: infer Meta extends object;
}
  ? Omit<Params, '_meta'> &
      ([Asked] extends [never]
        ? {
            /** Free-form metadata. */
            readonly _meta?: { readonly [key: string]: unknown };
          }
        : {
            /** Metadata: the required entries, and free-form ones. */
            readonly _meta: { readonly [Key in Asked & keyof Meta]: Meta[Key] } & { readonly [key: string]: unknown };
          })
  : Params;

/** A caller with typed params and results. */
export interface CallerOf<
  Requests extends { readonly [Method in keyof Requests]: RequestParts },
  Notifications extends { readonly [Method in keyof Notifications]: NotificationParts },
> {
  /** Sends a request like {@link Caller.request}. */
  request<Method extends keyof Requests & string>(
    method: Method,
    params: GivenParams<Requests[Method]['params']>,
    options?: RequestOptions,
  ): Promise<Requests[Method]['result']>;
  /** Sends a notification like {@link Caller.notify}. */
  notify<Method extends keyof Notifications & string>(
    method: Method,
    params: Notifications[Method]['params'],
  ): Promise<void>;
}

/** Handles a request: returns its result, or throws. */
export type RequestHandler<Entry extends RequestParts, Context> = (
  params: Entry['params'],
  context: Context,
) => Entry['result'] | Promise<Entry['result']>;

/** Handles a notification. */
export type NotificationHandler<Entry extends NotificationParts, Context> = (
  params: Entry['params'],
  context: Context,
) => void | Promise<void>;

/** A question to the other side: a request of `Requests` that has not been sent yet. */
export type QuestionRequest<Requests> = {
  readonly [Method in keyof Requests]: {
    /** The method of the request. */
    readonly method: Method;
    /** Its params. */
    readonly params: Requests[Method] extends { readonly params: infer Params } ? Params : never;
    /** Milliseconds to wait for the answer; 0 for no limit. Default: `requestTimeout` of the peer. */
    readonly timeout?: number | undefined;
    /** Cancels the question: the other side is notified, and asking rejects with the signal's reason. Default: none. */
    readonly signal?: AbortSignal | undefined;
    /** Requests progress reports from the other side, and receives them. Not available in revisions without sessions. Default: none. */
    readonly onProgress?: ((progress: Progress) => void) | undefined;
  };
}[keyof Requests];

/** The answer to one question. */
export type Answer<Requests, Asked> = Asked extends { readonly method: infer Method extends keyof Requests }
  ? Requests[Method] extends { readonly result: infer Result }
    ? Result
    : never
  : never;

/** The other side, as described by its own information. */
export interface PeerInfo {
  /** The name of the implementation. */
  readonly name: string;
  /** The version of the implementation, not of the protocol. */
  readonly version: string;
  /** A display name, if it has one. */
  readonly title?: string;
  /** The declared capabilities. */
  readonly capabilities: { readonly [name: string]: unknown };
}

/** The authenticated sender of a message: the result of the server's option `authenticate`. */
export interface AuthInfo {
  /** Identifies the caller: the name of a user or a program. */
  readonly id: string;
  /** The roles of the caller, defined by the application. */
  readonly roles?: readonly string[] | undefined;
  /**
   * When the caller's credentials expire, in seconds since 1970-01-01. Over HTTP, subscriptions and standalone streams end at that time.
   * Default: never.
   */
  readonly expiresAt?: number | undefined;
  /** Additional properties for the handlers of the application. */
  readonly [property: string]: unknown;
}

/** The HTTP request of a message. */
export interface HttpInfo {
  /** The HTTP method in upper case: `POST`. */
  readonly method: string;
  /** The URL that the client requested, as far as the server can determine it: `https://mcp.example.com/mcp?x=1`. */
  readonly url: string;
  /** The address of the client; undefined if the platform does not provide it. */
  readonly address: string | undefined;
  /** Returns a header by its lower-case name. */
  header(name: string): string | undefined;
}

/** The session of a message. All messages of a session share the same object, so it can be the key of a `WeakMap`. */
export interface SessionHandle<Notifications = NotificationTypes> {
  /** The session id, if the transport assigns one. Anyone who knows it can send messages in the session, so do not log it. */
  readonly id: string | undefined;
  /** The revision of the session. */
  readonly revision: string;
  /** The other side. */
  readonly peer: PeerInfo;
  /** Resolves with the reason when the session has ended. Never rejects. */
  readonly closed: Promise<Error>;
  /** Counts memory that is held for the other side until the session ends. All of it is released then. */
  readonly quota: Quota;
  /**
   * Adds values to the stored record of the session, or replaces them, if the transport stores records outside of this process. Values must
   * be JSON-serializable.
   */
  readonly keep: (state: { readonly [name: string]: unknown }) => void;
  /** Sends a notification that does not belong to a request. Rejects after the session has ended. */
  readonly notify: <Method extends keyof Notifications & string>(
    method: Method,
    ...params: ParamsOf<Notifications[Method]>
  ) => Promise<void>;
}

/**
 * The context that a handler receives besides the params. It belongs to one request and does not depend on a connection: the same handler
 * serves any number of clients, also in revisions without sessions.
 */
export interface HandlerContext<Requests = RequestTypes, Notifications = NotificationTypes> {
  /**
   * Aborts when the other side cancels the request, or when the connection closes; and when the handler is abandoned because it asks: the
   * reason then has the property `result`, with which the request was answered.
   */
  readonly signal: AbortSignal;
  /** The revision of the message. */
  readonly revision: string;
  /** The id of the request, as the other side has sent it; undefined for a notification. */
  readonly requestId: string | number | undefined;
  /** The other side. */
  readonly peer: PeerInfo;
  /** The authenticated sender, if the server authenticates callers. */
  readonly auth: AuthInfo | undefined;
  /** What middleware has added to the HTTP request, or the program to the connection of another transport. */
  readonly locals: ReadonlyMap<string, unknown>;
  /** The HTTP request of the message; undefined over other transports. */
  readonly http: HttpInfo | undefined;
  /** The session of the message; undefined in revisions without sessions. */
  readonly session: SessionHandle<Notifications> | undefined;
  /** The `_meta` of the params, as received. */
  readonly meta: { readonly [key: string]: unknown } | undefined;
  /** Reports progress if the other side has requested it. Otherwise does nothing. */
  readonly progress: (progress: Progress) => void;
  /** Sends a notification that belongs to this request. Does nothing after the connection has closed. */
  readonly notify: <Method extends keyof Notifications & string>(
    method: Method,
    ...params: ParamsOf<Notifications[Method]>
  ) => Promise<void>;
  /**
   * Closes the connection of the response, and lets the client reconnect for it later. Use it to free a connection during a long operation.
   * Does nothing if the client would not reconnect: this needs revision 2025-11-25 or later, and Streamable HTTP with an event store.
   */
  readonly closeStream: () => void;
  /**
   * Counts the memory of the params until a promise settles, for work that goes on after the response, such as a task. By default it is
   * counted until the handler has ended.
   */
  readonly retain: (until: Promise<unknown>) => void;
  /**
   * Asks the other side, and waits for the answer: one question with its key, or several at once, each with its own key. A key identifies
   * the question within this handler. Use the same key when the handler runs again: revisions without server requests find the answer by
   * it. Reusing a key in one run throws a TypeError.
   */
  readonly ask: {
    <const Asked extends QuestionRequest<Requests>>(key: string, question: Asked): Promise<Answer<Requests, Asked>>;
    <const Asked extends { readonly [key: string]: QuestionRequest<Requests> }>(
      questions: Asked,
    ): Promise<{ readonly [Key in keyof Asked]: Answer<Requests, Asked[Key]> }>;
  };
  /**
   * Runs a function once per request, however often its handler runs: `await once('order', () => placeOrder(cart))`. When the handler runs
   * again, the first value is returned. It must be JSON-serializable. In revisions without sessions, the client stores it encrypted. Keys
   * of `once` and of questions must differ: reusing a key in one run throws a TypeError.
   */
  readonly once: <Value>(key: string, act: () => Value | Promise<Value>) => Promise<Value>;
  /** The state of earlier runs of the handler for this request; undefined if it has not asked before. */
  readonly replay: ReplayInfo | undefined;
  /**
   * Calls a listener when this side starts to close. Handlers that run as long as the other side listens should return then. Returns a
   * function that removes the listener.
   */
  readonly onClosing: (listener: () => void) => () => void;
}

/** The state that a repeated run of a handler has from earlier runs. */
export interface ReplayInfo {
  /**
   * Whether this process runs the handler with these answers for the first time. A client may send the same answers repeatedly. Also false
   * while 1,000 runs of the caller, or 50,000 of all callers, are stored, each for the lifetime of its state.
   */
  readonly isNew: boolean;
  /** Whether the handler repeats work of an earlier run: its notifications to the client have already been sent. */
  readonly isReplaying: boolean;
  /** Returns whether a question already has its answer. */
  has(key: string): boolean;
}

/** The params argument of a call. Optional if the params accept `undefined`. */
export type ParamsOf<Entry> = Entry extends { readonly params: infer Params }
  ? undefined extends Params
    ? [params?: Params]
    : [params: Params]
  : never;

/** Returns the validator of the params or the result of a message; undefined if the revision does not have it. */
export function guardOf({ server, client }: Revision, method: string, part: 'params' | 'result'): Guard | undefined {
  const request = server.requests[method] ?? client.requests[method] ?? client.questions?.[method];
  if (request !== undefined) return request[part];
  const notification = server.notifications[method] ?? client.notifications[method];
  return part === 'params' ? notification?.params : undefined;
}

/** Returns whether a value is a JSON object: neither null nor an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A faster check, for callers that then check a property that arrays do not have. */
export function isObjectOrArray(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/**
 * The number of recursive definitions that may be nested in a value. Without a limit, a deeply nested value would exhaust the stack. A JSON
 * value of revision 2026-07-28 takes two for each of its levels.
 */
export const MAX_DEPTH = 400;

let depth = 0;

/** Returns what the guard of a recursive definition returns, or false if the value is nested too deeply. */
export function isNested(guard: Guard, value: unknown): boolean {
  if (depth >= MAX_DEPTH) return false;
  depth++;
  try {
    return guard(value);
  } finally {
    depth--;
  }
}

/** Binds the handlers to an object as their `this`. Handlers may be own properties, or methods of a class. */
export function bindHandlers<Handlers extends object>(self: object, handlers: Handlers): Handlers {
  const entries = namesOf(handlers).map((name) => {
    const handler: unknown = handlers[name as keyof Handlers];
    return [name, typeof handler === 'function' ? (handler.bind(self) as unknown) : handler];
  });
  return Object.fromEntries(entries) as Handlers;
}

/** Returns the names of an object's enumerable properties, then those of inherited methods of classes. */
function namesOf(handlers: object): readonly string[] {
  const names = new Set(Object.keys(handlers));
  let prototype: unknown = Object.getPrototypeOf(handlers);
  while (isObjectOrArray(prototype) && prototype !== Object.prototype) {
    for (const name of Object.getOwnPropertyNames(prototype)) if (name !== 'constructor') names.add(name);
    prototype = Object.getPrototypeOf(prototype);
  }
  return [...names];
}

/** Returns a guard that also accepts `undefined`. */
export function optional(guard: Guard): Guard {
  return (value) => value === undefined || guard(value);
}

/** Returns a guard that accepts values that at least one of the guards accepts. */
export function either(...guards: readonly Guard[]): Guard {
  return (value) => guards.some((guard) => guard(value));
}

/**
 * Returns the guard of results that may be a question to the sender of the request. Checks `resultType` first, because the guard of
 * questions accepts almost any value.
 */
export function orQuestion(answer: Guard, question: Guard): Guard {
  return (value) => (isObject(value) && value['resultType'] === 'input_required' ? question(value) : answer(value));
}

/** Creates an issue with its message. */
export function issue(pointer: string, expected: string, actual: string): Issue {
  return {
    pointer,
    expected,
    actual,
    message: `${pointer === '' ? '' : `${pointer}: `}expected ${expected}, got ${actual}`,
  };
}

/** Prefixes the pointer of an issue with the path of the value that contains it. */
export function under(path: string, found: Issue | undefined): Issue | undefined {
  return found && issue(path + found.pointer, found.expected, found.actual);
}

/** Checks each item of an array. `path` is the pointer of the array. */
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

/** Checks each value of an object with arbitrary keys, except some keys. `path` is the pointer of the object. */
export function checkEntries<Item>(
  entries: { readonly [key: string]: Item } | undefined,
  path: string,
  check: (item: Item) => Issue | undefined,
  except: readonly string[] = [],
): Issue | undefined {
  for (const [key, item] of Object.entries(entries ?? {})) {
    const found = except.includes(key) ? undefined : check(item);
    if (found) return under(`${path}/${escapeKey(key)}`, found);
  }
  return undefined;
}

/** Checks the length of an array. Accepts undefined. */
export function checkLength(items: readonly unknown[] | undefined, most: number, pointer: string): Issue | undefined {
  return items === undefined || items.length <= most
    ? undefined
    : issue(pointer, `at most ${most} ${most === 1 ? 'item' : 'items'}`, `${items.length}`);
}

/** Checks the keys of metadata (specification: Base Protocol, `_meta`). `pointer` is its location. Accepts undefined. */
export function checkMetadata(metadata: object | undefined, pointer: string): Issue | undefined {
  for (const key in metadata) {
    if (!isMetadataKey(key)) return issue(pointer, 'keys such as name or example.com/name', quote(key));
  }
  return undefined;
}

/** Checks the keys of `_meta` of a message, and nothing else. */
export function checkMeta(value: { readonly _meta?: object | undefined }): Issue | undefined {
  return checkMetadata(value._meta, '/_meta');
}

/** Checks the format of a string. `pointer` is its location. Accepts values of other types. */
export function checkFormat(format: Format, value: unknown, pointer: string): Issue | undefined {
  return typeof value !== 'string' || formats[format](value)
    ? undefined
    : issue(pointer, `string in the format ${format}`, quote(value));
}

/** Escapes a key for a JSON Pointer (RFC 6901, section 3). */
export function escapeKey(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Quotes and truncates a string for a message. */
export function quote(text: string, most = 80): string {
  return JSON.stringify(text.length > most ? `${text.slice(0, most)}...` : text);
}

const formats: { readonly [name in Format]: (text: string) => boolean } = {
  byte: isBase64,
  date: isDate,
  'date-time': isDateTime,
  email: isEmail,
  'file-uri': (text) => text.startsWith('file://') && isUri(text),
  uri: isUri,
  'uri-template': isUriTemplate,
  uuid: isUuid,
};

// Each expression below only searches for forbidden characters, so that strings of any length take linear time and constant stack.

/** RFC 4648, section 4: the standard alphabet, padded. */
function isBase64(text: string): boolean {
  return text.length % 4 === 0 && !/[^A-Za-z0-9+/=]|=[^=]|={3}/.test(text);
}

/** RFC 3339, section 5.6: `full-date`. */
function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}

/** An address as forms of HTML accept it: letters, digits, and some punctuation before `@`, labels of a domain after it. */
function isEmail(text: string): boolean {
  const at = text.indexOf('@');
  const [name, domain] = [text.slice(0, at), text.slice(at + 1)];
  if (at < 1 || /[^A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]/.test(name)) return false;
  return domain.split('.').every((label) => label !== '' && !/[^A-Za-z0-9-]|^-|-$/.test(label));
}

/** RFC 9562, section 4. */
function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text);
}

/** RFC 3339, section 5.6, as far as `Date` supports it: without leap seconds. */
function isDateTime(text: string): boolean {
  return (
    /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text))
  );
}

/** RFC 3986: an absolute URI in ASCII. */
function isUri(text: string): boolean {
  return (
    /^[A-Za-z][A-Za-z0-9+.-]*:/.test(text) && !/[^A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]|%(?![0-9A-Fa-f]{2})/.test(text)
  );
}

/** Keys that were found valid: nearly all messages have the same few. */
const metadataKeys = new Set<string>();

/** The most keys that are kept, and the length of the longest one. */
const MOST_KEYS = 64;

/** A name with an optional prefix: labels separated by dots, and a slash. The name may be empty. */
function isMetadataKey(key: string): boolean {
  if (metadataKeys.has(key)) return true;
  const isValid = hasMetadataForm(key);
  if (isValid && metadataKeys.size < MOST_KEYS && key.length <= MOST_KEYS) metadataKeys.add(key);
  return isValid;
}

function hasMetadataForm(key: string): boolean {
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
