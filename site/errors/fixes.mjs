// Why each error class is thrown, and what to do about it. A class of docs/errors.md without a row here fails the build.

/** `[cause, fix]` by class; in Markdown, with links from the root of the site. */
export const CLASS_FIXES = {
  JsonRpcError: [
    'The other side answered a request with an error. In a server: a handler chose the error that the client receives.',
    'Read `code`: the [JSON-RPC codes](/errors/json-rpc.html) say what it means. `data` has what the other side added.',
  ],
  LimitError: [
    'A limit refused a request: of requests in a second, of requests at a time, of kept data, or of sessions. The other side gets -32603 with the reason.',
    'Find out who sends so much: the report to `onError` names the limit. If they may, raise the option that `option` names.',
  ],
  RequestTimeoutError: [
    'The other side did not answer in time. It is busy, it waits for a user, or it has lost the request.',
    'Set `timeout` for the call, or `requestTimeout` for all calls. Pass `onProgress`: each report restarts the timeout. Make a tool that takes minutes a [task](/docs/tasks.html).',
  ],
  RequestCancelledError: [
    'The other side cancelled its request, because its caller gave up or its timeout expired.',
    'Nothing to fix: stop the work of the handler. Pass `context.signal` to everything that you start.',
  ],
  ConnectionClosedError: [
    'The process of the server ended, the network failed, or one side closed the connection. `reason` says which.',
    'Read the stderr of the server. If the server starts slowly or fails at its start, run its command in a terminal. Call `connect` again; for HTTP see [Staying connected](/docs/client.html#staying-connected).',
  ],
  NegotiationError: [
    'Client and server have no revision in common. Often an option `revisions` or `revision` excludes the one that the other side has.',
    'Compare `requested` and `supported`. Remove the option, or put a [bridge](/docs/bridge.html) between the two.',
  ],
  InvalidMessageError: [
    'A message does not match the schema of its revision. An outgoing message was not sent. An incoming one comes from a faulty program.',
    'Read `issues`: each has a place and what was expected there. Paste the message into the [explorer](/explorer/index.html#check) to see in which revisions it is valid.',
  ],
  PaginationError: [
    'A server returned the same cursor twice, or the list has more pages, items, or bytes than the limits allow.',
    'Fix the server: the last page has no `nextCursor`. For a list that is long on purpose, raise the limit that the message names, or read page by page.',
  ],
  HttpStatusError: [
    'A server, or a proxy in front of it, answered with an HTTP error.',
    '`status` says which. 401 or 403: [log in](/docs/guides/log-in.html). 404: check the URL; the path is usually `/mcp`. 403 from a server of this library: add the host to `allowedHosts` or the origin to `allowedOrigins`. 429 or 503: wait `retryAfter` milliseconds.',
  ],
  HttpRefusalError: [
    'Your code threw it, in `authenticate`, in middleware, or in a handler, to reject a request with a status and headers.',
    'Nothing to fix in the server. The client has to send what your code requires.',
  ],
  OverBudgetError: [
    'The caller, or all callers together, would make this process hold more than its `Ledger` allows.',
    'The caller should wait and send less at a time. If the limits are too low for your use, raise `resource` in the options of a [`Ledger`](/SECURITY.html#limits).',
  ],
  BodyTooLargeError: [
    'The body of a POST is larger than `limits.bodyLimit` (default: 4 MiB).',
    'Send less, or pass a link to the data. Raise `limits.bodyLimit` if large bodies are expected.',
  ],
  UndecodableBodyError: [
    'The body of a request or a response is not UTF-8.',
    'Encode JSON as UTF-8. Check proxies that compress or change the body.',
  ],
  IncompleteBodyError: [
    'The client disconnected before its request was complete.',
    'Nothing to fix in the server. If it is frequent, look for a proxy with a short timeout.',
  ],
  NotExpressibleError: [
    'A value or a method does not exist in the revision of the connection: audio in a sampling request of 2024-11-05, for example.',
    '`revision`, `pointer`, and `why` say what and why. Send something simpler to clients of that revision, or require a newer one. [What each revision can express](/docs/conversions.html) lists all cases; the [explorer](/explorer/index.html#check) converts a message for you.',
  ],
  ToolError: [
    'A handler threw it to report a failure to the model.',
    'Nothing to fix in the library: the message tells the model what to do differently.',
  ],
  AskError: [
    'A question to the client failed: the client has not declared the capability, refused, timed out, or gave an invalid answer.',
    'Check `needs`: it names a missing capability, such as `elicitation.url`. Catch the error where the tool can continue without an answer.',
  ],
  NotFoundError: [
    'The handler of a resource threw it, because the resource does not exist.',
    'Read a URI from `resources/list`, or one that matches a template.',
  ],
  OutsideRootsError: [
    'A path is outside of the folders that the client has shared, or cannot be resolved.',
    'Use a path inside of one of the roots. In the client, add the folder to the option `roots`.',
  ],
  UrlElicitationRequiredError: [
    'A handler needs the user to visit a URL first: for a login at a third party, for example.',
    'Visit the URLs in `elicitations`, then send the request again. Our client does this with the option `elicitation.url`.',
  ],
  TaskCancelledError: [
    'The call was a task, and another client or the server cancelled it.',
    'Call the tool again if the result is still needed.',
  ],
  SkillVerificationError: [
    'A skill, or a file of it, differs from its entry in the index. It may have been changed on the way.',
    'Do not use it. Publish the skill again, so that its entry has the new digest.',
  ],
  HandlerError: [
    'A tool failed with an error that is not a `ToolError`. The client received a generic message.',
    'Read `cause`, the error that was thrown. Throw a `ToolError` if the model should read the message.',
  ],
  ReturnValueError: [
    'A handler returned a value that no result can have: a `BigInt`, a circular object, or structured content that does not match `output`.',
    'The message says what to return instead. See [What handlers return](/docs/server.html#what-handlers-return).',
  ],
  OutputTooLargeError: [
    'The result of a handler has more characters than the option `size` of `output` allows (default: 8 Mi).',
    "Return a part of it, or a link to a resource. `whenLarger: 'cut'` shortens content instead.",
  ],
  SchemaError: [
    'A JSON Schema of a tool, a prompt, or a form is invalid or has a keyword that is not supported.',
    '`pointer` says where, and the message what was expected. Use JSON Schema 2020-12 without references to other documents.',
  ],
  UriError: [
    'A URI, or a URI template (RFC 6570), is invalid.',
    '`position` is the character at which it stops being valid. Percent-encode what is not allowed in a URI.',
  ],
  ConfigError: [
    'The configuration of a host, such as `mcp.json`, is invalid.',
    '`problems` lists everything that is wrong, with its place. Correct the file.',
  ],
  ConsentDeniedError: [
    'The user, or the function `consent`, denied an action. Without `consent`, a host denies everything.',
    'Pass `consent` to `Host`. Do not repeat an action that the user has denied.',
  ],
  NotOfferedError: [
    'No running server offers a tool, prompt, or resource of that name.',
    'List what there is with `host.tools()`, `host.prompts()`, or `host.resources()`. The names of tools have a prefix where servers share a name. Check that the server is running.',
  ],
  ServerNotRunningError: [
    'The server of the request was stopped, has failed, or has not started yet.',
    'The message names the call that starts it. The log of the host says why the server ended.',
  ],
  ReplayError: [
    'In a test: the session differs from its recording, because the server or the client has changed.',
    'If the change is intended, record the session again. Otherwise the message shows the first difference.',
  ],
  MistakeError: [
    'An argument, a file, or a server cannot be used: `mcp-gen bind` ends with its message, without a stack trace.',
    'The message names the argument, the file, or the server, and what to change.',
  ],
  AuthorizationError: [
    'A client could not obtain an access token: the authorization server refused, or its metadata cannot be trusted.',
    '`error` is the code of OAuth, if there is one. `temporary` says whether trying again can help. Check the registration of the client: its id, its redirect URI, and its scopes.',
  ],
  LoginRequiredError: [
    'The server requires a login, and this process cannot ask for one: it has no browser, or `interactive` is false.',
    'Log in once with a program that may ask; the credentials are stored. For programs without a user, see [Programs without a person](/docs/authorization.html#programs-without-a-person).',
  ],
  ForbiddenUrlError: [
    'A server or its metadata named a URL that must not be requested: it is not https, is in a private network, or belongs to another origin.',
    'Nothing was sent. If the server is yours, serve the metadata at its own origin with https. Do not disable the check for servers of others.',
  ],
  InvalidTokenError: [
    'A token is expired, has the wrong audience or issuer, or lacks a claim. The client receives 401 with this message.',
    'Compare `iss`, `aud`, `typ`, and `exp` of the token with the options of the verifier: [Verifying tokens](/docs/authorization.html#verifying-tokens).',
  ],
  TokenStoreError: [
    'Stored credentials cannot be read, written, or locked: the file is damaged, other users can read it, or another process holds it.',
    'The message names the file and the command that repairs it. Nothing was deleted.',
  ],
  StaleClaimError: [
    'A process wrote to a session that another process has claimed since: a load balancer sent the client elsewhere, or this process was stopped for too long.',
    'Nothing to fix: nothing was written, and the new owner continues. A store of your own throws it where a claim is outdated.',
  ],
  StoreFullError: [
    'A store of an authorization server has no room for another client, code, or session.',
    'Clients retry later. Raise the limit of the store, or use a database.',
  ],
};

/** The codes of JSON-RPC errors, with cause and fix. */
export const CODE_FIXES = [
  [
    -32700,
    'ParseError',
    'The text is not JSON.',
    'Send one JSON value per line (stdio) or per body (HTTP). Write logs to stderr, never to stdout.',
  ],
  [
    -32600,
    'InvalidRequest',
    'The JSON is not a message that is allowed here: a batch where the revision has none, or a request before `initialize`.',
    'Check the message in the [explorer](/explorer/index.html#check).',
  ],
  [
    -32601,
    'MethodNotFound',
    'The receiver does not have the method, or has not declared its capability.',
    'Check the capabilities of the other side. The [explorer](/explorer/index.html) shows which revisions have the method, and which capability it needs.',
  ],
  [
    -32602,
    'InvalidParams',
    'The params do not have the shape that the method requires, or a name in them is unknown.',
    'The message names the place. From 2025-11-25 on, invalid arguments of a tool are a result with `isError` instead.',
  ],
  [
    -32603,
    'InternalError',
    'The receiver failed. Details stay on its side.',
    'Read the log of the receiver; in a server, `onError` receives the cause.',
  ],
  [
    -32002,
    'resource not found',
    'A resource does not exist (revisions up to 2025-11-25).',
    'Read a URI that `resources/list` returns.',
  ],
  [
    -32020,
    'HeaderMismatch',
    'An HTTP header is missing, or differs from the body (2026-07-28).',
    'Send `MCP-Protocol-Version`, and the headers that repeat the method and the name, with the values of the body.',
  ],
  [
    -32021,
    'MissingRequiredClientCapability',
    'The request needs a capability that the client has not declared (2026-07-28).',
    'Declare what `data.requiredCapabilities` lists, if the client supports it.',
  ],
  [
    -32022,
    'UnsupportedProtocolVersion',
    'The server does not support the revision that the request states (2026-07-28).',
    'Choose one of `data.supported`.',
  ],
  [
    -32042,
    'URL elicitation required',
    'The user has to visit URLs first (2025-11-25).',
    'Visit the URLs in `data.elicitations`, and send the request again.',
  ],
];
