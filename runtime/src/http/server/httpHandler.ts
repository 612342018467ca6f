import { checkOptions, withDefaults } from '../../options/kinds.js';
import * as Feature from '../../registry/features.js';
import { holds } from '../../definedRevisions.js';
import { defineServer, openServer } from '../../session/serve.js';
import type { SessionsOptions } from './sessions/sessions.js';
import { WithoutSessions } from './stateless/withoutSessions.js';
import { StatelessHttp } from './stateless/statelessHttp.js';
import { HttpEndpoint } from './httpEndpoint.js';
import { HTTP_SERVER_OPTIONS, type HttpServerOptions } from './handlerOptions.js';

/**
 * A server of Streamable HTTP, for any number of clients.
 *
 * @example
 * ```ts
 * import { revision } from '@mcp-gen/protocol/2025-11-25';
 * import { HttpHandler } from '@mcp-gen/runtime/http/server';
 *
 * const handlers = { listTools: () => ({ tools: [] }) };
 * const serverInfo = { name: 'empty', version: '1.0.0' };
 * const handler = new HttpHandler(handlers, { serverInfo, revisions: [revision], allowedHosts: ['mcp.example.com'] });
 * export default { fetch: handler.fetch };
 * ```
 */
export class HttpHandler extends HttpEndpoint {
  /** @throws {TypeError | RangeError} if a handler or an option is invalid. */
  constructor(handlers: object, options: HttpServerOptions) {
    checkOptions('HttpHandler', options, HTTP_SERVER_OPTIONS);
    const definition = defineServer(handlers, options);
    const given = withDefaults<HttpServerOptions>(options, HTTP_SERVER_OPTIONS);
    const { sessionIds, statelessIds } = definition;
    const isWithoutSessions = options.sessions === 'none';
    const hasSessions = !isWithoutSessions && sessionIds.length > 0;
    const offersSse = hasSessions && sessionIds.some((id) => holds(Feature.httpSse, id));
    if (!hasSessions && (options.sse ?? false) !== false) throw withoutSse(isWithoutSessions);
    const { sse = offersSse && { stream: '/sse', messages: '/messages' } } = options;
    const open: SessionsOptions['open'] = (session, restored) => {
      const peer = openServer(definition, session, options, restored);
      return { start: () => peer.start(), close: () => peer.drain() };
    };
    super(
      hasSessions ? open : undefined,
      { ...options, sse },
      {
        withoutSessions:
          isWithoutSessions && sessionIds.length > 0 ? new WithoutSessions(definition, given) : undefined,
        stateless: statelessIds.length > 0 ? new StatelessHttp(definition, given) : undefined,
      },
    );
  }
}

function withoutSse(isWithoutSessions: boolean): TypeError {
  if (isWithoutSessions) {
    return new TypeError('HTTP with SSE needs sessions: remove the option sse or the option sessions');
  }
  return new TypeError('HTTP with SSE needs a revision with sessions: remove the option sse');
}
