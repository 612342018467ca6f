/** A host with one good server and several evil ones. */
import { fileURLToPath } from 'node:url';
import { Host } from '@mcp-gen/sdk/host';
import { Meter } from './meter.mjs';

const path = (name) => fileURLToPath(new URL(`${name}.mjs`, import.meta.url));

const WAYS = ['junk', 'endlessList', 'listChanged', 'hangs', 'exits', 'hugeResults', 'stderr'];

/** @returns what is called, what disturbs it, and what is measured */
export async function soakHost() {
  const command = process.execPath;
  const servers = Object.fromEntries(WAYS.map((way) => [way, { command, args: [path('evilServer'), way] }]));
  servers.good = { command, args: [path('goodServer'), 'stdio'] };
  const host = new Host({
    servers,
    consent: () => 'allow',
    timeout: 2_000,
    restart: { delay: 200, attempts: 1_000_000 },
    onError() {},
    onEvent() {},
  });
  const meter = new Meter();
  await host.start();
  // The evil ones are quiet first.
  await Promise.all(WAYS.map((way) => host.stop(way)));
  const call = (name) => host.callTool(name, { text: 'hello' });
  return {
    name: 'host',
    async good() {
      const { text } = await call('good__echo');
      if (text !== 'hello') throw new Error('a wrong answer');
    },
    async attack(signal) {
      await Promise.all(WAYS.map((way) => host.restart(way).catch(() => undefined)));
      const again = async (act) => {
        while (!signal.aborted) {
          await act().catch(() => undefined);
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
      };
      await Promise.all([again(() => host.tools()), ...WAYS.map((way) => again(() => call(`${way}__tool`)))]);
    },
    read: () => Promise.resolve(meter.read()),
    close: () => host.close(),
  };
}
