import { Instruments, type Meter } from '../metrics/instruments.js';
import { withObserver } from '../metrics/observer.js';
import { isErrorResult } from '../tracing/outcome.js';
import type { ClientMiddleware } from './clientMiddleware.js';

/** Maximum number of names of tools and prompts that are values of attributes. */
const MAX_NAMES = 1_000;

/**
 * Returns middleware that measures every request, notification, and session, following OpenTelemetry's semantic conventions for the Model
 * Context Protocol: `mcp.client.operation.duration` for what the client sends, `mcp.server.operation.duration` for what the server sends,
 * and `mcp.client.session.duration`. `mcp.client.request.refusals` and `mcp.server.request.refusals` count the requests that were answered
 * with a protocol error other than an internal error.
 *
 * Attributes have few values: the name of a tool or prompt is one once a call of it has succeeded, for up to 1,000 names. A
 * method of the server that the protocol does not define is `_OTHER`.
 *
 * @example
 * ```ts
 * import { clientMetrics, connect, type Meter } from '@mcp-gen/sdk/client';
 *
 * declare const meter: Meter; // metrics.getMeter('assistant'), of @opentelemetry/api
 * await connect('npx -y @modelcontextprotocol/server-everything', { middleware: [clientMetrics(meter)] });
 * ```
 */
export function clientMetrics(meter: Meter): ClientMiddleware {
  const answered = new Set<string>();
  const keyOf = (method: string, name: unknown): string => `${method} ${String(name)}`;
  const instruments = new Instruments(
    meter,
    'client',
    (method, name) => name !== undefined && answered.has(keyOf(method, name)),
  );
  const middleware: ClientMiddleware = (message, next) => {
    const { direction, kind, method, params, revision } = message;
    const measured = { kind, method, params, revision };
    if (direction === 'in') return instruments.measure({ ...measured, side: 'server' }, () => next(message));
    return instruments.measure({ ...measured, side: 'client' }, async () => {
      const result = await next(message);
      const { name } = (params ?? {}) as { readonly name?: unknown };
      if (typeof name === 'string' && !isErrorResult(result) && answered.size < MAX_NAMES)
        answered.add(keyOf(method, name));
      return result;
    });
  };
  return withObserver(middleware, {
    attached: (report) => instruments.reportTo(report),
    opened: (revision, closed) => instruments.open(revision, closed),
  });
}
