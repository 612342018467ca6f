import { checkOptions, type OptionNames } from '../options.js';
import type { Tracer, TracingOptions } from '../tracing/openTelemetry.js';
import { inSpan, SpanKind, withRemoteContext } from '../tracing/span.js';
import { failureOf } from './failures.js';
import type { Middleware } from './middleware.js';

const OPTIONS: OptionNames<TracingOptions> = { propagation: true, sessionId: true };

/**
 * Returns middleware that creates a span for every request, following OpenTelemetry's semantic conventions for the Model Context Protocol.
 * With `propagation`, the span of a traced client becomes its parent.
 *
 * @example
 * ```ts
 * import { Server, tracing, type TracePropagation, type Tracer } from '@mcp-gen/sdk';
 *
 * declare const tracer: Tracer; // trace.getTracer('weather'), of @opentelemetry/api
 * declare const propagation: TracePropagation; // import * as propagation from '@opentelemetry/api'
 * const server = new Server({ name: 'weather', version: '1.0.0' });
 * server.use(tracing(tracer, { propagation }));
 * ```
 * @throws {TypeError} if an option is unknown.
 */
export function tracing<Context>(tracer: Tracer, options: TracingOptions<Context> = {}): Middleware {
  checkOptions('tracing', options, OPTIONS);
  const { propagation, sessionId = false } = options;
  return (request, next) => {
    const { method, params, context } = request;
    const { revision, meta } = context;
    const message = {
      kind: SpanKind.server,
      method,
      params,
      revision,
      sessionId: sessionId ? context.sessionId : undefined,
    };
    return withRemoteContext(propagation, meta, () => inSpan(tracer, message, () => next(request), failureOf));
  };
}
