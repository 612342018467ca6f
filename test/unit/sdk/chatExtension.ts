/** An extension for tests. */

import { isObject, type NotificationEntry, type RequestEntry, type TableOf } from '@mcp-gen/runtime/codegen/v1';
import { defineExtension, type Extension } from '@mcp-gen/sdk/extension';

interface ClientRequests {
  'chat/say': { params: { text: string }; result: { echo: string } };
  'chat/rename': { params: { name: string }; result: { renamed: boolean } };
}
interface ClientNotifications {
  'notifications/chat/typing': { params: { who: string } };
}
interface ServerRequests {
  'chat/confirm': { params: { question: string }; result: { ok: boolean } };
}
interface ServerNotifications {
  'notifications/chat/joined': { params: { who: string } };
}

const has =
  (name: string, type: string) =>
  (value: unknown): boolean =>
    isObject(value) && typeof value[name] === type;
const capability = 'extensions.com.acme/chat';
const request = (name: string, params: RequestEntry['params'], result: RequestEntry['result']): RequestEntry => ({
  name,
  params,
  paramsType: 'Some',
  result,
  resultType: 'Some',
  capability,
});
const notification = (name: string): NotificationEntry => ({ name, params: has('who', 'string'), capability });

/** What `mcp-gen generate --extension` writes. */
export const messages: {
  readonly server: TableOf<ClientRequests, ClientNotifications>;
  readonly client: TableOf<ServerRequests, ServerNotifications>;
} = {
  server: {
    requests: {
      'chat/say': request('say', has('text', 'string'), has('echo', 'string')),
      'chat/rename': request('rename', has('name', 'string'), has('renamed', 'boolean')),
    },
    notifications: { 'notifications/chat/typing': notification('typing') },
  },
  client: {
    requests: { 'chat/confirm': request('confirm', has('question', 'string'), has('ok', 'boolean')) },
    notifications: { 'notifications/chat/joined': notification('joined') },
  },
};

/** An extension with a request and a notification in each direction, and settings. */
export const chat = defineExtension({ id: 'com.acme/chat', messages }, (seen: string[] = []) => ({
  server: {
    settings: { rooms: 3 },
    requests: {
      'chat/say': async ({ text }, _context, client) => {
        await client?.notify('notifications/chat/joined', { who: 'server' });
        return { echo: text };
      },
      'chat/rename': async ({ name }, _context, client) => {
        const answer = await client?.ask('sure', 'chat/confirm', { question: `Rename to ${name}?` });
        return { renamed: answer?.ok === true };
      },
    },
    notifications: { 'notifications/chat/typing': ({ who }) => void seen.push(`typing ${who}`) },
    setup: () => ({ rooms: 3 }),
  },
  client: {
    settings: { color: true },
    requests: { 'chat/confirm': ({ question }) => ({ ok: question.endsWith('?') }) },
    notifications: { 'notifications/chat/joined': ({ who }) => void seen.push(`joined ${who}`) },
  },
}));

/** Another extension, with messages of its own in both directions. */
function otherOf(name: string, more: object = {}): Extension {
  const sideOf = (method: string): readonly [table: object, handlers: object] => {
    const capability = `extensions.com.acme/${name}`;
    const unexpected = (): never => {
      throw new Error(`${name} has a message of another extension`);
    };
    return [
      {
        requests: { [method]: { ...request('send', isObject, isObject), capability } },
        notifications: { [`notifications/${method}`]: { name: 'sent', params: isObject, capability } },
      },
      { requests: { [method]: unexpected }, notifications: { [`notifications/${method}`]: unexpected } },
    ];
  };
  const [[server, atServer], [client, atClient]] = [sideOf(`${name}/send`), sideOf(`${name}/ask`)];
  const declaration = { id: `com.acme/${name}`, messages: { server, client }, ...more };
  return defineExtension(declaration as never, () => ({ server: atServer, client: atClient }))();
}

/** Returns an extension with others before and behind it, of which one is inactive in any revision. */
export function amongOthers(extension: Extension): readonly Extension[] {
  return [
    otherOf('mail'),
    otherOf('newer', { revisions: { since: '2026-07-28' } }),
    otherOf('older', { revisions: { since: '2024-11-05', until: '2025-11-25' } }),
    extension,
    otherOf('maps'),
  ];
}
