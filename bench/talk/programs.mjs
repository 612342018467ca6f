// The programs that are compared, and the servers that they use.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startedFrom } from '../npmServers.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const MODULES = join(HERE, 'node_modules');
/** The others need a newer Node than this project. */
const NODE = join(MODULES, 'node-24-linux-x64/bin/node');

/**
 * Makes a folder with a file, a repository, and the configuration of six servers.
 *
 * @param installed the folder in which the servers are installed
 */
export function makeFolder(installed) {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-talk-bench-'));
  writeFileSync(join(folder, 'notes.txt'), 'one note\n');
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
  const { server } = startedFrom(installed, folder);
  const official = (name) => `@modelcontextprotocol/server-${name}/dist/index.js`;
  const mcpServers = {
    everything: server(official('everything'), {}, 'stdio'),
    filesystem: server(official('filesystem'), {}, folder),
    memory: server(official('memory'), { MEMORY_FILE_PATH: join(folder, 'memory.json') }),
    thinking: server(official('sequential-thinking')),
    eslint: server('@eslint/mcp/src/mcp-cli.js'),
    git: server('@cyanheads/git-mcp-server/dist/index.js', { MCP_TRANSPORT_TYPE: 'stdio', GIT_BASE_DIR: folder }),
  };
  const config = join(folder, 'servers.json');
  writeFileSync(config, JSON.stringify({ mcpServers }, undefined, 2));
  return { folder, config };
}

/** Returns how each program is started with the arguments of a job. */
export function programs(config) {
  return {
    'mcp-talk': {
      of: ({ talk: [command, ...args] }) => [
        process.execPath,
        join(HERE, '../../talk/dist/bin.js'),
        command,
        ...args,
        '--config',
        config,
      ],
    },
    mcporter: {
      of: ({ mcporter }) => mcporter && [NODE, join(MODULES, 'mcporter/dist/cli.js'), '--config', config, ...mcporter],
    },
    'Inspector CLI': {
      of: ({ inspector }) =>
        inspector && [
          NODE,
          join(MODULES, '@modelcontextprotocol/inspector/clients/launcher/build/index.js'),
          '--cli',
          '--config',
          config,
          ...inspector,
        ],
    },
  };
}
