/** Hosts: configurations, consent, and the servers of a host. */

import { Server } from '@mcp-gen/sdk';
import { Host, readConfig, readLock, type HostOptions } from '@mcp-gen/sdk/host';
import { tasks } from '@mcp-gen/sdk/tasks/client';
import { inProcess } from '@mcp-gen/sdk/testing';
import { onTestFinished } from 'vitest';
import { join } from 'node:path';
import { temporaryFolder } from '../temporaryFolder.js';
import { info, type Cases } from './cases.js';

const make = (servers: object, options: object = {}): Host => new Host({ servers, ...options } as HostOptions);

/** A running host with one server. */
async function hostOf(options: object = {}): Promise<Host> {
  const server = new Server(info);
  server.tool('forecast', {}, () => 'Sunny');
  server.resource('notes://1', {}, 'Buy milk');
  const host = make({ weather: inProcess(server) }, options);
  onTestFinished(() => host.close());
  await host.start();
  return host;
}

const inFile = async (text: string, read: (path: string) => Promise<unknown>): Promise<unknown> =>
  read(join(await temporaryFolder({ 'mcp.json': text }), 'mcp.json'));

export const HOST: Cases = {
  'a server without a command': () => make({ weather: {} }),
  'a server with two targets': () => make({ weather: { command: 'node', url: 'https://example.com' } }),
  'problems of several servers': () => make({ a: { command: 5 }, b: { url: 'ftp://example.com' }, c: 'node' }),
  'a variable that is not set': () => make({ weather: { command: 'node', env: { KEY: '${MCP_GEN_UNSET}' } } }),
  'an unknown option': () => make({}, { onConsent: () => true }),
  'an unknown server in an option': () => make({ weather: { command: 'node' } }, { trusted: ['wether'] }),
  'a lock without contracts': () => make({}, { lock: {} }),
  'consent that is not a function': () => make({}, { consent: true }),
  'a configuration that does not exist': () => readConfig('/mcp-gen/none.json'),
  'a configuration that is not JSON': () => inFile('{ "mcpServers": {', readConfig),
  'a configuration without servers': () => inFile('{ "servres": {} }', readConfig),
  'a lock that is not one': () => inFile('{}', readLock),
  'an extension that is not registered': () => make({}).extension(tasks),
  'a task of a server that has not declared tasks': async () => {
    const host = await hostOf({ extensions: [tasks()] });
    return host.extension(tasks).resume({ server: 'weather', id: 'one', tool: 'forecast' });
  },

  'a call without consent': async () => (await hostOf()).callTool('weather__forecast'),
  'a call that is denied': async () => (await hostOf({ consent: () => 'deny' })).callTool('weather__forecast'),
  'consent with an invalid answer': async () => (await hostOf({ consent: () => 'yes' })).callTool('weather__forecast'),
  'an unknown tool': async () => (await hostOf({ consent: () => true })).callTool('weather__forcast'),
  'a server that is not running': async () => {
    const host = await hostOf();
    await host.stop('weather');
    return host.readResource({ server: 'weather', uri: 'notes://1' });
  },
  'an unknown tool, with a server that is not running': async () => {
    const host = await hostOf({ consent: () => true });
    await host.stop('weather');
    return host.callTool('weather__forecast');
  },
  'an unknown server': async () => (await hostOf()).stop('wether'),
  'a login without credentials': async () => (await hostOf()).login('weather'),
  'a host that was closed': async () => {
    const host = await hostOf();
    await host.close();
    return host.callTool('weather__forecast');
  },
};
