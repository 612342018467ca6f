import type { Capabilities } from '@mcp-gen/runtime';

/** The handlers that keep something for the messages that follow. */
const KEEPING: ReadonlySet<string> = new Set(['subscribe', 'unsubscribe', 'setLevel']);

/** Returns handlers without those that need a session. */
export function handlersWithoutSessions(handlers: object): object {
  return Object.fromEntries(Object.entries(handlers).filter(([name]) => !KEEPING.has(name)));
}

/** Returns capabilities without those that only a session can keep to: changes that are told, and a level of logs that is kept. */
export function capabilitiesWithoutSessions({ logging: _, ...others }: Capabilities): Capabilities {
  const kept = Object.entries(others).map(([name, value]) => {
    const { listChanged: __, subscribe: ___, ...rest } = value as Capabilities;
    return [name, rest];
  });
  return Object.fromEntries(kept) as Capabilities;
}
