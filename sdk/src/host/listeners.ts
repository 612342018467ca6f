import * as Method from '@mcp-gen/protocol/registry/methods';
import { reportToStderr, safeListener, type ErrorListener } from '@mcp-gen/runtime';
import { Client } from '../client/client.js';
import { listMethods, listNamesOf, listsOf, withoutSubscriptionId } from '../filteredChanges.js';
import { plainLine } from '../guard/index.js';
import { writeLog, type LoggerLike } from '../logger.js';
import { NOTIFICATIONS, sentBy, type ServerNotificationMethod } from '../registry.js';
import type { HostEvent } from './events.js';
import type { HostOptions } from './hostOptions.js';
import { hasOffers } from './managedServer.js';

/** Returns a listener for errors that no caller receives. It logs them, and passes them on with their server. */
export function reporter({ onError, logger }: HostOptions, server?: string): ErrorListener {
  const listener = onError ?? (logger === undefined ? reportToStderr : undefined);
  return safeListener((error) => {
    if (logger !== undefined) writeLog(logger, 'error', server === undefined ? error : errorOf(error, server));
    listener?.(error, server);
  });
}

/** Returns an error whose message names its server. */
function errorOf(cause: unknown, server: string): Error {
  return new Error(`${server}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
}

/** Returns a listener whose errors are reported. */
export function guarded<Value>(
  listener: ((value: Value) => void) | undefined,
  report: ErrorListener,
): (value: Value) => void {
  return (value) => {
    try {
      listener?.(value);
    } catch (error) {
      report(error);
    }
  };
}

/** Maximum characters of an error in the log: it can contain text of the server. */
const MAX_LENGTH = 1_000;

/** Logs the start and end of servers, and the outcome of calls. */
export function logEvent(logger: LoggerLike, event: HostEvent): void {
  if (event.type === 'result') {
    const { name, outcome, milliseconds } = event.record;
    writeLog(logger, 'debug', `Called ${name}: ${outcome}, ${Math.round(milliseconds)} ms`);
  }
  if (event.type !== 'server') return;
  const { name, status, error, info, revision } = event.server;
  const why = error === undefined ? '' : `: ${plainLine(error.message, MAX_LENGTH)}`;
  const who = info === undefined ? '' : `: ${plainLine(`${info.name} ${info.version}`)}, revision ${revision}`;
  const level = status === 'failed' ? 'error' : status === 'restarting' || status === 'needs-login' ? 'warn' : 'info';
  writeLog(logger, level, `Server ${name} is ${status}${who}${why}`);
}

/** Notifications that other events are about, or that the client handles for the host. */
const HANDLED: ReadonlySet<string> = new Set([
  ...Array.from(listMethods()).filter((method) => listNamesOf(method).every(hasOffers)),
  Method.notificationsMessage,
  Method.notificationsResourcesUpdated,
  Method.notificationsSubscriptionsAcknowledged,
  Method.notificationsElicitationComplete,
]);

/** Emits an event for each other notification of a server, also for those that its revision does not have. */
export function emitNotifications(server: string, client: Client, emit: (event: HostEvent) => void): void {
  const notified = (method: string, params: unknown): void =>
    emit({ type: 'notification', server, method, lists: listsOf(method), params: withoutSubscriptionId(params) });
  for (const [method] of sentBy('server', NOTIFICATIONS)) {
    if (HANDLED.has(method)) continue;
    client.onNotification(method as ServerNotificationMethod, (params) => notified(method, params));
  }
  Client.listenersOf(client).setUnknown(notified);
}
