import { expect, test } from 'vitest';
import { resolveDependencies } from '../../../generator/scaffold/dependencies.js';
import type { ProjectFile } from '../../../generator/scaffold/scaffoldProject.js';
import { projectFiles } from '../../../generator/scaffold/projectFiles.js';

const TARBALL: ProjectFile = { path: 'vendor/runtime.tgz', content: new Uint8Array([1, 2]) };
const VENDORED = { runtime: 'file:vendor/runtime.tgz', generator: 'file:vendor/mcp-gen.tgz', files: [TARBALL] };
const PROTOCOL = [{ path: '2025-03-26/index.ts', text: '// generated\n' }];
const BOTH = { name: '@me/weather', revisions: ['2025-03-26', '2024-11-05'], transport: 'stdio' } as const;

function textOf(files: readonly ProjectFile[], path: string): string {
  const found = files.find((file) => file.path === path);
  expect(found, path).toBeDefined();
  return String(found?.content);
}

const SHARED = ['package.json', 'tsconfig.json', '.gitignore', '.gitattributes'];
const OWN = {
  server: ['README.md', 'src/main.ts', 'src/server.ts', 'src/server.test.ts'],
  client: [
    'README.md',
    'src/main.ts',
    'src/client.ts',
    'src/describe.ts',
    'src/plain.ts',
    'src/client.test.ts',
    'src/test/server.ts',
  ],
};

test.each(['server', 'client'] as const)('a %s has these files', async (kind) => {
  const files = await projectFiles(kind, BOTH, VENDORED, PROTOCOL);
  expect(files.map(({ path }) => path)).toEqual([
    ...SHARED,
    ...OWN[kind],
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
    private: true,
    type: 'module',
    scripts: { generate: 'mcp-gen generate 2025-03-26 2024-11-05 --out src/protocol' },
    dependencies: { '@mcp-gen/runtime': 'file:vendor/runtime.tgz' },
    devDependencies: { 'mcp-gen': 'file:vendor/mcp-gen.tgz' },
  });
});

test('from the registry, the manifest has version ranges, and the README no vendor folder', async () => {
  const files = await projectFiles('server', BOTH, await resolveDependencies('registry'), PROTOCOL);
  const manifest = JSON.parse(textOf(files, 'package.json')) as { [field: string]: { [name: string]: string } };
  expect(manifest['dependencies']?.['@mcp-gen/runtime']).toMatch(/^\^\d+\.\d+\.\d+$/);
  expect(manifest['devDependencies']?.['mcp-gen']).toMatch(/^\^\d+\.\d+\.\d+$/);
  expect(textOf(files, 'README.md')).not.toContain('vendor/');
  expect(textOf(await projectFiles('server', BOTH, VENDORED, PROTOCOL), 'README.md')).toContain('vendor/');
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
    { name: 'old', revisions: ['2024-11-05'], transport: 'http' },
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
