import type { LossListener } from '../translator.js';
import type { Context } from './context.js';
import type { Failures } from './failures.js';
import type { Awaitable } from '../awaitable.js';
import type { Limits } from './limits.js';
import type { Output } from './output.js';
import type { ListChanged } from './changes.js';
import type { ExtensionTools } from './extensionTools.js';
import type { UnifiedRequests } from '../unified.js';

/** Handlers of each method, in the unified types. The server adds to a result that it is complete. */
export type MethodHandlers = {
  readonly [Method in keyof UnifiedRequests]?: (
    params: UnifiedRequests[Method]['params'],
    context: Context,
  ) => Awaitable<object>;
};

/** A feature of a server, such as tools or prompts. */
export interface Feature {
  /** How applications use it, for errors: `register tools with server.tool(name, options, handler)`. */
  readonly advice: string;
  /** The capabilities to declare in addition to those that follow from the handlers. */
  readonly capabilities: { readonly [name: string]: object };
  readonly handlers: MethodHandlers;
}

/** The dependencies of a feature. */
export interface FeatureHost {
  /** Maximum number of entries in one page of a list. */
  readonly pageSize: number;
  /** Maximum number of resources that the function of a template lists at a time. */
  readonly listLimit: number;
  readonly limits: Limits;
  readonly output: Output;
  readonly failures: Failures;
  /** Called with what an author should know. */
  readonly report: (error: unknown) => void;
  /** What extensions add to tools. Undefined: nothing. */
  readonly extensionTools: ExtensionTools | undefined;
  /** Checks that completers may be registered: see `Offers.check`. */
  readonly checkCompletions: () => void;
  /** Called with what a revision cannot express. */
  readonly onLoss: LossListener;
  /** Notifies all clients that a list has changed, once for several changes at a time. */
  readonly listChanged: (method: ListChanged) => void;
}
