import * as Method from '@mcp-gen/protocol/registry/methods';
import { JsonRpcError } from '@mcp-gen/runtime';
import type { SafeCalls } from './safeCalls.js';
import type { Span, Tracer, TracePropagation } from './tracer.js';
import { errorTypeOf, observed } from './outcome.js';

/** The kinds of spans, with the numbers of OpenTelemetry. */
export const SpanKind = { server: 1, client: 2 } as const;

/** The status code of a failed span. */
const ERROR = 2;

/** A tracer of the application, whose errors do not reach messages. */
export interface SafeTracer {
  readonly tracer: Tracer;
  readonly calls: SafeCalls;
}

/** The request or notification of a span. */
export interface TracedMessage {
  readonly kind: (typeof SpanKind)[keyof typeof SpanKind];
  readonly method: string;
  readonly params: unknown;
  readonly revision: string;
  /** Undefined: not set on the span. */
  readonly sessionId: string | undefined;
}

/** The attribute for the target of a method. Names of tools and prompts have low cardinality, so they are part of the span's name. */
const TARGETS: { readonly [method: string]: readonly ['name' | 'uri', string] } = {
  [Method.toolsCall]: ['name', 'gen_ai.tool.name'],
  [Method.promptsGet]: ['name', 'gen_ai.prompt.name'],
  [Method.resourcesRead]: ['uri', 'mcp.resource.uri'],
  [Method.resourcesSubscribe]: ['uri', 'mcp.resource.uri'],
  [Method.resourcesUnsubscribe]: ['uri', 'mcp.resource.uri'],
  [Method.notificationsResourcesUpdated]: ['uri', 'mcp.resource.uri'],
};

/**
 * Runs a function in a span, following OpenTelemetry's semantic conventions for MCP. If the tracer fails, it runs without.
 *
 * @param errorOf returns the error behind an error result, if it is known
 * @param over aborts when the message has been answered. A function that asks without a session never settles, and its span ends then.
 */
export function inSpan<Result>(
  { tracer, calls }: SafeTracer,
  { kind, method, params, revision, sessionId }: TracedMessage,
  run: () => Promise<Result>,
  errorOf: (result: object) => unknown = () => undefined,
  over?: AbortSignal,
): Promise<Result> {
  const [property, attribute] = Object.hasOwn(TARGETS, method) ? (TARGETS[method] ?? []) : [];
  const named = params as { readonly [Name in 'name' | 'uri']?: string } | undefined;
  const target = property === undefined ? undefined : named?.[property];
  const attributes = {
    'mcp.method.name': method,
    'mcp.protocol.version': revision,
    ...(sessionId !== undefined && { 'mcp.session.id': sessionId }),
    ...(method === Method.toolsCall && { 'gen_ai.operation.name': 'execute_tool' }),
    ...(attribute !== undefined && target !== undefined && { [attribute]: target }),
  };
  const name = property === 'name' && target !== undefined ? `${method} ${target}` : method;
  return calls.within<Span, Result>(
    (inside) => tracer.startActiveSpan(name, { kind, attributes }, inside),
    (span) =>
      observed(
        run,
        (outcome) => {
          if (span === undefined) return;
          const type = errorTypeOf(outcome);
          if (outcome !== undefined && type !== undefined) calls.run(() => record(span, type, outcome, errorOf));
          calls.run(() => span.end());
        },
        over,
      ),
  );
}

function record(span: Span, type: string, outcome: object, errorOf: (result: object) => unknown): void {
  if ('result' in outcome) {
    const error = errorOf(outcome.result as object);
    if (error instanceof Error) span.recordException(error);
    return fail(span, type);
  }
  const { thrown } = outcome as { readonly thrown: unknown };
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  span.recordException(error);
  if (error instanceof JsonRpcError) span.setAttribute('rpc.response.status_code', type);
  fail(span, type, error.message);
}

function fail(span: Span, type: string, message?: string): void {
  span.setAttribute('error.type', type);
  span.setStatus({ code: ERROR, ...(message !== undefined && { message }) });
}

/** Runs a function in the trace context of a message's `_meta`. If the propagation fails, it runs without. */
export function withRemoteContext<Context, Result>(
  api: TracePropagation<Context> | undefined,
  calls: SafeCalls,
  meta: object | undefined,
  run: () => Promise<Result>,
): Promise<Result> {
  if (api === undefined || meta === undefined) return run();
  return calls.within((inside) => api.context.with(api.propagation.extract(api.context.active(), meta), inside), run);
}

/** Returns params with the current trace context in `_meta`. Without propagation or an active context, the params are unchanged. */
export function withLocalContext<Context>(
  api: TracePropagation<Context> | undefined,
  calls: SafeCalls,
  params: unknown,
): unknown {
  if (api === undefined) return params;
  const carrier = {};
  calls.run(() => api.propagation.inject(api.context.active(), carrier));
  if (Object.keys(carrier).length === 0) return params;
  return { ...(params as object | undefined), _meta: { ...metaOf(params), ...carrier } };
}

/** Returns the `_meta` of params. */
export function metaOf(params: unknown): object | undefined {
  const { _meta: meta } = (params ?? {}) as { readonly _meta?: unknown };
  return typeof meta === 'object' && meta !== null ? meta : undefined;
}
