/** Detects side effects of a handler through Node's async hooks. For development only: it slows everything down. */

import { builtin } from '../builtin.js';

/** Descriptions of Node's async resource types. */
const EFFECTS: { readonly [type: string]: string } = {
  FSREQCALLBACK: 'use of a file',
  FSREQPROMISE: 'use of a file',
  FILEHANDLE: 'use of a file',
  GETADDRINFOREQWRAP: 'a network connection',
  TCPWRAP: 'a network connection',
  TCPCONNECTWRAP: 'a network connection',
  PIPEWRAP: 'a connection to a process',
  PROCESSWRAP: 'a child process',
  UDPWRAP: 'a network connection',
  HTTPCLIENTREQUEST: 'an HTTP request',
  WORKER: 'a thread',
};

/** Runs a function, and returns its side effects. */
export async function watchEffects(run: () => Promise<void>): Promise<readonly string[]> {
  const { AsyncLocalStorage, createHook } = builtin('node:async_hooks');
  const found = new Set<string>();
  const watched = new AsyncLocalStorage<true>();
  const hook = createHook({
    init: (_id, type) => {
      const effect = EFFECTS[type];
      if (effect !== undefined && watched.getStore() === true) found.add(effect);
    },
  });
  hook.enable();
  try {
    await watched.run(true, run);
  } finally {
    hook.disable();
  }
  return [...found];
}
