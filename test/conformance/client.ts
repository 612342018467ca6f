/** The client that the suite tests. It is told the server's URL, and by environment variables what to do. */

import { connect, type Client } from '@mcp-gen/sdk/client';
import { skills } from '@mcp-gen/sdk/skills';
import { tasks } from '@mcp-gen/sdk/tasks/client';
import { authFor, type ToldOfAuth } from './clientAuth.js';
import { revisionsUpTo } from './revisions.js';

/** What the suite tells the client beside the name of the scenario. */
interface Told extends ToldOfAuth {
  readonly toolCalls?: readonly { readonly name: string; readonly arguments: { readonly [name: string]: unknown } }[];
}

const {
  MCP_CONFORMANCE_SCENARIO: name = '',
  MCP_CONFORMANCE_PROTOCOL_VERSION: revision,
  MCP_CONFORMANCE_CONTEXT: context = '{}',
} = process.env;
const told = JSON.parse(context) as Told;
const { toolCalls = [] } = told;

const scenarios: { readonly [name: string]: (client: Client) => Promise<unknown> } = {
  // To connect is all: the servers of these scenarios declare nothing that they could be asked for.
  initialize: () => Promise.resolve(),
  'request-metadata': () => Promise.resolve(),
  async tools_call(client) {
    await client.tools().all();
    await client.callTool('add_numbers', { a: 5, b: 3 });
  },
  'elicitation-sep1034-client-defaults': (client) => client.callTool('test_client_elicitation_defaults'),
  'sse-retry': (client) => client.callTool('test_reconnection'),
  async 'json-schema-2020-12-preservation'(client) {
    const tools = await client.tools().all();
    const schema = tools.find(({ name }) => name === 'json_schema_2020_12_tool')?.inputSchema;
    await client.callTool('json_schema_echo', { schema });
  },
  'json-schema-ref-no-deref': (client) => client.tools().all(),
  async 'http-standard-headers'(client) {
    for (const { name } of await client.tools().all()) await client.callTool(name);
    for (const { uri } of await client.resources().all()) await client.readResource(uri);
    for (const { name } of await client.prompts().all()) await client.getPrompt(name);
  },
  async 'http-custom-headers'(client) {
    await client.tools().all();
    for (const { name, arguments: given } of toolCalls) await client.callTool(name, given);
  },
  async 'http-invalid-tool-headers'(client) {
    for (const { name } of await client.tools().all()) await client.callTool(name, { region: 'north' });
  },
  async 'sep-2322-client-request-state'(client) {
    for (const tool of ['echo_state', 'no_state', 'unrelated', 'no_result_type']) {
      await client.callTool(`test_mrtr_${tool}`);
    }
  },
  'sep-2640-client-no-prefetch': async (client) => client.extension(skills)?.list(),
  'sep-2640-client-verify-digest': loadSkills,
  'sep-2640-client-verify-size': loadSkills,
  'sep-2640-client-verify-frontmatter': loadSkills,
};

/** Loads each skill, and reads a file that it refers to. */
async function loadSkills(client: Client): Promise<void> {
  const own = client.extension(skills);
  if (own === undefined) throw new Error('The server has not declared the extension');
  for (const skill of (await own.list()).skills) {
    await own.load(skill);
    await own.read(skill, 'references/FORMS.md');
  }
}

/** What a client does that is authorized. */
async function useTools(client: Client): Promise<void> {
  for (const { name } of await client.tools().all()) await client.callTool(name);
}

const auth = authFor(name, told);
const scenario = scenarios[name] ?? (auth && useTools);
if (scenario === undefined) throw new Error(`The client does not know what to do in the scenario ${name}`);
const client = await connect(process.argv[2] ?? '', {
  name: 'mcp-gen-conformance-client',
  version: '1.0.0',
  revisions: revisionsUpTo(revision),
  // The suite can start all clients at once. A server that does not answer yet is not an older one.
  discoverTimeout: 60_000,
  ...(auth && { auth }),
  extensions: [skills(), tasks()],
  // A user who confirms what is to be confirmed, and hands in all else as it is.
  elicitation: { form: () => ({ action: 'accept', content: { confirmed: true } }) },
  sampling: { model: () => ({ role: 'assistant', model: 'silent', content: { type: 'text', text: '' } }) },
  roots: [],
});
await scenario(client);
await client.close();
