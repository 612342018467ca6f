/** What an extension adds to how a client answers requests of the protocol. */

import type { Capabilities } from '@mcp-gen/runtime';
import type { Awaitable } from '../awaitable.js';
import type { AnswerContext } from './answering.js';

/** A request of a server as the revision has it: valid, and not converted to the unified types. */
export interface ProtocolRequest extends AnswerContext {
  /** Its method: `elicitation/create`. */
  readonly method: string;
  /** Its params. */
  readonly params: unknown;
}

/** Answers a request: resolves with a result of the revision. */
export type ProtocolNext = (request: ProtocolRequest) => Promise<object>;

/** What an extension adds to how a client answers requests of the protocol. Params and results are those of the revision. */
export interface ProtocolAnswers {
  /** Returns capabilities that the client declares in a revision, in addition to those of its options and answers. Default: none. */
  readonly capabilities?: ((revision: string) => Capabilities) | undefined;
  /** Answers of requests by method, which no option of the client answers. They declare the capabilities of their methods. Default: none. */
  readonly requests?:
    | {
        /** One answer. */
        readonly [method: string]: (params: never, context: AnswerContext) => Awaitable<object>;
      }
    | undefined;
  /**
   * Wraps the answer of each request that options of the client answer, outside of all middleware: it may change params and result, answer
   * itself, or answer at once, and continue later. Default: nothing.
   */
  readonly answer?: ((request: ProtocolRequest, next: ProtocolNext) => Awaitable<object>) | undefined;
}
