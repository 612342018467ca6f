import { expect, test } from 'vitest';
import { resolveDependencies } from '../../../generator/scaffold/dependencies.js';
import type { ProjectFile } from '../../../generator/scaffold/scaffoldProject.js';
import { projectFiles } from '../../../generator/scaffold/projectFiles.js';
import { TEMPLATES, type ProjectKind, type TemplateName } from '../../../generator/scaffold/templates.js';

const TARBALL: ProjectFile = { path: 'vendor/runtime.tgz', content: new Uint8Array([1, 2]) };
const VENDORED = {
  dependencies: [{ name: '@mcp-gen/runtime', spec: 'file:vendor/runtime.tgz' }],
  development: [{ name: 'mcp-gen', spec: 'file:vendor/mcp-gen.tgz' }],
  files: [TARBALL],
};
const PROTOCOL = [{ path: '2025-03-26/index.ts', text: '// generated\n' }];
const BOTH = {
  name: '@me/weather',
  template: 'protocol',
  revisions: ['2025-03-26', '2024-11-05'],
  restricted: true,
  stateless: false,
  transport: 'stdio',
} as const;

function textOf(files: readonly ProjectFile[], path: string): string {
  const found = files.find((file) => file.path === path);
  expect(found, path).toBeDefined();
  return String(found?.content);
}

const EVERY = ['package.json', 'tsconfig.json', '.gitignore'];
const CLIENT = ['README.md', 'src/main.ts', 'src/client.test.ts'];
const CLIENT_PARTS = ['src/client.ts', 'src/describe.ts', 'src/test/server.ts'];
const FILES: { readonly [project: string]: readonly string[] } = {
  'server minimal': ['README.md', 'src/main.ts', 'src/server.ts', 'src/server.test.ts'],
  'server full': [
    'README.md',
    'src/main.ts',
    'src/server.ts',
    'src/tools.ts',
    'src/questions.ts',
    'src/resources.ts',
    'src/prompts.ts',
    'src/callers.ts',
    'src/notes.ts',
    'src/server.test.ts',
  ],
  'server app': [
    'src/main.ts',
    'README.md',
    'src/server.ts',
    'src/daylight.ts',
    'src/server.test.ts',
    'app/index.html',
    'app/main.ts',
    'app/chart.ts',
    'app/style.css',
    'app/tsconfig.json',
    'vite.config.ts',
    'dev.mjs',
  ],
  'server protocol': ['.gitattributes', 'README.md', 'src/main.ts', 'src/server.ts', 'src/server.test.ts'],
  'client minimal': [...CLIENT, ...CLIENT_PARTS],
  'client full': [
    'README.md',
    'src/main.ts',
    'src/client.ts',
    'src/answers.ts',
    'src/model.ts',
    'src/commands.ts',
    'src/person.ts',
    'src/client.test.ts',
    'src/test/server.ts',
  ],
  'client protocol': ['.gitattributes', ...CLIENT, 'src/plain.ts', ...CLIENT_PARTS],
};

const PROJECTS = (Object.keys(TEMPLATES) as ProjectKind[]).flatMap((kind) =>
  TEMPLATES[kind].map((template) => ({ kind, template })),
);

test.each(PROJECTS)('a $kind has the files of the template $template', async ({ kind, template }) => {
  const files = await projectFiles(kind, { ...BOTH, template }, VENDORED, PROTOCOL);
  const own = FILES[`${kind} ${template}`] ?? [];
  expect(files.map(({ path }) => path)).toEqual([
    ...EVERY,
    ...own,
    'src/protocol/2025-03-26/index.ts',
    'vendor/runtime.tgz',
  ]);
  expect(textOf(files, 'src/protocol/2025-03-26/index.ts')).toBe('// generated\n');
  expect(files.at(-1)).toBe(TARBALL);
});

test.each(['server', 'client'] as const)('a %s runs its own test', async (kind) => {
  const files = await projectFiles(kind, BOTH, VENDORED, PROTOCOL);
  const test = `npm run --silent build && node --test dist/${kind}.test.js`;
  expect(JSON.parse(textOf(files, 'package.json'))).toMatchObject({ scripts: { test } });
  expect(files.map(({ path }) => path)).toContain(`src/${kind}.test.ts`);
});

test('the manifest depends on the vendored packages, and generates the chosen revisions', async () => {
  const manifest: unknown = JSON.parse(textOf(await projectFiles('server', BOTH, VENDORED, PROTOCOL), 'package.json'));
  expect(manifest).toMatchObject({
    name: '@me/weather',
    bin: 'dist/main.js',
    files: ['dist'],
    bundleDependencies: ['@mcp-gen/runtime'],
    type: 'module',
    scripts: { generate: 'mcp-gen generate 2025-03-26 2024-11-05 --out src/protocol' },
    dependencies: { '@mcp-gen/runtime': 'file:vendor/runtime.tgz' },
    devDependencies: { 'mcp-gen': 'file:vendor/mcp-gen.tgz' },
  });
});

test('from the registry, the manifest has version ranges, and the README no vendor folder', async () => {
  const files = await projectFiles('server', BOTH, await resolveDependencies('registry', 'protocol'), PROTOCOL);
  const manifest = JSON.parse(textOf(files, 'package.json')) as { [field: string]: { [name: string]: string } };
  expect(manifest['dependencies']?.['@mcp-gen/runtime']).toMatch(/^\^\d+\.\d+\.\d+$/);
  expect(manifest['devDependencies']?.['mcp-gen']).toMatch(/^\^\d+\.\d+\.\d+$/);
  expect(textOf(files, 'README.md')).not.toContain('vendor/');
  expect(textOf(await projectFiles('server', BOTH, VENDORED, PROTOCOL), 'README.md')).toContain('vendor/');
});

test('on the sdk, a project needs the sdk and does not generate', async () => {
  const dependencies = await resolveDependencies('registry', 'minimal');
  const files = await projectFiles('server', { ...BOTH, template: 'minimal' }, dependencies, []);
  const manifest = JSON.parse(textOf(files, 'package.json')) as { [field: string]: { [name: string]: string } };
  expect(manifest['dependencies']).toEqual({ '@mcp-gen/sdk': expect.stringMatching(/^\^\d+\.\d+\.\d+$/) as string });
  expect(Object.keys(manifest['devDependencies'] ?? {})).toEqual(['@types/node', 'typescript']);
  expect(manifest['scripts']).not.toHaveProperty('generate');
});

test('on the sdk, revisions are named only where they are chosen', async () => {
  for (const [kind, template, file] of [
    ['server', 'minimal', 'src/server.ts'],
    ['server', 'full', 'src/server.ts'],
    ['server', 'app', 'src/server.ts'],
    ['client', 'minimal', 'src/client.ts'],
    ['client', 'full', 'src/client.ts'],
  ] as const satisfies readonly (readonly [ProjectKind, TemplateName, string])[]) {
    const chosen = await projectFiles(kind, { ...BOTH, template }, VENDORED, []);
    expect(textOf(chosen, file)).toContain("revisions: ['2025-03-26', '2024-11-05'],");
    const all = await projectFiles(kind, { ...BOTH, template, restricted: false }, VENDORED, []);
    expect(textOf(all, file)).not.toContain('revisions:');
  }
});

test.each(['stdio', 'http'] as const)('a server that is to serve over %s does so by default', async (transport) => {
  for (const template of TEMPLATES.server) {
    const files = await projectFiles('server', { ...BOTH, template, transport }, VENDORED, []);
    expect(textOf(files, 'src/main.ts')).toContain(`const [transport = '${transport}'] = process.argv.slice(2);`);
  }
});

test('all chosen revisions are served, newest first, and the newest types the handlers', async () => {
  const files = await projectFiles('server', BOTH, VENDORED, PROTOCOL);
  expect(textOf(files, 'src/main.ts')).toContain('revisions: [v2025_03_26, v2024_11_05],');
  expect(textOf(files, 'src/server.ts')).toContain("ServerHandlers, Tool } from './protocol/2025-03-26/index.js'");
  expect(textOf(files, 'src/server.test.ts')).toContain('const protocols = [v2025_03_26, v2024_11_05];');
  expect(textOf(files, 'README.md')).toContain('the revisions 2025-03-26 and 2024-11-05.');
});

test('a client speaks all chosen revisions, and is typed by the newest', async () => {
  const files = await projectFiles('client', BOTH, VENDORED, PROTOCOL);
  expect(textOf(files, 'src/client.ts')).toContain('revisions: [v2025_03_26, v2024_11_05],');
  expect(textOf(files, 'src/client.ts')).toMatch(/ClientStub,[^}]*} from '\.\/protocol\/2025-03-26\/index\.js'/);
  expect(textOf(files, 'src/client.test.ts')).toContain("of ['2025-03-26', '2024-11-05']) {");
  expect(textOf(files, 'src/test/server.ts')).toContain('revisions: [v2025_03_26, v2024_11_05].filter(');
});

test.each(['server', 'client'] as const)('one revision alone reads as well: %s', async (kind) => {
  const files = await projectFiles(
    kind,
    { ...BOTH, name: 'old', revisions: ['2024-11-05'], transport: 'http' },
    VENDORED,
    PROTOCOL,
  );
  const open = { server: 'src/main.ts', client: 'src/client.ts' }[kind];
  expect(textOf(files, open)).toContain('revisions: [v2024_11_05],');
  expect(textOf(files, 'README.md')).toContain('the revision 2024-11-05.');
  expect(files.map(({ content }) => String(content)).join('\n')).not.toContain('2025-03-26/');
});

test('the README has a configuration for hosts that is JSON', async () => {
  const readme = textOf(await projectFiles('server', BOTH, VENDORED, PROTOCOL), 'README.md');
  const [, snippet = ''] = /```json\n(.*?)```/s.exec(readme) ?? [];
  expect(JSON.parse(snippet)).toEqual({
    mcpServers: { '@me/weather': { command: 'node', args: ['/absolute/path/to/@me/weather/dist/main.js', 'stdio'] } },
  });
});

test('a server that delegates has a file for it, uses it over HTTP, and says what to configure', async () => {
  const choices = { ...BOTH, template: 'minimal', transport: 'http', auth: 'delegated' } as const;
  const files = await projectFiles('server', choices, VENDORED, []);
  expect(textOf(files, 'src/auth.ts')).toContain('delegatedAuthorization');
  expect(textOf(files, 'src/main.ts')).toContain('...(await authorization(port))');
  const readme = textOf(files, 'README.md');
  for (const [, name = ''] of textOf(files, 'src/auth.ts').matchAll(/(?:required\(|env\[)'(\w+)'/g)) {
    expect(readme).toContain(`\`${name}\``);
  }
  const open = await projectFiles('server', { ...choices, auth: undefined }, VENDORED, []);
  expect(open.map(({ path }) => path)).not.toContain('src/auth.ts');
  expect(textOf(open, 'README.md')).not.toContain('PROVIDER_ISSUER');
});

test.each(['jwt', 'introspection'] as const)('a server with --auth %s says what to configure', async (auth) => {
  const choices = { ...BOTH, template: 'minimal', transport: 'http', auth } as const;
  const files = await projectFiles('server', choices, VENDORED, []);
  const code = textOf(files, 'src/auth.ts');
  expect(code).toContain(`verify: ${auth}({`);
  const readme = textOf(files, 'README.md');
  const names = [...code.matchAll(/(?:required\(|env\[)'(\w+)'/g)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(3);
  expect(names.filter((name) => !readme.includes(`| \`${name}\``))).toEqual([]);
  expect(readme).toContain('Keycloak');
  expect(readme).not.toContain('PROVIDER_ISSUER');
  const { dependencies } = await resolveDependencies('registry', 'minimal', auth);
  expect(dependencies.map(({ name }) => name)).toEqual(['@mcp-gen/sdk', '@mcp-gen/auth']);
});

test('a client with --auth logs in at URLs alone, and says what to configure', async () => {
  const choices = { ...BOTH, template: 'minimal', auth: 'login' } as const;
  const files = await projectFiles('client', choices, VENDORED, []);
  const code = textOf(files, 'src/auth.ts');
  expect(code).toContain("clientName: '@me/weather'");
  expect(textOf(files, 'src/client.ts')).toContain('...(url !== undefined && { auth: authorization(url) }),');
  const readme = textOf(files, 'README.md');
  const names = [...code.matchAll(/\b[A-Z]+(?:_[A-Z]+)*(?=: |, | })/g)].map(([name]) => name);
  expect(names).toEqual(['CLIENT_ID', 'CLIENT_SECRET', 'REDIRECT_URI', 'SCOPE']);
  expect(names.filter((name) => !readme.includes(`| \`${name}\``))).toEqual([]);
  expect(readme).toContain('Keycloak');
  const { dependencies } = await resolveDependencies('registry', 'minimal', 'login');
  expect(dependencies.map(({ name }) => name)).toEqual(['@mcp-gen/sdk', '@mcp-gen/auth']);
  const plain = await projectFiles('client', { ...choices, auth: undefined }, VENDORED, []);
  expect(plain.map(({ content }) => String(content)).join('\n')).not.toContain('auth');
});

test('a server with --tasks has a tool that runs as a task', async () => {
  const choices = { ...BOTH, template: 'minimal', tasks: true } as const;
  const files = await projectFiles('server', choices, VENDORED, []);
  expect(textOf(files, 'src/jobs.ts')).toContain('task: { resume: true }');
  expect(textOf(files, 'src/server.ts')).toContain('extensions: [jobs],');
  expect(textOf(files, 'README.md')).toContain('TASKS_FOLDER');
  const plain = await projectFiles('server', { ...choices, tasks: false, restricted: false }, VENDORED, []);
  expect(plain.map(({ path }) => path)).not.toContain('src/jobs.ts');
  expect(textOf(plain, 'src/server.ts')).toContain("new Server({ name: '@me/weather', version: '0.1.0' });");
});

test('a server that delegates depends on our package, and on the one that this needs', async () => {
  const { dependencies } = await resolveDependencies('registry', 'minimal', 'delegated');
  expect(dependencies.map(({ name }) => name)).toEqual(['@mcp-gen/sdk', '@mcp-gen/auth', 'oidc-provider']);
});
