/** The host of the sdk, with the official reference server as a program and over HTTP, by a configuration file. */

import { fileURLToPath } from 'node:url';
import { Host, readConfig, type AuditRecord, type ConsentQuestion, type HostEvent } from '@mcp-gen/sdk/host';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { covers } from '../support/covers.js';
import { freePort, startHttpProgram } from '../support/httpProgram.js';
import { Mailbox } from '../support/mailbox.js';
import { OFFICIAL_EVERYTHING } from '../support/programs.js';

const CONFIG = fileURLToPath(new URL('../fixtures/host.json', import.meta.url));

describe('two reference servers', () => {
  let host: Host;
  let stop: () => Promise<void>;
  const events = new Mailbox<HostEvent>();
  const errors = new Mailbox<unknown>();
  const questions: ConsentQuestion[] = [];
  const records: AuditRecord[] = [];

  beforeAll(async () => {
    const port = await freePort();
    const listening = (line: string): boolean => line.includes(`on port ${port}`);
    ({ stop } = await startHttpProgram([OFFICIAL_EVERYTHING, 'streamableHttp'], listening, { PORT: String(port) }));
    vi.stubEnv('HOST_TEST_NODE', process.execPath);
    vi.stubEnv('HOST_TEST_SERVER', OFFICIAL_EVERYTHING);
    vi.stubEnv('HOST_TEST_PORT', String(port));
    host = new Host({
      servers: await readConfig(CONFIG),
      roots: ['.'],
      sampling: {
        model: ({ messages }, { serverName }) => ({
          role: 'assistant',
          model: 'oracle',
          content: { type: 'text', text: `${messages.length} for ${serverName}` },
        }),
      },
      consent: (question) => {
        questions.push(question);
        return question.kind !== 'roots' || question.server === 'local';
      },
      audit: (record) => void records.push(record),
      onEvent: events.put,
      onError: errors.put,
    });
    await host.start();
  });
  afterAll(async () => {
    await host.close();
    await stop();
    vi.unstubAllEnvs();
    expect(errors.empty()).toEqual([]);
  });

  test('are running, and introduce themselves', () => {
    expect(host.servers).toMatchObject([
      { name: 'local', status: 'running', info: { name: 'mcp-servers/everything' } },
      { name: 'remote', status: 'running', info: { name: 'mcp-servers/everything' } },
    ]);
  });

  test('offer what they have under names that differ, and that any model takes', async () => {
    const tools = await host.tools();
    const names = tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['local__echo', 'remote__echo']));
    const lists = [tools, await host.prompts(), await host.resources(), await host.resourceTemplates()];
    expect(lists.filter(({ length }) => length === 0)).toEqual([]);
    const offered = lists.flat();
    for (const { name } of offered) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
    expect(new Set(offered.map(({ name }) => name)).size).toBe(offered.length);
    expect(await events.take((event) => event.type === 'tools' && event.server === 'remote')).toBeDefined();
  });

  test('are called, each by its own', async () => {
    for (const server of ['local', 'remote']) {
      const { text } = await host.callTool(`${server}__echo`, { message: `for ${server}` });
      expect(text).toBe(`Echo: for ${server}`);
    }
    expect(
      questions.filter((question) => question.kind === 'tool' && question.tool.name.endsWith('__echo')),
    ).toMatchObject([
      { kind: 'tool', server: 'local', arguments: { message: 'for local' } },
      { kind: 'tool', server: 'remote', arguments: { message: 'for remote' } },
    ]);
    expect(records.filter(({ tool }) => tool === 'echo')).toMatchObject([
      { server: 'local', outcome: 'ok' },
      { server: 'remote', outcome: 'ok' },
    ]);
  });

  test.each(['local', 'remote'])('ask the model, and are told from each other: %s', async (server) => {
    const { text } = await host.callTool(`${server}__trigger-sampling-request`, { prompt: 'Why?' });
    expect(text).toContain(`1 for ${server}`);
  });

  test('know of the roots where that is allowed', async () => {
    expect((await host.callTool('local__get-roots-list')).text).toContain(process.cwd());
    expect((await host.callTool('remote__get-roots-list')).text).not.toContain(process.cwd());
  });

  test('have their resources and prompts read', async () => {
    const [resource] = (await host.resources()).filter(({ server }) => server === 'remote');
    expect((await host.readResource(resource?.name ?? '')).contents).toMatchObject([{ uri: resource?.uri }]);
    const { messages } = await host.getPrompt('remote__args-prompt', { city: 'Rome' });
    expect(JSON.stringify(messages)).toContain('Rome');
  });
});

test('a process without sessions serves all conversations of its host', async () => {
  covers('base-process-lifetime');
  const greeter = fileURLToPath(new URL('../fixtures/greeter.mjs', import.meta.url));
  const host = new Host({
    servers: { greeter: { command: process.execPath, args: [greeter, '2026-07-28'] } },
    consent: () => true,
  });
  onTestFinished(() => host.close());
  await host.start();
  const pids: string[] = [];
  for (let conversation = 0; conversation < 3; conversation++) {
    const calls = [host.callTool('greeter__pid', {}), host.callTool('greeter__pid', {})];
    for (const { text } of await Promise.all(calls)) pids.push(text);
  }
  expect(pids).toHaveLength(6);
  expect(new Set(pids).size).toBe(1);
});
