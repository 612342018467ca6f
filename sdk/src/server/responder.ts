import { ErrorCode, JsonRpcError, type HandlerContext, type RequestEntry, type RequestMethods } from '@mcp-gen/runtime';
import { ReturnValueError } from '../content/index.js';
import { NotExpressibleError } from '../conversions/index.js';
import { without } from '../conversions/without.js';
import { Context, type ContextOptions } from './context.js';
import { toProtocolError } from './errorCodes.js';
import { ToolError } from './errors.js';
import { notAnError } from './failures.js';
import { METHODS, type AnsweredMethod } from './methods.js';
import { chain, targetOf, type Middleware, type Next } from './middleware.js';
import type { Sessions } from './sessions.js';

/** Properties of results that only the newest revision has: whether they are complete, and how long they hold. */
const NEWEST = ['resultType', 'ttlMs', 'cacheScope'];

/** Answers requests of the runtime: translates them, runs the middleware and the handler, and translates the result back. */
export class Responder {
  readonly #sessions: Sessions;
  readonly #contextOptions: ContextOptions;
  readonly #answer: Next;
  readonly #middleware: Middleware[] = [];
  /** The middleware around the handlers. */
  #next: Next;

  /** @param answer calls the handler of a request */
  constructor(sessions: Sessions, contextOptions: ContextOptions, answer: Next) {
    this.#sessions = sessions;
    this.#contextOptions = contextOptions;
    this.#answer = answer;
    this.#next = answer;
  }

  /** Adds middleware. What is added first is outermost. */
  use(middleware: Middleware): void {
    this.#middleware.push(middleware);
    this.#next = chain(this.#middleware, this.#answer);
  }

  /** Makes the context of a request or a notification. */
  contextOf(runtime: HandlerContext): Context {
    return new Context(runtime, this.#sessions.of(runtime), this.#contextOptions);
  }

  /** Returns handlers for the runtime, by their names. */
  handlers(methods: ReadonlySet<string>): object {
    const answered = Object.entries(METHODS).filter(([, method]) => methods.has(method));
    return Object.fromEntries(
      answered.map(([name, method]) => [
        name,
        (params: unknown, context: HandlerContext) => this.#respond(method, params, context),
      ]),
    );
  }

  /** Returns the custom methods for the runtime. They are the same in every revision. */
  customMethods(entries: { readonly [method: string]: RequestEntry }): RequestMethods {
    return Object.fromEntries(
      Object.entries(entries).map(([method, entry]) => [
        method,
        { entry, handle: (params: unknown, context: HandlerContext) => this.#respondCustom(method, params, context) },
      ]),
    );
  }

  async #respond(method: AnsweredMethod, params: unknown, runtime: HandlerContext): Promise<unknown> {
    const { translator } = this.#sessions.of(runtime);
    const context = this.contextOf(runtime);
    try {
      const given = translator.toAuthor(method, 'params', params);
      const result = await this.#next({ method, params: given, context });
      return translator.toRevision(method, 'result', without(result, ...NEWEST));
    } catch (error) {
      throw this.#failure(error, targetOf(params) ?? method, context);
    }
  }

  async #respondCustom(method: string, params: unknown, runtime: HandlerContext): Promise<unknown> {
    const context = this.contextOf(runtime);
    try {
      return await this.#next({ method, params, context });
    } catch (error) {
      throw this.#failure(error, method, context);
    }
  }

  /** Returns the error to answer with, or to report where the client is told no more than that there was one. */
  #failure(error: unknown, target: string, context: Context): Error {
    if (error instanceof ReturnValueError) return error.about(target);
    if (!(error instanceof Error)) return notAnError(error, target);
    if (error instanceof ToolError) return toProtocolError(error, context);
    if (!(error instanceof NotExpressibleError)) return error;
    this.#contextOptions.report(error);
    return new JsonRpcError(ErrorCode.InternalError, error.message);
  }
}
