import { isObject } from '@mcp-gen/runtime/codegen/v1';
import { describe } from '../content/errors.js';
import type { Context } from './context.js';
import type { AnsweredMethod } from './methods.js';

/** The name of a method that the protocol does not have. */
export type CustomMethodName = string & {};

/** A request on its way to what answers it. */
export interface MiddlewareRequest {
  /** The method: `tools/call`, or the name of a custom method. */
  readonly method: AnsweredMethod | CustomMethodName;
  /** Its params, in the types of authors, whatever the revision of the request. Those of a custom method are as they were sent. */
  readonly params: unknown;
  /** The context that its handler is given. */
  readonly context: Context;
}

/** Answers a request with its result, in the types of authors: at once, if nothing has to be waited for. */
export type Answer = (request: MiddlewareRequest) => object | Promise<object>;

/** Answers a request: resolves with its result, in the types of authors. */
export type Next = (request: MiddlewareRequest) => Promise<object>;

/**
 * Stands around every request: may look at it, change it, answer it, or throw. `next` goes on with it.
 *
 * @example
 * ```ts
 * import { Server } from '@mcp-gen/sdk';
 *
 * const server = new Server({ name: 'weather', version: '1.0.0' });
 * server.use(async (request, next) => {
 *   const started = performance.now();
 *   try {
 *     return await next(request);
 *   } finally {
 *     console.error(request.method, performance.now() - started);
 *   }
 * });
 * ```
 */
export type Middleware = (request: MiddlewareRequest, next: Next) => Promise<object>;

/**
 * Joins middleware into one function. What was added first is outermost.
 *
 * @throws {TypeError} of the function, where middleware returns no result.
 */
export function chain(middleware: readonly Middleware[], answer: Answer): Next {
  return middleware.reduceRight<Next>(
    (next, current) => async (request) => {
      const result: unknown = await current(request, next);
      if (isObject(result)) return result;
      throw new TypeError(
        `Middleware returned ${describe(result)} for ${request.method}: it has to return a result, such as that of next(request)`,
      );
    },
    async (request) => answer(request),
  );
}

/** Returns the tool, prompt or resource that a request is about. */
export function targetOf(method: AnsweredMethod, params: unknown): string | undefined {
  const { name, uri } = (params ?? {}) as { readonly name?: unknown; readonly uri?: unknown };
  const target = method.startsWith('resources/') ? uri : name;
  return typeof target === 'string' ? target : undefined;
}
