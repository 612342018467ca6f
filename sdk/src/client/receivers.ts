import type { ErrorListener } from '@mcp-gen/runtime';
import * as Method from '@mcp-gen/protocol/registry/methods';
import { sanitize } from '../guard/index.js';
import { listMethods, listNamesOf, listsOf, withoutSubscriptionId } from '../filteredChanges.js';
import type { ChangeStream } from './changeStream.js';
import type { Elicitation } from './elicitation.js';
import type { Receivers } from './handlers.js';
import type { KnownTools } from './knownTools.js';
import { debounced, rateLimited } from './rateLimits.js';
import type { ClientOptions } from './options.js';
import type { ResponseCache } from './responseCache.js';
import type { Subscriptions } from './clientSubscriptions.js';
import type { ExtensionsOfClient } from './noClientExtensions.js';

/** The receivers of a server's notifications. */
export interface NotificationReceivers {
  readonly tools: KnownTools;
  readonly subscriptions: Subscriptions;
  readonly elicitation: Elicitation | undefined;
  readonly cache: ResponseCache | undefined;
  readonly changes: ChangeStream | undefined;
  /** The streams of extensions, whose acknowledgements `changes` does not receive. */
  readonly streams: ExtensionsOfClient['streams'];
  readonly report: ErrorListener;
  /** Aborted when the listener is no longer called. */
  readonly over: AbortSignal;
}

/** Returns the receivers of one client, and a function that reports all lists as possibly changed. */
export function receiversOf(
  { onLog, logRate, onListChanged }: Pick<ClientOptions, 'onLog' | 'logRate' | 'onListChanged'>,
  { tools, subscriptions, elicitation, cache, changes, streams, report, over }: NotificationReceivers,
): { readonly receivers: Receivers; readonly notifyAll: () => void } {
  const lists = Array.from(listMethods(), (method) => {
    const notices = listNamesOf(method).map((list) => debounced(() => onListChanged?.(list), report, over));
    const notify = (): void => notices.forEach((notice) => notice());
    const changed = (): void => {
      cache?.dropList(method);
      if (listsOf(method).includes(Method.toolsList)) tools.forget();
      notify();
    };
    return { method, notify, changed };
  });
  const receivers: Receivers = {
    ...(Object.fromEntries(lists.map(({ method, changed }) => [method, changed])) as Receivers),
    [Method.notificationsMessage]:
      onLog && rateLimited((entry) => onLog(sanitize(entry)), 'log entries', report, logRate, 'logRate of connect'),
    [Method.notificationsResourcesUpdated]: (update) => {
      cache?.dropResource(update.uri);
      subscriptions.updated(withoutSubscriptionId(update));
    },
    [Method.notificationsSubscriptionsAcknowledged]: (params) => {
      if (!streams.acknowledged(params)) changes?.acknowledged(params);
    },
    [Method.notificationsElicitationComplete]:
      elicitation && (({ elicitationId }) => elicitation.completed(elicitationId)),
  };
  return { receivers, notifyAll: () => lists.forEach(({ notify }) => notify()) };
}
