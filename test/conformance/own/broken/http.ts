/** Changes what passes over HTTP. */

import type { Fault } from './fault.js';

type Wrap = NonNullable<Fault['fetch']>;

/** A request, as a fault sees it. */
export interface SeenRequest {
  readonly method: string;
  readonly headers: Headers;
  readonly body: string;
}

function seen(init: RequestInit): SeenRequest {
  const { method = 'GET', body } = init;
  return { method, headers: new Headers(init.headers), body: typeof body === 'string' ? body : '' };
}

/** Changes the headers of each request. */
export function onRequest(change: (request: SeenRequest) => void): Wrap {
  return (fetch) => (url, init) => {
    const request = seen(init);
    change(request);
    return fetch(url, { ...init, headers: request.headers });
  };
}

/** Changes each response. */
export function onResponse(change: (request: SeenRequest, response: Response) => Response | Promise<Response>): Wrap {
  return (fetch) => async (url, init) => change(seen(init), await fetch(url, init));
}

/** Changes the text of some streams of events, chunk by chunk. An endless one stays open. */
export function withBody(
  isMeant: (request: SeenRequest) => boolean,
  change: (text: string, isFirst: boolean) => string,
  { isEndless = false }: { readonly isEndless?: boolean } = {},
): Wrap {
  return onResponse((request, { body, status, headers }) => {
    const isStream = headers.get('content-type')?.startsWith('text/event-stream') === true;
    if (body === null || !isStream || !isMeant(request)) return new Response(body, { status, headers });
    let isFirst = true;
    const decoder = new TextDecoder();
    const changed = body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          controller.enqueue(new TextEncoder().encode(change(decoder.decode(chunk, { stream: true }), isFirst)));
          isFirst = false;
        },
        flush: () => (isEndless ? new Promise(() => undefined) : undefined),
      }),
    );
    return new Response(changed, { status, headers });
  });
}
