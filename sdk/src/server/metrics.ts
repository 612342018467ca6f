import { isStateless } from '../era.js';
import { Instruments, type IsKnown, type Meter } from '../metrics/instruments.js';
import { withObserver } from '../metrics/observer.js';
import type { Middleware } from './middleware.js';

/**
 * Returns middleware that measures every request, notification, and session, following OpenTelemetry's semantic conventions for the Model
 * Context Protocol: `mcp.server.operation.duration` for what clients send, `mcp.client.operation.duration` for what the server sends, and
 * `mcp.server.session.duration`. `mcp.server.request.refusals` and `mcp.client.request.refusals` count the requests that were answered with
 * a protocol error other than an internal error.
 *
 * Attributes have few values: names of registered tools and prompts, and methods of the protocol or of the server. Anything else that a
 * client sends is `_OTHER` or left out. Pass the function to `server.use` itself, as the first middleware; inside another function, it
 * does not know the names, and does not measure sessions.
 *
 * @example
 * ```ts
 * import { metrics, Server, type Meter } from '@mcp-gen/sdk';
 *
 * declare const meter: Meter; // metrics.getMeter('weather'), of @opentelemetry/api
 * const server = new Server({ name: 'weather', version: '1.0.0' });
 * server.use(metrics(meter));
 * ```
 */
export function metrics(meter: Meter): Middleware {
  const known: IsKnown[] = [];
  const instruments = new Instruments(meter, 'server', (...asked) => known.some((isKnown) => isKnown(...asked)));
  const middleware: Middleware = (message, next) => {
    const { direction, kind, method, params, context } = message;
    const { revision } = context;
    const measured = { kind, method, params, revision };
    if (direction === 'in') {
      return instruments.measure({ ...measured, side: 'server' }, () => next(message), context.signal);
    }
    // A question in a result is not a message of its own, and never settles.
    if (kind === 'request' && isStateless(revision)) return next(message);
    return instruments.measure({ ...measured, side: 'client' }, () => next(message));
  };
  return withObserver(middleware, {
    attached: (report, isKnown) => {
      instruments.reportTo(report);
      if (isKnown !== undefined) known.push(isKnown);
    },
    opened: (revision, closed) => instruments.open(revision, closed),
  });
}
