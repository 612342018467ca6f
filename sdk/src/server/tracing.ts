import { failureOf } from './failures.js';
import type { Middleware } from './middleware.js';

/** What is used of a tracer of OpenTelemetry: `trace.getTracer('weather')` of `@opentelemetry/api` is one. */
export interface Tracer {
  /** Makes a span, and runs something in it. */
  startActiveSpan<Result>(
    name: string,
    options: { readonly kind: number; readonly attributes: { readonly [name: string]: string } },
    run: (span: Span) => Result,
  ): Result;
}

/** What is used of a span. */
export interface Span {
  /** Says one thing more about it. */
  setAttribute(name: string, value: string): unknown;
  /** Takes note of an error. */
  recordException(error: Error): unknown;
  /** Says how it went: 2 is the code of an error. */
  setStatus(status: { readonly code: number; readonly message?: string }): unknown;
  /** Ends the span. */
  end(): unknown;
}

/** The kind of a span that answers requests. */
const SERVER = 1;

/** The status of a span that failed. */
const ERROR = 2;

/** By which attribute a span says what a request is about. Names of tools and prompts are few, and belong into the span's name. */
const TARGETS: { readonly [method: string]: readonly ['name' | 'uri', string] | undefined } = {
  'tools/call': ['name', 'gen_ai.tool.name'],
  'prompts/get': ['name', 'gen_ai.prompt.name'],
  'resources/read': ['uri', 'mcp.resource.uri'],
  'resources/subscribe': ['uri', 'mcp.resource.uri'],
  'resources/unsubscribe': ['uri', 'mcp.resource.uri'],
};

/**
 * Middleware that makes a span of every request, by OpenTelemetry's conventions for the Model Context Protocol.
 *
 * A client that traces its requests says so in their `_meta`. Middleware around this one makes its span the parent:
 * `(request, next) => context.with(propagation.extract(context.active(), request.context.meta ?? {}), () => next(request))`.
 *
 * @example
 * ```ts
 * import { Server, tracing, type Tracer } from '@mcp-gen/sdk';
 *
 * declare const tracer: Tracer; // trace.getTracer('weather'), of @opentelemetry/api
 * const server = new Server({ name: 'weather', version: '1.0.0' });
 * server.use(tracing(tracer));
 * ```
 */
export function tracing(tracer: Tracer): Middleware {
  return (request, next) => {
    const { method, params, context } = request;
    const [property, attribute] = (Object.hasOwn(TARGETS, method) && TARGETS[method]) || [];
    const target = property && (params as { readonly [Name in 'name' | 'uri']?: string })[property];
    const attributes = {
      'mcp.method.name': method,
      'mcp.protocol.version': context.revision,
      ...(method === 'tools/call' && { 'gen_ai.operation.name': 'execute_tool' }),
      ...(attribute !== undefined && target !== undefined && { [attribute]: target }),
    };
    const name = property === 'name' && target !== undefined ? `${method} ${target}` : method;
    return tracer.startActiveSpan(name, { kind: SERVER, attributes }, async (span) => {
      try {
        const result = await next(request);
        if ('isError' in result && result.isError === true) {
          const failure = failureOf(result);
          if (failure instanceof Error) span.recordException(failure);
          fail(span, 'tool_error');
        }
        return result;
      } catch (thrown) {
        const error = thrown instanceof Error ? thrown : new Error(String(thrown));
        span.recordException(error);
        fail(span, 'code' in error ? String(error.code) : error.name, error.message);
        throw thrown;
      } finally {
        span.end();
      }
    });
  };
}

function fail(span: Span, type: string, message?: string): void {
  span.setAttribute('error.type', type);
  span.setStatus({ code: ERROR, ...(message !== undefined && { message }) });
}
