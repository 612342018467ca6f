/** The parts of the OpenTelemetry API that are used, so that it need not be installed. */

/** A tracer: `trace.getTracer('weather')` of `@opentelemetry/api` is one. */
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
  /** Sets the status: 2 is the code of an error. */
  setStatus(status: { readonly code: number; readonly message?: string }): unknown;
  /** Ends the span. */
  end(): unknown;
}

/** What carries trace context from one process to another: the module `@opentelemetry/api` itself, or its `context` and `propagation`. */
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
    /** Returns the context with what a carrier holds. */
    extract(context: Context, carrier: object): Context;
  };
}

/** Options of tracing. */
export interface TracingOptions<Context = unknown> {
  /**
   * Passes trace context between client and server, in `params._meta`: the module `@opentelemetry/api`. Default: trace context is not
   * passed, so that the spans of the two sides are not connected.
   */
  readonly propagation?: TracePropagation<Context> | undefined;
  /**
   * Whether spans have the id of the session, as `mcp.session.id`. Where a server does not authenticate its callers, anyone who knows
   * the id can use the session. Default false.
   */
  readonly sessionId?: boolean | undefined;
}
