import type { AuthorRequests } from '@mcp-gen/protocol/author';
import type { Context } from './context.js';
import type { Failures } from './failures.js';
import type { Limits } from './limits.js';
import type { Output } from './output.js';
import type { ListChanged } from './changes.js';
import type { ServerTasks } from './taskSupport.js';

type OrPromise<Value> = Value | Promise<Value>;

/** What answers requests of each method, in the shapes that authors write. A result is complete: the server adds that it is. */
export type MethodHandlers = {
  readonly [Method in keyof AuthorRequests]?: (
    params: AuthorRequests[Method]['params'],
    context: Context,
  ) => OrPromise<object>;
};

/** One thing that servers do: tools, prompts. */
export interface Feature {
  /** The capabilities to declare beside those that the handlers make true. */
  readonly capabilities: { readonly [name: string]: object };
  readonly handlers: MethodHandlers;
}

/** What a feature uses of its server. */
export interface FeatureHost {
  /** The most entries of one page of a list. */
  readonly pageSize: number;
  readonly limits: Limits;
  readonly output: Output;
  readonly failures: Failures;
  /** The tasks of the server, if it has any. */
  readonly tasks: ServerTasks | undefined;
  /** Tells all clients, once for any number of changes at a time, that a list has changed. */
  readonly listChanged: (method: ListChanged) => void;
}
