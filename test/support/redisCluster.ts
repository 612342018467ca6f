/** A Redis cluster of three servers, for tests. */

import { Redis } from 'ioredis';
import { freePort, startRedis } from './startRedis.mjs';

const SLOTS = 16_384;
const SERVERS = 3;

/** Starts a cluster at free ports of this machine. */
export async function startRedisCluster(): Promise<{ readonly ports: readonly number[]; stop(): Promise<void> }> {
  const servers = await Promise.all(
    Array.from({ length: SERVERS }, async () => {
      const bus = String(await freePort());
      return startRedis(['--cluster-enabled', 'yes', '--cluster-port', bus, '--cluster-node-timeout', '5000']);
    }),
  );
  const clients = servers.map(({ url }) => new Redis(url));
  const stop = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.stop()));
  };
  try {
    await Promise.all(clients.map(async (client, at) => join(client, at, clients[0] as Redis)));
    for (const client of clients) await ready(client);
  } catch (error) {
    await stop();
    throw error;
  } finally {
    for (const client of clients) client.disconnect();
  }
  return { ports: servers.map(({ port }) => port), stop };
}

/** Gives a server its share of the slots, and introduces it to the first one. */
async function join(client: Redis, at: number, first: Redis): Promise<void> {
  const [begin, end] = [at, at + 1].map((share) => Math.floor((share * SLOTS) / SERVERS)) as [number, number];
  await client.cluster('ADDSLOTSRANGE', begin, end - 1);
  await client.call('CONFIG', 'SET', 'cluster-announce-ip', '127.0.0.1');
  const { port } = first.options;
  const [, bus] = (await first.call('CONFIG', 'GET', 'cluster-port')) as [string, string];
  if (client !== first) await client.call('CLUSTER', 'MEET', '127.0.0.1', String(port), bus);
}

async function ready(client: Redis): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    const info = await client.cluster('INFO');
    if (info.includes('cluster_state:ok') && info.includes(`cluster_known_nodes:${SERVERS}`)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('The Redis cluster does not become ready');
}
