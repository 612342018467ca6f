/** What carries messages between a view and its host: `postMessage` between windows. */

/** Carries messages to one other side, and those of this side alone back. */
export interface Port {
  /** Sends a message. */
  readonly send: (message: object) => void;
  /** Calls a function with each value that the other side sends. Returns a function that ends that. */
  readonly listen: (receive: (value: unknown) => void) => () => void;
}

/** Options of {@link windowPort}. */
export interface WindowPortOptions {
  /** The window that this side is in. Default: the global one. */
  readonly own?: Pick<Window, 'addEventListener' | 'removeEventListener'> | undefined;
  /**
   * The origin of the other window: messages go to it alone, and only those that come from it are received. Default: that of the first
   * message, which is received whatever its origin, since a page in a sandbox cannot know that of the frame around it.
   */
  readonly origin?: string | undefined;
}

/**
 * Returns a port to another window.
 *
 * @param other messages of other windows are ignored, of frames within it, too
 */
export function windowPort(other: Pick<Window, 'postMessage'>, options: WindowPortOptions = {}): Port {
  const { own = globalThis } = options;
  let { origin } = options;
  return {
    // An opaque origin cannot be named: its window is the only address.
    send: (message) => other.postMessage(message, origin === undefined || origin === 'null' ? '*' : origin),
    listen: (receive) => {
      const onMessage = (event: MessageEvent): void => {
        if (event.source !== other) return;
        origin ??= event.origin;
        if (event.origin === origin) receive(event.data);
      };
      own.addEventListener('message', onMessage);
      return () => own.removeEventListener('message', onMessage);
    },
  };
}

/** Returns the two ports of a connection within one program, for tests. Values are copied, as between windows. */
export function portPair(): [Port, Port] {
  const listeners = [new Set<(value: unknown) => void>(), new Set<(value: unknown) => void>()] as const;
  const end = (own: 0 | 1): Port => ({
    send: (message) => {
      const copy: unknown = structuredClone(message);
      queueMicrotask(() => listeners[own === 0 ? 1 : 0].forEach((receive) => receive(copy)));
    },
    listen: (receive) => {
      listeners[own].add(receive);
      return () => void listeners[own].delete(receive);
    },
  });
  return [end(0), end(1)];
}
