/** The server in Express tells its callers apart, as the page says. */

import { join } from 'node:path';
import { connect } from '@mcp-gen/sdk/client';
import { expect, onTestFinished, test } from 'vitest';
import { freePort, startHttpProgram } from '../support/httpProgram.js';
import { pagePrograms } from '../support/pagePrograms.js';
import { runnable } from '../support/runnable.js';

test('Bob and everybody else see one tool, Ada both', async () => {
  const folder = await runnable(pagePrograms('docs/http.md'));
  const port = await freePort();
  const isReady = (line: string): boolean => line === 'Open';
  const { stop } = await startHttpProgram([join(folder, 'express.js')], isReady, { PORT: String(port) });
  onTestFinished(stop);

  const offeredTo = async (authorization?: string): Promise<readonly string[]> => {
    const headers = authorization === undefined ? {} : { authorization };
    const client = await connect(`http://127.0.0.1:${port}/mcp`, { headers });
    const tools = await client.tools().all();
    const { text } = await client.callTool('greet');
    await client.close();
    return [text, ...tools.map(({ name }) => name)];
  };
  expect(await offeredTo('Bearer 1234')).toEqual(['Hello, ada!', 'greet', 'close']);
  expect(await offeredTo('Bearer 5678')).toEqual(['Hello, bob!', 'greet']);
  expect(await offeredTo()).toEqual(['Hello, stranger!', 'greet']);
});
