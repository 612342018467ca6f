/** Message classes are the wire message; stubs call the peer with the right method. */

import type { Caller, Revision } from '@mcp-gen/runtime/codegen/v1';
import * as v20241105 from '@mcp-gen/protocol/2024-11-05';
import * as v20250326 from '@mcp-gen/protocol/2025-03-26';
import { describe, expect, test } from 'vitest';
import { NOTIFICATION_PARAMS, PARAMS } from './messages.js';

type Guard = (value: unknown) => boolean;
type MessageClass = { readonly method: string; new (...values: unknown[]): object };
type Stub = { readonly [name: string]: (...values: unknown[]) => Promise<unknown> };
type Module = { readonly revision: Revision; readonly [name: string]: unknown };

test.each([
  [new v20250326.PingRequestMessage(1), '{"jsonrpc":"2.0","id":1,"method":"ping"}'],
  [new v20250326.PingRequestMessage('a', {}), '{"jsonrpc":"2.0","id":"a","method":"ping","params":{}}'],
  [
    new v20250326.CallToolRequestMessage(2, { name: 'add', arguments: { a: 1 } }),
    '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"add","arguments":{"a":1}}}',
  ],
  [new v20250326.InitializedNotificationMessage(), '{"jsonrpc":"2.0","method":"notifications/initialized"}'],
  [
    new v20241105.CancelledNotificationMessage({ requestId: 1 }),
    '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}',
  ],
])('%o', (message, wire) => {
  expect(JSON.stringify(message)).toBe(wire);
});

describe.each([v20241105, v20250326])('revision $revision.id', (generated) => {
  const module: Module = { ...generated };
  const { server, client } = generated.revision;
  const requests = Object.entries(PARAMS).map(([method, params]) => ({ method, params }));
  const notifications = Object.entries(NOTIFICATION_PARAMS).map(([method, params]) => ({ method, params }));

  test.each(requests)('the message of $method', ({ method, params }) => {
    const type = typeOf(method, 'Request');
    const message = new (messageClass(module, type))(7, params);
    expect(JSON.stringify(message)).toBe(JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }));
    expect(guard(module, type)(message)).toBe(true);
    expect((module['isJSONRPCRequest'] as Guard)(message)).toBe(true);
  });

  test.each(notifications)('the message of $method', ({ method, params }) => {
    const type = typeOf(method, 'Notification');
    const message = new (messageClass(module, type))(params);
    expect(JSON.stringify(message)).toBe(JSON.stringify({ jsonrpc: '2.0', method, params }));
    expect(guard(module, type)(message)).toBe(true);
    expect((module['isJSONRPCNotification'] as Guard)(message)).toBe(true);
  });

  test.each([
    { side: 'ClientStub', table: server },
    { side: 'ServerStub', table: client },
  ])('$side sends what the other side receives', async ({ side, table }) => {
    const sent: unknown[] = [];
    const peer: Caller = {
      request: (...call) => (sent.push(['request', ...call]), Promise.resolve('answer')),
      notify: (...call) => (sent.push(['notify', ...call]), Promise.resolve()),
    };
    const stub = new (module[side] as new (peer: Caller) => Stub)(peer);
    const options = { timeout: 1 };
    const wanted: unknown[] = [];
    for (const [method, { name, lifecycle }] of Object.entries(table.requests)) {
      if (lifecycle && method !== 'ping') continue;
      expect(await stub[name]?.(PARAMS[method], options)).toBe('answer');
      wanted.push(['request', method, PARAMS[method], options]);
    }
    for (const [method, { name, lifecycle }] of Object.entries(table.notifications)) {
      if (lifecycle) continue;
      await stub[name]?.(NOTIFICATION_PARAMS[method]);
      wanted.push(['notify', method, NOTIFICATION_PARAMS[method]]);
    }
    expect(sent).toEqual(wanted);
    const methods = Object.getOwnPropertyNames(Object.getPrototypeOf(stub)).filter((name) => name !== 'constructor');
    expect(methods).toHaveLength(wanted.length);
  });

  /** The type of a method's message, by the handler name in the tables. */
  function typeOf(method: string, kind: 'Request' | 'Notification'): string {
    const tables =
      kind === 'Request' ? [server.requests, client.requests] : [server.notifications, client.notifications];
    const name = tables.map((table) => table[method]?.name).find((found) => found !== undefined) ?? '';
    return `${name.charAt(0).toUpperCase()}${name.slice(1)}${kind}`;
  }
});

function messageClass(module: Module, type: string): MessageClass {
  return module[`${type}Message`] as MessageClass;
}

function guard(module: Module, type: string): Guard {
  return module[`is${type}`] as Guard;
}
