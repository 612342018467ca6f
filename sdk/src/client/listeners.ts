import type { ErrorListener } from '@mcp-gen/runtime';
import { sanitize } from '../guard/index.js';
import { withoutSubscriptionId } from '../listening.js';
import type { ChangeStream } from './changeStream.js';
import type { Elicitation } from './elicitation.js';
import type { Listeners } from './handlers.js';
import type { KnownTools } from './knownTools.js';
import { debounced, rateLimited } from './notificationLimits.js';
import type { ClientOptions, ListName } from './options.js';
import type { ResponseCache } from './responseCache.js';
import type { Subscriptions } from './subscriptions.js';
import type { TaskNotificationsHolder } from './taskAnswers.js';

/** The receivers of a server's notifications. */
export interface NotificationReceivers {
  readonly tools: KnownTools;
  readonly subscriptions: Subscriptions;
  readonly elicitation: Elicitation | undefined;
  readonly cache: ResponseCache;
  readonly changes: ChangeStream;
  readonly taskNotifications: TaskNotificationsHolder;
  readonly report: ErrorListener;
  /** Aborted when the listener is no longer called. */
  readonly over: AbortSignal;
}

/** Returns the listeners of one client, and a function that reports all lists as possibly changed. */
export function listenersOf(
  { onLog, logRate, onListChanged }: Pick<ClientOptions, 'onLog' | 'logRate' | 'onListChanged'>,
  { tools, subscriptions, elicitation, cache, changes, taskNotifications, report, over }: NotificationReceivers,
): { readonly listeners: Listeners; readonly notifyAll: () => void } {
  const notifierOf = (list: ListName): (() => void) => debounced(() => onListChanged?.(list), report, over);
  const notify = { tools: notifierOf('tools'), resources: notifierOf('resources'), prompts: notifierOf('prompts') };
  const listeners: Listeners = {
    loggingMessage: onLog && rateLimited((entry) => onLog(sanitize(entry)), 'log entries', report, logRate),
    resourceUpdated: (update) => {
      cache.dropResource(update.uri);
      subscriptions.updated(withoutSubscriptionId(update));
    },
    resourceListChanged: () => {
      cache.dropList('resources/list', 'resources/templates/list');
      notify.resources();
    },
    toolListChanged: () => {
      cache.dropList('tools/list');
      tools.forget();
      notify.tools();
    },
    promptListChanged: () => {
      cache.dropList('prompts/list');
      notify.prompts();
    },
    subscriptionsAcknowledged: (params) => {
      if (taskNotifications.latest?.acknowledged(params) !== true) changes.acknowledged(params);
    },
    elicitationComplete: elicitation && (({ elicitationId }) => elicitation.completed(elicitationId)),
  };
  return { listeners, notifyAll: () => Object.values(notify).forEach((notifyOne) => notifyOne()) };
}
