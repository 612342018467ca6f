import type { Capabilities } from '@mcp-gen/runtime';
import { without } from './conversions/without.js';

/** Returns handlers without those that keep something for the messages that follow. */
export function handlersWithoutSessions(handlers: object): object {
  return without(handlers, 'subscribe', 'unsubscribe', 'setLevel', 'listTasks');
}

/**
 * Returns capabilities without those that only a session can keep to: changes that are told, a level of logs that is kept, and a list of tasks,
 * which are those of a session.
 */
export function capabilitiesWithoutSessions(capabilities: Capabilities): Capabilities {
  const kept = Object.entries(without(capabilities, 'logging'));
  return Object.fromEntries(
    kept.map(([name, value]) => [name, without(value as object, 'listChanged', 'subscribe', 'list')]),
  );
}
