/** The parts of the OpenTelemetry API that are used, declared here so that it need not be installed. */

import { FLAG, OBJECT, type OptionTable } from '@mcp-gen/runtime/options';

/** A tracer, such as `trace.getTracer('weather')` of `@opentelemetry/api`. */
export interface Tracer {
  /** Starts a span, and runs a function in which it is active. */
  startActiveSpan<Result>(
    name: string,
    options: { readonly kind: number; readonly attributes: { readonly [name: string]: string } },
    run: (span: Span) => Result,
  ): Result;
}

/** A span. */
export interface Span {
  /** Adds an attribute. */
  setAttribute(name: string, value: string): unknown;
  /** Records an exception. */
  recordException(error: Error): unknown;
  /** Sets the status: code 2 is an error. */
  setStatus(status: { readonly code: number; readonly message?: string }): unknown;
  /** Ends the span. */
  end(): unknown;
}

/** Passes trace context between processes: the module `@opentelemetry/api` itself, or its `context` and `propagation`. */
export interface TracePropagation<Context = unknown> {
  /** The context API. */
  readonly context: {
    /** Returns the current context. */
    active(): Context;
    /** Runs a function in a context. */
    with<Result>(context: Context, run: () => Result): Result;
  };
  /** The propagation API. */
  readonly propagation: {
    /** Writes a context into a carrier: `traceparent`, `tracestate`, and `baggage`, as the configured propagators do. */
    inject(context: Context, carrier: object): void;
    /** Returns the context extended with the contents of a carrier. */
    extract(context: Context, carrier: object): Context;
  };
}

/** Options of tracing. */
export interface TracingOptions<Context = unknown> {
  /**
   * Passes trace context between client and server, in `params._meta`: the module `@opentelemetry/api`. Default: trace context is not
   * passed, and the spans of the two sides are not connected.
   */
  readonly propagation?: TracePropagation<Context> | undefined;
  /**
   * Whether to set the session id on spans, as `mcp.session.id`. If a server does not authenticate its callers, anyone who has the id can
   * use the session. Default false.
   */
  readonly sessionId?: boolean | undefined;
}

/** {@link TracingOptions}. */
export const TRACING_OPTIONS: OptionTable<TracingOptions> = { propagation: OBJECT, sessionId: FLAG };
