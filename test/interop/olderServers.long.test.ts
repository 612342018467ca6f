/** Servers on versions of the official package whose own revision is an older one, as processes: for our client, host, and bridge. */

import { memoryPair } from '@mcp-gen/runtime';
import { bridge } from '@mcp-gen/sdk/bridge';
import { Host, type HostEvent } from '@mcp-gen/sdk/host';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { SUPPORTED_REVISIONS } from '../../sdk/src/revisions.js';
import { COUNTERPARTS_MISSING, OLDER_SDKS, olderProgram } from '../support/counterparts.js';
import { startHttpProgram, type RunningProgram } from '../support/httpProgram.js';
import { Mailbox } from '../support/mailbox.js';
import { leaveOut } from '../support/omissions.js';
import { isRunning } from '../support/programs.js';
import { ANSWERING, openClient, useAll } from './useAll.js';

if (COUNTERPARTS_MISSING !== undefined)
  leaveOut('servers on older versions of the official package', COUNTERPARTS_MISSING);
else {
  describe.each(OLDER_SDKS)('a server on $name', (sdk) => {
    const args = olderProgram('server', sdk);
    const command = [process.execPath, ...args];
    let program: RunningProgram;
    beforeAll(async () => {
      program = await startHttpProgram([...args, '--http'], (line) => line.startsWith('http'));
    });
    afterAll(() => program.stop());
    const urlOf = (path: string): string => `${program.ready}/${path}`;
    const sessions = async (): Promise<string> => (await fetch(urlOf('sessions'))).text();

    test('over stdio has all features for a client, and ends with its connection', async () => {
      const opened = await openClient(command, SUPPORTED_REVISIONS);
      const { client } = opened;
      expect(client.revision).toBe(sdk.revision);
      await useAll(opened, sdk);
      const pid = Number((await client.callTool('pid')).text);
      expect(isRunning(pid)).toBe(true);
      await client.close();
      expect(isRunning(pid)).toBe(false);
    });

    test.each(sdk.http)('over HTTP at /%s has all features for a client, and forgets its session', async (path) => {
      const opened = await openClient(urlOf(path), SUPPORTED_REVISIONS);
      expect(opened.client.revision).toBe(sdk.revision);
      await useAll(opened, sdk);
      expect(await sessions()).toBe('1');
      await opened.client.close();
      await expect.poll(sessions).toBe('0');
    });

    test.each(['stdio', ...sdk.http])(
      'over %s has all features for a client without sessions, through a bridge',
      async (way) => {
        const errors = new Mailbox<unknown>();
        const service = bridge(way === 'stdio' ? command : urlOf(way), { onError: errors.put });
        onTestFinished(() => service.close());
        const [near, far] = memoryPair();
        service.serve({ transport: far });
        const opened = await openClient(near, ['2026-07-28']);
        await useAll(opened, sdk);
        await opened.client.close();
        await service.close();
        expect(errors.empty()).toEqual([]);
        await expect.poll(sessions).toBe('0');
      },
    );

    test('is used by a host, which starts a program again that has ended', async () => {
      const events = new Mailbox<HostEvent>();
      const errors = new Mailbox<unknown>();
      const [executable = '', ...rest] = command;
      const host = new Host({
        ...ANSWERING,
        servers: {
          stdio: { command: executable, args: rest },
          ...Object.fromEntries(sdk.http.map((path) => [path, { url: urlOf(path) }])),
        },
        consent: () => true,
        onEvent: events.put,
        onError: errors.put,
      });
      onTestFinished(() => host.close());
      await host.start();
      for (const server of ['stdio', ...sdk.http]) {
        const call = async (tool: string): Promise<string> => (await host.callTool(`${server}__${tool}`, {})).text;
        expect([await call('sample'), await call('roots'), await call('progress')]).toEqual(['Sunny', '0', 'done']);
        if (sdk.revision >= '2025-06-18') expect(await call('elicit')).toBe('Ada');
      }
      expect(errors.empty()).toEqual([]);
      const pid = (await host.callTool('stdio__pid', {})).text;
      events.empty();
      const gone = { name: 'ConnectionClosedError', reason: 'process-exit', exitCode: 3 };
      await expect(host.callTool('stdio__exit', {})).rejects.toMatchObject(gone);
      await events.take((event) => event.type === 'server' && event.server.status === 'running');
      expect((await host.callTool('stdio__pid', {})).text).not.toBe(pid);
      await host.close();
      await expect.poll(sessions).toBe('0');
    });
  });
}
