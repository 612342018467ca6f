// Servers of npm that list their tools without an account, and calls that some of them answer without a network.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installedIn, startedFrom } from '../npmServers.mjs';

/** Where the servers are installed. */
export const FOLDER = fileURLToPath(new URL('.', import.meta.url));

/**
 * Returns the configuration of every server, as a file of desktop hosts has it.
 *
 * @param work a folder that servers may write to
 */
export function configs(work) {
  const { server } = startedFrom(FOLDER, work);
  return {
    everything: server('@modelcontextprotocol/server-everything/dist/index.js'),
    filesystem: server('@modelcontextprotocol/server-filesystem/dist/index.js', {}, work),
    memory: server('@modelcontextprotocol/server-memory/dist/index.js', {
      MEMORY_FILE_PATH: join(work, 'memory.jsonl'),
    }),
    'sequential-thinking': server('@modelcontextprotocol/server-sequential-thinking/dist/index.js', {
      DISABLE_THOUGHT_LOGGING: 'true',
    }),
    github: server('@modelcontextprotocol/server-github/dist/index.js', { GITHUB_PERSONAL_ACCESS_TOKEN: 'none' }),
    gitlab: server('@modelcontextprotocol/server-gitlab/dist/index.js', { GITLAB_PERSONAL_ACCESS_TOKEN: 'none' }),
    slack: server('@modelcontextprotocol/server-slack/dist/index.js', {
      SLACK_BOT_TOKEN: 'none',
      SLACK_TEAM_ID: 'none',
    }),
    'google-maps': server('@modelcontextprotocol/server-google-maps/dist/index.js', { GOOGLE_MAPS_API_KEY: 'none' }),
    notion: server('@notionhq/notion-mcp-server/bin/cli.mjs', { NOTION_TOKEN: 'none' }),
    context7: server('@upstash/context7-mcp/dist/index.js'),
    playwright: server('@playwright/mcp/cli.js'),
    'chrome-devtools': server('chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js', {}, '--no-usage-statistics'),
    firecrawl: server('firecrawl-mcp/dist/index.js', { FIRECRAWL_API_KEY: 'none' }),
    tavily: server('tavily-mcp/build/index.js', { TAVILY_API_KEY: 'none' }),
    figma: server('figma-developer-mcp/dist/bin.js', { FIGMA_API_KEY: 'none' }, '--stdio'),
    brave: server('@brave/brave-search-mcp-server/dist/index.js', { BRAVE_API_KEY: 'none' }),
    hubspot: server('@hubspot/mcp-server/dist/index.js', { PRIVATE_APP_ACCESS_TOKEN: 'none' }),
    'code-runner': server('mcp-server-code-runner/dist/cli.js'),
    sentry: server('@sentry/mcp-server/dist/index.js', {}, '--access-token=none'),
    mongodb: server('mongodb-mcp-server/dist/esm/index.js', { MDB_MCP_TELEMETRY: 'disabled' }),
    eslint: server('@eslint/mcp/src/mcp-cli.js'),
    git: server('@cyanheads/git-mcp-server/dist/index.js'),
  };
}

/** Servers over HTTP: what starts them, with the port in the place of PORT, and the path of their endpoint. */
export const HTTP = {
  everything: {
    args: [installedIn(FOLDER, '@modelcontextprotocol/server-everything/dist/index.js'), 'streamableHttp'],
    path: '/mcp',
  },
  context7: {
    args: [installedIn(FOLDER, '@upstash/context7-mcp/dist/index.js'), '--transport', 'http', '--port', 'PORT'],
    path: '/mcp',
  },
};

/** Calls that are answered without a network, and the same each time. */
export function recordedCalls(work) {
  const entities = [{ name: 'Ada', entityType: 'person', observations: ['likes tests'] }];
  const path = join(work, 'a.txt');
  const repository = join(work, 'repository');
  return [
    ['everything', 'echo', { message: 'hello' }],
    ['everything', 'get-sum', { a: 1, b: 2.5 }],
    ['everything', 'get-structured-content', { location: 'Chicago' }],
    ['everything', 'get-annotated-message', { messageType: 'error', includeImage: false }],
    ['everything', 'get-resource-links', { count: 2 }],
    ['everything', 'get-tiny-image', {}],
    ['memory', 'create_entities', { entities }],
    ['memory', 'create_relations', { relations: [{ from: 'Ada', to: 'Ada', relationType: 'knows' }] }],
    ['memory', 'add_observations', { observations: [{ entityName: 'Ada', contents: ['writes'] }] }],
    ['memory', 'read_graph', {}],
    ['memory', 'search_nodes', { query: 'Ada' }],
    ['memory', 'open_nodes', { names: ['Ada'] }],
    ['filesystem', 'write_file', { path, content: 'one\ntwo\n' }],
    ['filesystem', 'edit_file', { path, edits: [{ oldText: 'two', newText: '2' }], dryRun: true }],
    ['filesystem', 'read_text_file', { path, head: 1 }],
    ['filesystem', 'read_multiple_files', { paths: [path] }],
    ['filesystem', 'list_directory_with_sizes', { path: work, sortBy: 'name' }],
    ['filesystem', 'search_files', { path: work, pattern: '*.txt', excludePatterns: ['b*'] }],
    ['filesystem', 'directory_tree', { path: work, excludePatterns: [] }],
    ['filesystem', 'list_allowed_directories', {}],
    ['git', 'git_init', { path: repository }],
    ['git', 'git_set_working_dir', { path: repository }],
    ['git', 'git_status', {}],
    ['git', 'git_branch', { mode: 'list' }],
    ['git', 'git_tag', { mode: 'list' }],
    ['git', 'git_remote', { mode: 'list' }],
    ['code-runner', 'run-code', { languageId: 'javascript', code: 'console.log(1 + 1)' }],
    [
      'sequential-thinking',
      'sequentialthinking',
      { thought: 'one', nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 },
    ],
  ];
}
