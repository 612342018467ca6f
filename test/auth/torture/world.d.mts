/** An authorization server whose refresh tokens are valid once, and an MCP server that it protects. */
export declare class World {
  /** Requests to the token endpoint. */
  readonly tokenRequests: number;
  /** Times that a person logged in. */
  readonly logins: number;
  /** Answers the token endpoint instead. */
  token: (() => { readonly status: number; readonly body: unknown }) | undefined;
  /** Whether the MCP server refuses every token. */
  refusesAll: boolean;
  static start(): Promise<World>;
  get origin(): string;
  get url(): string;
  close(): Promise<void>;
  expireAccess(): void;
  expireRefresh(): void;
  forget(): void;
}
