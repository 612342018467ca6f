/** The metrics of OpenTelemetry's semantic conventions for the Model Context Protocol, with attributes that have few values. */

import { ErrorCode, JsonRpcError, LimitError, type ErrorListener } from '@mcp-gen/runtime';
import * as Method from '@mcp-gen/protocol/registry/methods';
import { hasOwnFacts, NOTIFICATIONS, REQUESTS } from '../registry.js';
import { SafeCalls } from '../tracing/safeCalls.js';
import { errorTypeOf, observed } from '../tracing/outcome.js';

// The parts of the OpenTelemetry API that are used, declared here so that it need not be installed.

/** The attributes of a measurement. */
export interface MetricAttributes {
  readonly [name: string]: string;
}

/** A meter, such as `metrics.getMeter('weather')` of `@opentelemetry/api`. */
export interface Meter {
  /** Creates a histogram. */
  createHistogram(
    name: string,
    options: {
      readonly description: string;
      readonly unit: string;
      readonly advice: { explicitBucketBoundaries: number[] };
    },
  ): {
    /** Adds a value to the histogram. */
    record(value: number, attributes: MetricAttributes): void;
  };
  /** Creates a counter. */
  createCounter(
    name: string,
    options: { readonly description: string; readonly unit: string },
  ): {
    /** Adds a value to the counter. */
    add(value: number, attributes: MetricAttributes): void;
  };
}

/** The upper bounds of the buckets, in seconds, as the conventions advise. */
const BUCKETS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300];

/** The value of an attribute for everything that has no value of its own (conventions: Recording errors). */
const OTHER = '_OTHER';

/** Maximum number of error types besides those of the protocol: the other side chooses the codes of its errors. */
const MAX_ERROR_TYPES = 50;

const PROTOCOL_CODES: ReadonlySet<string> = new Set(Object.values(ErrorCode).map(String));

/** The attribute for the name in the params of a method. */
const NAMES: { readonly [method: string]: string } = {
  [Method.toolsCall]: 'gen_ai.tool.name',
  [Method.promptsGet]: 'gen_ai.prompt.name',
};

/** Who observes: the receiver of a message is its server, and the sender is its client. */
export type Side = 'server' | 'client';

/** A request or notification that is measured. */
export interface MeasuredMessage {
  readonly side: Side;
  readonly kind: 'request' | 'notification';
  readonly method: string;
  readonly params: unknown;
  readonly revision: string;
}

/** Returns whether a method, or the tool or prompt that its params name, is known, so that its name may be a value of an attribute. */
export type IsKnown = (method: string, name?: string) => boolean;

/** The instruments of one server or client. */
export class Instruments {
  readonly #operations: { readonly [Key in Side]: ReturnType<Meter['createHistogram']> };
  readonly #refusals: { readonly [Key in Side]: ReturnType<Meter['createCounter']> };
  readonly #sessions: ReturnType<Meter['createHistogram']>;
  readonly #isKnown: IsKnown;
  readonly #calls = new SafeCalls('meter');
  readonly #errorTypes = new Set<string>();

  /** @param own the side whose sessions are measured */
  constructor(meter: Meter, own: Side, isKnown: IsKnown) {
    this.#isKnown = isKnown;
    const histogram = (name: string, description: string): ReturnType<Meter['createHistogram']> =>
      meter.createHistogram(name, { description, unit: 's', advice: { explicitBucketBoundaries: BUCKETS } });
    const counter = (name: string, description: string): ReturnType<Meter['createCounter']> =>
      meter.createCounter(name, { description, unit: '{request}' });
    this.#operations = {
      server: histogram('mcp.server.operation.duration', 'Duration of received requests and notifications'),
      client: histogram('mcp.client.operation.duration', 'Duration of sent requests and notifications'),
    };
    this.#refusals = {
      server: counter('mcp.server.request.refusals', 'Received requests that were answered with a protocol error'),
      client: counter('mcp.client.request.refusals', 'Sent requests that were answered with a protocol error'),
    };
    this.#sessions = histogram(`mcp.${own}.session.duration`, `Duration of sessions, as observed by the ${own}`);
  }

  /** Reports the first error of the meter. */
  reportTo(report: ErrorListener): void {
    this.#calls.reportTo(report);
  }

  /**
   * Measures a message.
   *
   * @param over aborts when the message has been answered
   */
  measure<Result>(message: MeasuredMessage, run: () => Promise<Result>, over?: AbortSignal): Promise<Result> {
    const { side, kind, method, params, revision } = message;
    const started = performance.now();
    return observed(
      run,
      (outcome) => {
        const isProtocol = hasOwnFacts(REQUESTS, method) || hasOwnFacts(NOTIFICATIONS, method);
        const isNamed = isProtocol || side === 'client' || this.#isKnown(method);
        const thrown = outcome !== undefined && 'thrown' in outcome ? outcome.thrown : undefined;
        const code = thrown instanceof JsonRpcError ? thrown.code : undefined;
        const type = this.#typeOf(errorTypeOf(outcome));
        const failed = type !== undefined && {
          'error.type': type,
          ...(code !== undefined && { 'rpc.response.status_code': type }),
        };
        const common = { 'mcp.method.name': isNamed ? method : OTHER, 'mcp.protocol.version': revision };
        const attributes = {
          ...common,
          ...(method === Method.toolsCall && { 'gen_ai.operation.name': 'execute_tool' }),
          ...this.#nameOf(method, params),
          ...failed,
        };
        this.#calls.run(() => this.#operations[side].record((performance.now() - started) / 1_000, attributes));
        if (kind === 'request' && isRefusal(thrown)) {
          this.#calls.run(() => this.#refusals[side].add(1, { ...common, ...failed }));
        }
      },
      over,
    );
  }

  /** Measures a session from now on. */
  open(revision: string, closed: Promise<unknown>): void {
    const started = performance.now();
    const record = (): void =>
      this.#sessions.record((performance.now() - started) / 1_000, { 'mcp.protocol.version': revision });
    void closed.then(() => this.#calls.run(record));
  }

  #nameOf(method: string, params: unknown): { readonly [attribute: string]: string } | undefined {
    const attribute = Object.hasOwn(NAMES, method) ? NAMES[method] : undefined;
    const { name } = (params ?? {}) as { readonly name?: unknown };
    if (attribute === undefined || typeof name !== 'string' || !this.#isKnown(method, name)) return undefined;
    return { [attribute]: name };
  }

  #typeOf(type: string | undefined): string | undefined {
    if (type === undefined || PROTOCOL_CODES.has(type) || this.#errorTypes.has(type)) return type;
    if (this.#errorTypes.size >= MAX_ERROR_TYPES) return OTHER;
    this.#errorTypes.add(type);
    return type;
  }
}

/** Returns whether an error refuses a request. A limit refuses with the code of internal errors. */
function isRefusal(thrown: unknown): boolean {
  return thrown instanceof LimitError || (thrown instanceof JsonRpcError && thrown.code !== ErrorCode.InternalError);
}
