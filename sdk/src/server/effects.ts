/** What a handler does that others notice, as Node sees it. For development only: watching makes everything slower. */

import { AsyncLocalStorage, createHook } from 'node:async_hooks';

/** What the kinds of resources stand for that Node makes. */
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

/** Runs something, and returns what it does meanwhile that others notice. */
export async function watchEffects(run: () => Promise<void>): Promise<readonly string[]> {
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
