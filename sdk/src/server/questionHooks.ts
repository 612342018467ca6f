/** What extensions add to questions of servers. */

import type { AnyOptionTable } from '@mcp-gen/runtime/options';
import type { HandlerContext } from '@mcp-gen/runtime';
import type { AskedClient } from './questions.js';

/** A question as it is sent, for extensions. */
export interface SentQuestion {
  /** Its key, unique within the handler. */
  readonly key: string;
  /** The method of the request. */
  readonly method: string;
  /** The options of `context.ask`, with those of extensions. */
  readonly settings: object;
  /** Milliseconds to wait for the answer; 0 for no limit, undefined for the `requestTimeout` of `serve`. */
  readonly timeout: number | undefined;
  /** The signal of the options of `context.ask`. */
  readonly signal: AbortSignal | undefined;
  /** Aborted when the handler has ended. */
  readonly ending: AbortSignal;
  /** Whether the handler runs as a task. */
  readonly isTask: boolean;
  /** Sends a request to the client, without conversion, under a key that no question has. */
  readonly ask: HandlerContext['ask'];
}

/** What an extension adds to questions. */
export interface ServerQuestionHooks {
  /** The options that it adds to `context.ask`, as data. Default: none. */
  readonly options?: AnyOptionTable | undefined;
  /** Returns the params with which a question is sent, in the revision. Default: unchanged. */
  readonly params?: ((params: object, question: SentQuestion, client: AskedClient) => object) | undefined;
  /** Called with the response of the client. Resolves with the answer; undefined if it is the response. Default: it is. */
  readonly answer?: ((response: object, question: SentQuestion) => Promise<unknown> | undefined) | undefined;
}
