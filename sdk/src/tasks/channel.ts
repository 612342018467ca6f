/** Ends a subscription. Repeated calls do nothing. */
export type EndSubscription = () => void | Promise<void>;

/**
 * Carries messages between the servers that share a {@link TaskStore}, so that each of them can answer and cancel the tasks of the others.
 * `taskStoreContract` of `@mcp-gen/sdk/testing` checks an implementation.
 */
export interface TaskChannel {
  /** Delivers a message, JSON-serializable data, to every listener, including those of the sender. */
  publish(message: object): void | Promise<void>;
  /** Adds a listener. It is called once with every later message, and never throws. */
  subscribe(listener: (message: unknown) => void): EndSubscription | Promise<EndSubscription>;
}
