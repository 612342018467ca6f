import { checkOptions } from '@mcp-gen/runtime/options';
import { withObserver } from '../metrics/observer.js';
import { SafeCalls } from '../tracing/safeCalls.js';
import { TRACING_OPTIONS, type Tracer, type TracingOptions } from '../tracing/tracer.js';
import { inSpan, SpanKind, withLocalContext, withRemoteContext } from '../tracing/span.js';
import { isStateless } from '../era.js';
import { failureOf } from './failures.js';
import type { Middleware } from './middleware.js';

/**
 * Returns middleware that creates a span for every request and notification, received or sent, following OpenTelemetry's semantic
 * conventions for the Model Context Protocol. With `propagation`, the span of a traced client becomes the parent, and messages to the
 * client carry the trace context in `params._meta`. A question in a result (revision 2026-07-28 and later) has no span, since it is not a
 * message of its own.
 *
 * Everything that the configured propagators write is sent to the client, including `baggage`.
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
  checkOptions('tracing', options, TRACING_OPTIONS);
  const { propagation, sessionId = false } = options;
  const calls = new SafeCalls('tracer');
  const traces = { tracer, calls };
  const middleware: Middleware = (message, next) => {
    const { direction, kind, method, params, context } = message;
    const { revision, meta } = context;
    const traced = { method, params, revision, sessionId: sessionId ? context.sessionId : undefined };
    if (direction === 'in') {
      return withRemoteContext(propagation, calls, meta, () =>
        inSpan(traces, { ...traced, kind: SpanKind.server }, () => next(message), failureOf, context.signal),
      );
    }
    // A question in a result ends the run of the handler, and would never end its span.
    if (kind === 'request' && isStateless(revision)) return next(message);
    return inSpan(traces, { ...traced, kind: SpanKind.client }, () =>
      next({ ...message, params: withLocalContext(propagation, calls, params) }),
    );
  };
  return withObserver(middleware, { attached: (report) => calls.reportTo(report) });
}
