/**
 * The names that the compiler reads meaning from. A revision that renames one of them states the new name in `names` of its record; every
 * function that reads meaning looks the name up here.
 */

/** A declaration whose name has a meaning. */
export interface Anchor {
  /** What the compiler reads from it. */
  readonly means: string;
  /** Whether its fields, or the members of its union, have a meaning, too. Otherwise, only its presence counts. */
  readonly fields?: true;
  /** The definition that it is a property of. */
  readonly propertyOf?: string;
  /** Whether it states who sends its members. A decision of its own is about such a union that is missing. */
  readonly isDirection?: true;
  /** Whether it is a pattern of names: `X` is the name of a request, without `Request`. */
  readonly pattern?: true;
}

/** The anchors, by the name that mcp-gen uses for them. */
export const ANCHORS = {
  JSONRPCMessage: { means: 'any message on a connection' },
  JSONRPCRequest: { means: 'the envelope of requests', fields: true },
  JSONRPCNotification: { means: 'the envelope of notifications', fields: true },
  JSONRPCResponse: { means: 'the envelope of responses', fields: true },
  JSONRPCResultResponse: { means: 'the envelope of results', fields: true },
  JSONRPCErrorResponse: { means: 'the envelope of errors', fields: true },
  JSONRPCError: { means: 'the envelope of errors', fields: true },
  ClientRequest: { means: 'the requests that a client sends', isDirection: true },
  ServerRequest: { means: 'the requests that a server sends', isDirection: true },
  ClientNotification: { means: 'the notifications that a client sends', isDirection: true },
  ServerNotification: { means: 'the notifications that a server sends', isDirection: true },
  ClientResult: { means: 'the results that a client sends' },
  ServerResult: { means: 'the results that a server sends' },
  Result: { means: 'the base of results', fields: true },
  ResultType: { means: 'what a result is: the answer, or a question', fields: true },
  EmptyResult: { means: 'a result without data', fields: true },
  InputRequest: { means: 'the requests that a server sends inside a result' },
  InputResponse: { means: 'the results of requests inside a result' },
  InputRequiredResult: { means: 'the result that asks for input', fields: true },
  RequestParams: { means: 'the base of the params of requests', fields: true },
  NotificationParams: { means: 'the base of the params of notifications', fields: true },
  PaginatedRequest: { means: 'the base of requests whose result is paginated' },
  PaginatedRequestParams: { means: 'the params of requests whose result is paginated', fields: true },
  PaginatedResult: { means: 'the base of paginated results', fields: true },
  CacheableResult: { means: 'the base of results that may be cached', fields: true },
  ttlMs: { means: 'how long a result may be cached', propertyOf: 'CacheableResult' },
  ClientCapabilities: { means: 'the capabilities that a client declares' },
  ServerCapabilities: { means: 'the capabilities that a server declares' },
  SubscriptionFilter: { means: 'the notifications that a stream of changes may have', fields: true },
  XResultResponse: { means: 'the response to the request XRequest, with its results', pattern: true },
  InitializeRequest: { means: 'the request that opens a session' },
  DiscoverRequest: { means: 'the request that shows that there are no sessions' },
} as const satisfies { readonly [name: string]: Anchor };

export type AnchorName = keyof typeof ANCHORS;

/** The names of anchors in one revision, where they are not the usual ones: `{ "PaginatedRequest": "PagedRequest" }`. */
export type Names = { readonly [anchor: string]: string };

/** The capabilities of each side. */
export const CAPABILITIES = { client: 'ClientCapabilities', server: 'ServerCapabilities' } as const;
