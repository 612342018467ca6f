/** Options that several extensions add to tools, each with its own types: `price` is that of another file. */

import { kind } from '@mcp-gen/runtime/options';
import { Server } from '@mcp-gen/sdk';
import { defineExtension } from '@mcp-gen/sdk/extension';
import { expect, test } from 'vitest';
import { testClientUntilEnd } from '../../support/untilEnd.js';

declare module '@mcp-gen/sdk/extension/options' {
  interface ExtensionToolOptions {
    /** Where the tool is shown. */
    readonly shelf?: string | undefined;
  }
}

const text = kind('a string', (value) => typeof value === 'string');
const number = kind('a number', (value) => typeof value === 'number');

const extensionWith = (option: 'price' | 'shelf', accepted: typeof text) =>
  defineExtension({ id: `com.example/${option}` }, () => ({
    server: {
      tools: {
        options: { [option]: accepted },
        list: (tool, settings) => ({ ...tool, _meta: { ...tool._meta, [`com.example/${option}`]: settings[option] } }),
      },
    },
  }))();

test('a tool has the options of several extensions', async () => {
  const extensions = [extensionWith('price', number), extensionWith('shelf', text)];
  const server = new Server({ name: 'shop', version: '1.0.0' }, { extensions });
  server.tool('buy', { price: 3, shelf: 'upper' }, () => 'bought');
  const client = await testClientUntilEnd(server);
  const [tool] = await client.tools().all();
  expect(tool?._meta).toEqual({ 'com.example/price': 3, 'com.example/shelf': 'upper' });
});
