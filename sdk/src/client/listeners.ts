import type { ErrorListener } from '@mcp-gen/runtime';
import { sanitize } from '../guard/index.js';
import { withoutSubscriptionId } from '../listening.js';
import type { ChangeStream } from './changeStream.js';
import type { Elicitation } from './elicitation.js';
import type { Listeners } from './handlers.js';
import type { KnownTools } from './knownTools.js';
import { gathering, sparing } from './notices.js';
import type { ClientOptions, ListName } from './options.js';
import type { ResponseCache } from './responseCache.js';
import type { Subscriptions } from './subscriptions.js';
import type { TaskTidings } from './taskAnswers.js';

/** The receivers of a server's notifications. */
export interface Hearers {
  readonly tools: KnownTools;
  readonly subscriptions: Subscriptions;
  readonly elicitation: Elicitation | undefined;
  readonly cache: ResponseCache;
  readonly changes: ChangeStream;
  readonly news: TaskTidings;
  readonly report: ErrorListener;
  /** Aborted when the listener is no longer called. */
  readonly over: AbortSignal;
}

/** Returns the listeners of one client, and a function that reports all lists as possibly changed. */
export function listenersOf(
  { onLog, logRate, onListChanged }: Pick<ClientOptions, 'onLog' | 'logRate' | 'onListChanged'>,
  { tools, subscriptions, elicitation, cache, changes, news, report, over }: Hearers,
): { readonly listeners: Listeners; readonly tellAll: () => void } {
  const telling = (list: ListName): (() => void) => gathering(() => onListChanged?.(list), report, over);
  const tell = { tools: telling('tools'), resources: telling('resources'), prompts: telling('prompts') };
  const listeners: Listeners = {
    loggingMessage: onLog && sparing((entry) => onLog(sanitize(entry)), 'log entries', report, logRate),
    resourceUpdated: (update) => {
      cache.dropResource(update.uri);
      subscriptions.updated(withoutSubscriptionId(update));
    },
    resourceListChanged: () => {
      cache.dropList('resources/list', 'resources/templates/list');
      tell.resources();
    },
    toolListChanged: () => {
      cache.dropList('tools/list');
      tools.forget();
      tell.tools();
    },
    promptListChanged: () => {
      cache.dropList('prompts/list');
      tell.prompts();
    },
    subscriptionsAcknowledged: (params) => {
      if (news.latest?.acknowledged(params) !== true) changes.acknowledged(params);
    },
    elicitationComplete: elicitation && (({ elicitationId }) => elicitation.completed(elicitationId)),
  };
  return { listeners, tellAll: () => Object.values(tell).forEach((tellOne) => tellOne()) };
}
