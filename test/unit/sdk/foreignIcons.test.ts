/** URIs of icons and of the server's page, in spellings that people write. */

import { Server } from '@mcp-gen/sdk';
import { inProcess } from '@mcp-gen/sdk/testing';
import { expect, test } from 'vitest';
import { connectUntilEnd } from '../../support/untilEnd.js';

test('have spaces and characters beyond ASCII, which are encoded', async () => {
  const icons = [{ src: 'https://a.example/my 图标.png', sizes: ['any'] }];
  const encoded = [{ src: 'https://a.example/my%20%E5%9B%BE%E6%A0%87.png', sizes: ['any'] }];
  const info = { name: 'drawn', version: '1.0.0', websiteUrl: 'https://a.example/文档 1', icons };
  const server = new Server(info);
  server.tool('a', { icons }, () => 'a').update({ icons });
  server.resource('a://b', { icons }, 'b');
  server.resourceTemplate('a://{c}', { icons }, () => 'c');
  server.prompt('d', { icons }, () => 'd');
  const client = await connectUntilEnd(inProcess(server));
  expect(client.server).toMatchObject({ websiteUrl: 'https://a.example/%E6%96%87%E6%A1%A3%201', icons: encoded });
  const lists = [client.tools(), client.resources(), client.resourceTemplates(), client.prompts()];
  for (const list of lists) expect(await list.all()).toMatchObject([{ icons: encoded }]);
});
