/** Makes a server say as much as it can, for checks of what all messages have in common. */

import type { Peer } from '../../peer.js';
import type { Connection } from '../../wire/connection.js';

/** The tools of the fixture that are called, with their arguments. */
const CALLS: { readonly [tool: string]: { readonly [name: string]: unknown } } = {
  echo: { text: 'Hello' },
  fail: {},
  image: {},
  embedded: {},
  structured: {},
  progress: {},
  log: {},
  ask_roots: {},
  ask_sampling: {},
  ask_form: {},
  change_tools: {},
};

const done = new WeakSet<Connection>();

/** Returns a connection on which much has been said. */
export async function tour(peer: Peer): Promise<Connection> {
  const connection = await peer.connection();
  if (done.has(connection)) return connection;
  const { capabilities, tools, resources, prompts } = peer.offer;
  if (connection.hasSessions) {
    await connection.ask('ping');
    if ('logging' in capabilities) await connection.ask('logging/setLevel', { level: 'debug' });
  }
  for (const list of ['tools', 'resources', 'prompts']) {
    if (list in capabilities) await connection.ask(`${list}/list`, {});
  }
  for (const [name, args] of Object.entries(CALLS)) {
    if (tools.has(name)) await connection.callAsked(name, args, { meta: { progressToken: `tour-${name}` } });
  }
  for (const uri of resources.keys()) await connection.ask('resources/read', { uri });
  for (const name of prompts.keys()) await connection.ask('prompts/get', { name });
  await connection.ask('unknown/method', {});
  await connection.settle();
  done.add(connection);
  return connection;
}
