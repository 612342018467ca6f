/** What names an extension, with its types: nothing of it exists at run time but the identifier. */

/** The type of the params of a message in a table of types. */
export type ExtensionParams<Messages, Method extends keyof Messages> =
  Messages[Method] extends Readonly<Record<'params', infer Params>> ? Params : never;

/** The type of the result of a request in a table of types. */
export type ExtensionResultOf<Requests, Method extends keyof Requests> =
  Requests[Method] extends Readonly<Record<'result', infer Result>> ? Result : never;

/** The type of the result of a request in a table of types, as a handler returns it: `resultType` is optional, and `complete` by default. */
export type ExtensionAnswer<Requests, Method extends keyof Requests> = WithoutType<ExtensionResultOf<Requests, Method>>;

/** A result whose `resultType` is optional. Not Omit, which loses the named properties beside an index signature. */
export type WithoutType<Result> =
  Result extends Readonly<Record<'resultType', infer Type>>
    ? { [Name in keyof Result as Name extends 'resultType' ? never : Name]: Result[Name] } & Readonly<
        Partial<Record<'resultType', Type | undefined>>
      >
    : Result;

/** The types that an extension adds to each side. */
export interface ExtensionTypes<
  ClientRequests = unknown,
  ClientNotifications = unknown,
  ServerRequests = unknown,
  ServerNotifications = unknown,
  ServerValue = unknown,
  ClientValue = unknown,
  HostValue = unknown,
> {
  /** The type of `server.extension(definition)`. */
  readonly server: ServerValue;
  /** The type of `client.extension(definition)`. */
  readonly client: ClientValue;
  /** The type of `host.extension(definition)`. */
  readonly host: HostValue;
  /** The requests that servers send, as types by method. */
  readonly serverRequests: ServerRequests;
  /** The notifications that servers send, as types by method. */
  readonly serverNotifications: ServerNotifications;
  /** The requests that clients send, as types by method. */
  readonly clientRequests: ClientRequests;
  /** The notifications that clients send, as types by method. */
  readonly clientNotifications: ClientNotifications;
}

/** Finds an extension by its identifier, with its types. */
export interface ExtensionKey<Types extends ExtensionTypes = ExtensionTypes> {
  /** The identifier: `com.example/search`. */
  readonly id: string;
  /** Not set: it carries the types. */
  readonly types?: Types | undefined;
}
