// Shows the main job on real input: schemas are read, code is generated, a server is scaffolded, and a client calls its
// tool over stdio in every revision. Leaves the server in `quickstart/`, for inspection.
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connect } from '@mcp-gen/sdk/client';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'quickstart');
const server = join(folder, 'hello');
const rows = JSON.parse(readFileSync(join(root, 'schema/revisions.json'), 'utf8'));
const revisions = rows.map(({ id }) => id);

step('Read the schemas and generate the code of every revision');
mcpGen('generate', '--out', 'quickstart/generated');

step('Scaffold a server');
rmSync(server, { recursive: true, force: true });
mcpGen('scaffold', 'server', 'quickstart/hello', '--yes');

step('Install and build it');
run('npm', ['install', '--no-audit', '--no-fund', '--loglevel', 'error'], server);
run('npm', ['run', '--silent', 'build'], server);

step('Call its tool, under each revision');
for (const id of revisions) {
  const client = await connect([process.execPath, join(server, 'dist/main.js')], { revisions: [id] });
  const tools = await client.tools().all();
  const { text } = await client.callTool('greet', { name: `revision ${client.revision}` });
  console.log(`${client.revision}: tools: ${tools.map(({ name }) => name).join(', ')}; greet says: ${text}`);
  await client.close();
}

console.log('\nAll of it works. Next: read quickstart/hello/src/server.ts, change the tool, and run `npm test` there.');

function mcpGen(...args) {
  console.log(`$ npx mcp-gen ${args.join(' ')}`);
  execFileSync(process.execPath, ['dist/cli.js', ...args], { cwd: root, stdio: 'inherit' });
}

function run(command, args, cwd) {
  console.log(`$ ${command} ${args.join(' ')}`);
  // If npm runs this script, its settings, such as a workspace, must not apply here.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
  execFileSync(command, args, {
    cwd,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
}

function step(title) {
  console.log(`\n== ${title}`);
}
