// More servers of npm that list their tools without an account, among them three that are not written in JavaScript, and a server of the
// official SDK at four of its versions, each of which speaks another revision.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startedFrom } from '../npmServers.mjs';

/** Where the servers are installed. */
export const FOLDER = fileURLToPath(new URL('.', import.meta.url));

/** Returns the configuration of every server, as a file of desktop hosts has it. */
export function configs(work) {
  const { server, program } = startedFrom(FOLDER, work);
  return {
    'brave-search': server('@modelcontextprotocol/server-brave-search/dist/index.js', { BRAVE_API_KEY: 'none' }),
    postgres: server('@modelcontextprotocol/server-postgres/dist/index.js', {}, 'postgresql://localhost/none'),
    puppeteer: server('@modelcontextprotocol/server-puppeteer/dist/index.js'),
    exa: server('exa-mcp-server/dist/stdio.cjs', { EXA_API_KEY: 'none' }),
    kubernetes: server('mcp-server-kubernetes/dist/index.js'),
    onshape: program('@onshape-mcp/linux-x64/bin/onshape-mcp', {
      ONSHAPE_ACCESS_KEY: 'none',
      ONSHAPE_SECRET_KEY: 'none',
    }),
    'temporal-cortex': program('@temporal-cortex/cortex-mcp-linux-x64/bin/cortex-mcp'),
    vaulttools: program('@vaulttools/mcp-linux-x64/bin/vaulttools-mcp', {}, '--allowed-dir', work),
    ...Object.fromEntries(
      ['official-sdk-1.0', 'official-sdk-1.12', 'official-sdk-1.22', 'official-sdk-1.32'].map((version) => [
        version,
        { command: process.execPath, args: [join(FOLDER, 'officialSdk.mjs'), version], env: {}, cwd: work },
      ]),
    ),
  };
}
