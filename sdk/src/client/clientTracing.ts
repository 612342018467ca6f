import { checkOptions } from '@mcp-gen/runtime/options';
import { withObserver } from '../metrics/observer.js';
import { SafeCalls } from '../tracing/safeCalls.js';
import { TRACING_OPTIONS, type Tracer, type TracingOptions } from '../tracing/tracer.js';
import { inSpan, metaOf, SpanKind, withLocalContext, withRemoteContext } from '../tracing/span.js';
import type { ClientMiddleware } from './clientMiddleware.js';

/**
 * Returns middleware that creates a span for every request and notification, sent or received, following OpenTelemetry's semantic
 * conventions for the Model Context Protocol. With `propagation`, the trace context is sent in `params._meta`, so that a traced server
 * continues the trace. Messages of the server continue its trace in the same way.
 *
 * Everything that the configured propagators write is sent to the server, including `baggage`.
 *
 * @example
 * ```ts
 * import { clientTracing, connect, type TracePropagation, type Tracer } from '@mcp-gen/sdk/client';
 *
 * declare const tracer: Tracer; // trace.getTracer('assistant'), of @opentelemetry/api
 * declare const propagation: TracePropagation; // import * as propagation from '@opentelemetry/api'
 * await connect('npx -y @modelcontextprotocol/server-everything', { middleware: [clientTracing(tracer, { propagation })] });
 * ```
 * @throws {TypeError} if an option is unknown.
 */
export function clientTracing<Context>(tracer: Tracer, options: TracingOptions<Context> = {}): ClientMiddleware {
  checkOptions('clientTracing', options, TRACING_OPTIONS);
  const { propagation, sessionId = false } = options;
  const calls = new SafeCalls('tracer');
  const traces = { tracer, calls };
  const middleware: ClientMiddleware = (message, next) => {
    const { direction, method, params, revision } = message;
    const traced = { method, params, revision, sessionId: sessionId ? message.sessionId : undefined };
    if (direction === 'out') {
      return inSpan(traces, { ...traced, kind: SpanKind.client }, () =>
        next({ ...message, params: withLocalContext(propagation, calls, params) }),
      );
    }
    return withRemoteContext(propagation, calls, metaOf(params), () =>
      inSpan(traces, { ...traced, kind: SpanKind.server }, () => next(message)),
    );
  };
  return withObserver(middleware, { attached: (report) => calls.reportTo(report) });
}
