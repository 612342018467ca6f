import type { Capabilities } from '@mcp-gen/runtime';
import { without } from './conversions/without.js';

/** Returns handlers without those that store data for later messages. */
export function handlersWithoutSessions(handlers: object): object {
  return without(handlers, 'subscribe', 'unsubscribe', 'setLevel', 'listTasks');
}

/** Returns capabilities without those that require a session: change notifications, a log level, and a list of tasks. */
export function capabilitiesWithoutSessions(capabilities: Capabilities): Capabilities {
  const kept = Object.entries(without(capabilities, 'logging'));
  return Object.fromEntries(
    kept.map(([name, value]) => [name, without(value as object, 'listChanged', 'subscribe', 'list')]),
  );
}
