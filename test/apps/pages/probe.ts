/** A view without any library, which records what it is told, for tests that look at single messages. */

interface Message {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

declare global {
  interface Window {
    /** Everything that the host has sent, in its order. */
    received: Message[];
    /** Sends a request. Returns its result or error. */
    ask: (method: string, params?: object) => Promise<unknown>;
    /** Sends a notification. */
    tell: (method: string, params?: object) => void;
    /** Returns whether an address can be loaded as data, or as an image. */
    fetches: (url: string) => Promise<boolean>;
    loads: (url: string) => Promise<boolean>;
  }
}

let count = 0;
const waiting = new Map<unknown, (message: Message) => void>();
const post = (message: object): void => parent.postMessage({ jsonrpc: '2.0', ...message }, '*');

window.received = [];
window.tell = (method, params = {}) => post({ method, params });
window.ask = async (method, params = {}) => {
  const id = ++count;
  const { result, error } = await new Promise<Message>((resolve) => {
    waiting.set(id, resolve);
    post({ id, method, params });
  });
  return result ?? error;
};
window.fetches = (url) =>
  fetch(url, { mode: 'no-cors' }).then(
    () => true,
    () => false,
  );
window.loads = (url) =>
  new Promise((resolve) => {
    const image = new Image();
    image.onload = () => resolve(true);
    image.onerror = () => resolve(false);
    image.src = url;
  });

addEventListener('message', ({ data }: MessageEvent<Message>) => {
  window.received.push(data);
  if (data.method === undefined) waiting.get(data.id)?.(data);
  // What is to be kept is kept before the answer.
  else if (data.method === 'ui/resource-teardown') {
    void window
      .ask('tools/call', { name: 'report', arguments: { kept: true } })
      .then(() => post({ id: data.id, result: {} }));
  }
});

await window.ask('ui/initialize', {
  appInfo: { name: 'probe', version: '1.0.0' },
  appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
  protocolVersion: '2026-01-26',
});
window.tell('ui/notifications/initialized');
