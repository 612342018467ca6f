import { isObject } from '@mcp-gen/runtime/codegen/v1';
import { describe } from '../content/errors.js';
import type { Context } from './context.js';
import type { AnsweredMethod } from './methods.js';

/** The name of a method that the protocol does not define. */
export type CustomMethodName = string & {};

/** A request that passes through middleware. */
export interface MiddlewareRequest {
  /** The method: `tools/call`, or the name of a custom method. */
  readonly method: AnsweredMethod | CustomMethodName;
  /** Its params, in the unified types of all revisions. Those of a custom method are unchanged. */
  readonly params: unknown;
  /** The context that the handler receives. */
  readonly context: Context;
}

/** Handles a request, and returns its result in the unified types: synchronously if possible. */
export type Answer = (request: MiddlewareRequest) => object | Promise<object>;

/** Handles a request: resolves with its result in the unified types. */
export type Next = (request: MiddlewareRequest) => Promise<object>;

/**
 * Wraps every request. It may inspect the request, change it, answer it itself, or throw. `next` continues with the request.
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
 * Combines middleware into one function. The first one added is outermost.
 *
 * The function throws a `TypeError` if middleware does not return a result.
 */
export function chain(middleware: readonly Middleware[], answer: Answer): Next {
  return middleware.reduceRight<Next>(
    (next, current) => async (request) => {
      const result: unknown = await current(request, next);
      if (isObject(result)) return result;
      throw new TypeError(
        `Middleware returned ${describe(result)} for ${request.method}: it must return a result, such as that of next(request)`,
      );
    },
    async (request) => answer(request),
  );
}

/** Returns the tool, prompt, or resource that a request names. */
export function targetOf(method: AnsweredMethod, params: unknown): string | undefined {
  const { name, uri } = params as { readonly name?: unknown; readonly uri?: unknown };
  const target = method.startsWith('resources/') ? uri : name;
  return typeof target === 'string' ? target : undefined;
}
