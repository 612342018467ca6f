import { targetOf, type Middleware } from './middleware.js';

/** What is used of a tracer of OpenTelemetry: `trace.getTracer('weather')` of `@opentelemetry/api` is one. */
export interface Tracer {
  /** Makes a span, and runs something in it. */
  startActiveSpan<Result>(
    name: string,
    options: { readonly attributes: { readonly [name: string]: string } },
    run: (span: Span) => Result,
  ): Result;
}

/** What is used of a span. */
export interface Span {
  /** Takes note of an error. */
  recordException(error: Error): unknown;
  /** Says how it went: 2 is the code of an error. */
  setStatus(status: { readonly code: number; readonly message?: string }): unknown;
  /** Ends the span. */
  end(): unknown;
}

/** The status of a span that failed. */
const ERROR = 2;

/**
 * Middleware that makes a span of every request, named by its method and what it asks for. Its attributes are `rpc.system`,
 * `rpc.method`, `mcp.protocol.version` and, where there is one, `mcp.target`: a tool, a prompt or a URI.
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
    const target = targetOf(params);
    const attributes = {
      'rpc.system': 'jsonrpc',
      'rpc.method': method,
      'mcp.protocol.version': context.revision,
      ...(target !== undefined && { 'mcp.target': target }),
    };
    return tracer.startActiveSpan(
      target === undefined ? method : `${method} ${target}`,
      { attributes },
      async (span) => {
        try {
          const result = await next(request);
          if ('isError' in result && result.isError === true) span.setStatus({ code: ERROR });
          return result;
        } catch (error) {
          span.recordException(error instanceof Error ? error : new Error(String(error)));
          span.setStatus({ code: ERROR, message: error instanceof Error ? error.message : String(error) });
          throw error;
        } finally {
          span.end();
        }
      },
    );
  };
}
