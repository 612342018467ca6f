/** Handlers that are bound to an object: their parameters are inferred, their names are checked, and `this` is the object. */

import {
  bindClientHandlers,
  bindServerHandlers,
  ClientStub,
  type CallToolResult,
  type ListToolsResult,
} from '@mcp-gen/protocol/2025-11-25';
import { expect, test } from 'vitest';
import { typeErrors } from '../../support/typeErrors.js';
import { converse } from './converse.js';

class Counter {
  #count = 0;

  next(): string {
    this.#count++;
    return String(this.#count);
  }
}

test('a server keeps its state in an object', async () => {
  const counter = new Counter();
  const server = bindServerHandlers(counter, {
    callTool() {
      return { content: [{ type: 'text', text: this.next() }] };
    },
    listTools: () => ({ tools: [] }),
  });
  const stub = new ClientStub(await converse('2025-11-25', server));
  await stub.callTool({ name: 'count' });
  expect(await stub.callTool({ name: 'count' })).toEqual({ content: [{ type: 'text', text: '2' }] });
  expect(await stub.listTools()).toEqual({ tools: [] });
  expect(counter.next()).toBe('3');
  expect(Object.keys(counter)).toEqual([]);
});

test('handlers may be methods of a class, inherited ones included', async () => {
  class Tools {
    listTools(): ListToolsResult {
      return { tools: [] };
    }
    callTool(): CallToolResult {
      return { content: [] };
    }
  }
  class Louder extends Tools {
    readonly ping = undefined;
    override callTool(this: unknown): CallToolResult {
      return { content: [{ type: 'text', text: (this as Counter).next() }] };
    }
  }
  const server = bindServerHandlers(new Counter(), new Louder());
  expect(Object.keys(server).sort()).toEqual(['callTool', 'listTools', 'ping']);
  const stub = new ClientStub(await converse('2025-11-25', server));
  expect(await stub.listTools()).toEqual({ tools: [] });
  expect(await stub.callTool({ name: 'count' })).toEqual({ content: [{ type: 'text', text: '1' }] });
});

test('a client does, too', async () => {
  const levels = new Set<string>();
  const client = bindClientHandlers(levels, {
    loggingMessage({ level }) {
      this.add(level);
    },
  });
  await client.loggingMessage?.({ level: 'error', data: 'it broke' }, undefined as never);
  expect([...levels]).toEqual(['error']);
});

/** What the compiler says of a server with this handler, under the strict options. */
function errorsIn(handler: string): readonly string[] {
  const program = `
    import { bindServerHandlers } from '@mcp-gen/protocol/2025-11-25';
    export const server = bindServerHandlers({ greeting: 'Hello' }, { ${handler} });`;
  return typeErrors(new Map([['server.ts', program]])).map(({ message }) => message);
}

test('parameters are inferred, and so is what the handlers are bound to', () => {
  const handler = (text: string): string =>
    `callTool(params, context) { return { content: [{ type: 'text', text: ${text} }] }; }`;
  expect(errorsIn(handler('this.greeting + params.name + context.revision'))).toEqual([]);
  expect(errorsIn(handler('params.name.text'))).toEqual(["Property 'text' does not exist on type 'string'."]);
  expect(errorsIn(handler('this.farewell'))).toEqual([expect.stringContaining("Property 'farewell' does not exist")]);
});

test('a handler that the side does not have is refused', () => {
  expect(errorsIn('calTool: () => ({ content: [] })')).toEqual([expect.stringContaining("'calTool' does not exist")]);
});

test('a handler that answers with something else is refused', () => {
  expect(errorsIn('callTool: () => ({ contents: [] })')).toEqual([expect.stringContaining('is not assignable')]);
});

test('tables know their methods, and stubs what each method carries', () => {
  const program = `
    import { server } from '@mcp-gen/protocol/2025-11-25';
    export const known: string = server.requests['tools/call'].name;
    export const unknown = server.requests['tools/cal'];`;
  const messages = typeErrors(new Map([['tables.ts', program]])).map(({ message }) => message);
  expect(messages).toEqual([expect.stringContaining("'tools/cal'")]);
});
