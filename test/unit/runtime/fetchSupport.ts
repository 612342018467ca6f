/** Exchanges of the adapter to the web's own requests and responses, for tests that act as the endpoint. */

import { onTestFinished } from 'vitest';
import { HttpEndpoint } from '../../../runtime/src/http/server/httpEndpoint.js';
import type { HttpExchange } from '../../../runtime/src/http/shared/httpExchange.js';

export interface OpenExchange {
  readonly exchange: HttpExchange;
  /** Resolves when the exchange is answered. */
  readonly response: Promise<Response>;
}

/** Keeps an exchange for the test to answer. */
class KeepingEndpoint extends HttpEndpoint {
  exchange: HttpExchange | undefined;

  constructor() {
    super(() => {
      throw new Error('This endpoint opens no sessions');
    });
  }

  override handle(exchange: HttpExchange): Promise<void> {
    this.exchange = exchange;
    return Promise.resolve();
  }
}

/** Passes a request to the adapter. */
export function openExchange(request: Request = new Request('http://localhost/mcp')): OpenExchange {
  const endpoint = new KeepingEndpoint();
  onTestFinished(() => endpoint.close());
  const response = endpoint.fetch(request);
  const { exchange } = endpoint;
  if (exchange === undefined) throw new Error('The adapter did not call the endpoint');
  return { exchange, response };
}
