import { overNode } from './nodeSend.js';
import { overFetch, type Send } from './receivedResponse.js';

/** The `fetch` of the platform, if it was not replaced before this module was loaded. */
const platformFetch: unknown = globalThis.fetch;

/** Where undici, and the `fetch` of Node, keep what all programs of the process send requests with. */
const DISPATCHER = Symbol.for('undici.globalDispatcher.1');

/** Options that the dispatcher of Node states, though nobody has set them. */
const UNSET = ['maxOrigins'];

/**
 * Returns what sends requests if the application passes no `fetch`: `node:http` on Node, whose `fetch` takes several times as long, and
 * `fetch` elsewhere. An application that has replaced the global `fetch`, or its dispatcher, for example with one for a proxy, as Node does for `NODE_USE_ENV_PROXY`, has set up
 * how requests are sent, so that its `fetch` is used.
 */
export function defaultSend(): Send {
  const byFetch = overFetch((...request) => fetch(...request));
  if (!isNode()) return byFetch;
  const byNode = overNode();
  return (url, message) => (isFetchUnchanged() ? byNode : byFetch)(url, message);
}

function isNode(): boolean {
  const { process, navigator } = globalThis as {
    readonly process?: { readonly release?: { readonly name?: unknown }; readonly getBuiltinModule?: unknown };
    readonly navigator?: { readonly userAgent?: unknown };
  };
  const isLike = process?.release?.name === 'node' && typeof process.getBuiltinModule === 'function';
  // Other platforms that have modules of Node say who they are here.
  const agent = navigator?.userAgent;
  return (
    isLike &&
    (agent === undefined || (typeof agent === 'string' && agent.startsWith('Node.js/'))) &&
    !('Bun' in globalThis) &&
    !('Deno' in globalThis)
  );
}

function isFetchUnchanged(): boolean {
  return globalThis.fetch === platformFetch && isOwnDispatcher((globalThis as { [DISPATCHER]?: unknown })[DISPATCHER]);
}

/** The dispatcher that was found to be Node's own. */
let ownDispatcher: unknown;

/** Returns whether a dispatcher is the one that Node creates for its `fetch`, or one with the same options. */
function isOwnDispatcher(dispatcher: unknown): boolean {
  if (dispatcher === undefined || dispatcher === ownDispatcher) return true;
  if (typeof dispatcher !== 'object' || dispatcher?.constructor.name !== 'Agent') return false;
  const place = Object.getOwnPropertySymbols(dispatcher).find(({ description }) => description === 'options');
  const options: unknown = place && (dispatcher as { readonly [place: symbol]: unknown })[place];
  if (typeof options !== 'object' || options === null) return false;
  if (Object.entries(options).some(([name, value]) => value !== undefined && !UNSET.includes(name))) return false;
  ownDispatcher = dispatcher;
  return true;
}
