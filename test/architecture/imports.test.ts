/** The import rules of the project, checked on the source. */

import { isBuiltin } from 'node:module';
import { describe, expect, test } from 'vitest';
import { PACKAGES } from '../../scripts/packages.mjs';
import { readProjectFile, REVISION_IDS } from '../support/schemas.js';
import { isPackage, loadedWith, modules, modulesIn, packageName, startedWith, type Module } from './modules.js';

/** Where each third-party package may be imported. */
const PACKAGE_ROOMS: { readonly [name: string]: readonly string[] } = {
  'ts-morph': ['generator/read/'],
  handlebars: ['generator/templates/'],
  yaml: ['generator/openapi/'],
  prettier: ['generator/write/'],
  commander: ['generator/cli/', 'bind/src/cli/', 'talk/src/'],
  'cross-spawn': ['runtime/src/transports/'],
  'eventsource-parser': ['runtime/src/http/client/', 'conformance/src/wire/', 'test/'],
  'jsonc-parser': ['sdk/src/host/', 'talk/src/target/', 'site/home/'],
  oauth4webapi: ['auth/src/client/', 'auth/src/delegated/', 'auth/src/server/'],
  jose: ['auth/src/client/', 'auth/src/delegated/', 'auth/src/server/', 'conformance/src/', 'test/auth/'],
  'oidc-provider': ['auth/src/delegated/', 'examples/delegated/', 'test/auth/'],
  ioredis: ['redis/src/', 'test/'],
  minisearch: ['site/assets/'],
  react: ['apps/src/view/'],
  vitest: ['test/'],
  ajv: ['test/'],
  '@cfworker/json-schema': ['test/'],
  typescript: ['test/'],
  'typescript-json-schema': ['test/'],
  'json-schema-to-typescript': ['bind/src/types/', 'test/types/'],
  '@modelcontextprotocol/client': ['test/support/clients/', 'test/auth/'],
  '@modelcontextprotocol/sdk': ['test/'],
  zod: ['test/', 'examples/'],
  valibot: ['test/'],
  '@valibot/to-json-schema': ['test/'],
  arktype: ['test/'],
  esbuild: ['examples/apps/', 'test/'],
  express: ['examples/express/', 'test/auth/'],
  fastify: ['examples/fastify/', 'test/auth/'],
  hono: ['examples/hono/', 'test/auth/'],
  '@hono/node-server': ['examples/hono/', 'test/support/', 'test/apps/', 'test/auth/'],
};

/** What the folders and files directly under generator/ may import of each other. */
const LAYERS: { readonly [room: string]: readonly string[] } = {
  problems: ['collections'],
  collections: [],
  printable: [],
  isFile: [],
  nearest: [],
  sha256: [],
  words: [],
  registry: [],
  jsonValues: [],
  print: ['printable', 'words'],
  model: ['collections', 'nearest', 'problems', 'sha256', 'words'],
  read: ['collections', 'isFile', 'model', 'problems'],
  analyze: ['collections', 'model', 'printable', 'problems', 'sha256'],
  'json-schema': ['collections', 'model'],
  templates: [],
  targets: ['analyze', 'collections', 'model', 'print', 'printable', 'problems', 'registry', 'templates', 'words'],
  phases: [],
  write: ['collections', 'model', 'sha256', 'targets'],
  checkedProtocol: ['analyze', 'model', 'problems'],
  compileProtocols: ['analyze', 'checkedProtocol', 'model', 'phases', 'problems', 'read', 'targets', 'write'],
  protocols: ['checkedProtocol', 'json-schema', 'model', 'problems', 'read'],
  validate: ['analyze', 'model', 'printable', 'problems', 'registry'],
  cases: ['analyze', 'printable', 'validate'],
  sdk: ['analyze', 'model'],
  diff: ['analyze', 'collections', 'model', 'sdk', 'templates'],
  explain: ['analyze', 'collections', 'model', 'nearest', 'printable', 'registry', 'sdk'],
  pull: ['isFile', 'model', 'problems', 'protocols', 'read', 'sha256', 'write'],
  adopt: [
    'analyze',
    'collections',
    'isFile',
    'json-schema',
    'model',
    'problems',
    'protocols',
    'pull',
    'read',
    'sha256',
    'write',
  ],
  lint: [
    'analyze',
    'collections',
    'diff',
    'isFile',
    'json-schema',
    'model',
    'nearest',
    'printable',
    'problems',
    'pull',
    'sha256',
    'validate',
  ],
  drift: ['analyze', 'diff', 'jsonValues'],
  scaffold: ['printable', 'targets', 'templates', 'write'],
  openapi: [
    'drift',
    'jsonValues',
    'nearest',
    'print',
    'printable',
    'problems',
    'pull',
    'scaffold',
    'targets',
    'templates',
    'words',
    'write',
  ],
  library: [
    'compileProtocols',
    'diff',
    'explain',
    'isFile',
    'lint',
    'model',
    'problems',
    'protocols',
    'read',
    'targets',
  ],
  index: ['analyze', 'diff', 'explain', 'library', 'lint', 'model', 'problems', 'read', 'sdk', 'targets'],
  cli: [
    'adopt',
    'analyze',
    'cases',
    'compileProtocols',
    'diff',
    'explain',
    'isFile',
    'library',
    'lint',
    'model',
    'openapi',
    'phases',
    'printable',
    'problems',
    'protocols',
    'pull',
    'read',
    'scaffold',
    'sdk',
    'sha256',
    'targets',
    'validate',
    'words',
    'write',
  ],
};

/** The target that is written as a project would write it. */
const PUBLIC_ONLY = 'generator/targets/python/';

/** What other packages use of the compiler: the build copies it. */
const COPIED: readonly string[] = ['bind/src/compiler.ts', 'talk/src/compiler.ts'];

/** What the explorer of the site runs of the sdk: the conversions, as the bridge applies them. */
const CONVERTING = /^sdk\/src\/(conversions\/(index|modules)|bridge\/revisionConverter|translator)\.ts$/;

/** The modules that explain all definitions of a revision. */
const EXPLAINING = /^generated\/\d{4}-\d\d-\d\d\/explain\.ts$/;
/** What the site checks messages with. */
const CHECKING = /^sdk\/src\/testing\/(checkMessage|messageKind)\.ts$/;

test('each third-party package is imported in its room alone', () => {
  const strangers = importsWhere(({ path }, specifier) => {
    const rooms = PACKAGE_ROOMS[packageName(specifier)] ?? [];
    return isPackage(specifier) && !specifier.startsWith('@mcp-gen/') && !rooms.some((room) => path.startsWith(room));
  });
  expect(strangers).toEqual([]);
});

test('each room of a package is used', () => {
  const rooms = Object.entries(PACKAGE_ROOMS).flatMap(([name, paths]) => paths.map((room) => ({ name, room })));
  const unused = rooms.filter(
    ({ name, room }) =>
      importsWhere(({ path }, each) => path.startsWith(room) && packageName(each) === name).length === 0,
  );
  expect(unused).toEqual([]);
});

test.each([
  { folder: 'generator', manifest: 'package.json', fields: ['dependencies'] },
  ...PACKAGES.map((folder) => ({
    folder,
    manifest: `${folder}/package.json`,
    fields: ['dependencies', 'peerDependencies'],
  })),
  { folder: 'test', manifest: 'package.json', fields: ['dependencies', 'devDependencies'] },
  { folder: 'examples', manifest: 'package.json', fields: ['devDependencies'] },
  { folder: 'site', manifest: 'site/package.json', fields: ['dependencies'] },
])('what $folder imports stands in $manifest', ({ folder, manifest, fields }) => {
  const json = JSON.parse(readProjectFile(manifest)) as { [field: string]: { [name: string]: string } | undefined };
  const declared = new Set(fields.flatMap((field) => Object.keys(json[field] ?? {})));
  const missing = importsWhere(({ path }, specifier) => {
    // Tests, examples, and the site reach the project's own packages through the workspace.
    const workspace = ['test', 'examples', 'site'].includes(folder) && specifier.startsWith('@mcp-gen/');
    return path.startsWith(`${folder}/`) && isPackage(specifier) && !workspace && !declared.has(packageName(specifier));
  });
  expect(missing).toEqual([]);
  expect(importsWhere(({ path }, each) => path.startsWith(`${folder}/`) && isPackage(each))).not.toEqual([]);
});

describe('packages', () => {
  test('every relative import stays in its own package, and exists', () => {
    const astray = importsWhere(
      ({ path }, _, file) =>
        file !== undefined &&
        !/^(test|site)\//.test(path) &&
        !COPIED.includes(path) &&
        packageOf(path) !== packageOf(file),
    );
    expect(astray).toEqual([]);
    expect(importsWhere((_, __, file) => file !== undefined && file.endsWith('.ts') && !modules.has(file))).toEqual([]);
  });

  test('the site runs the conversions of the sdk, its check of messages, generated explanations, and the example of an app, knows types of the generator, and is imported by tests alone', () => {
    const outward = modulesIn('site').flatMap(({ path, imports }) =>
      imports
        .filter(
          ({ file, typeOnly }) =>
            file !== undefined && packageOf(file) !== 'site' && !(typeOnly && packageOf(file) === 'generator'),
        )
        .flatMap(({ file = '' }) =>
          CONVERTING.test(file) || CHECKING.test(file) || EXPLAINING.test(file) || file.startsWith('examples/apps/')
            ? []
            : [`${path}: ${file}`],
        ),
    );
    expect(outward).toEqual([]);
    const inward = importsWhere(({ path }, _, file = '') => packageOf(file) === 'site' && !/^(test|site)\//.test(path));
    expect(inward).toEqual([]);
    expect(loadedWith('site/explorer/main.ts').size).toBeGreaterThan(20);
  });

  test('the generator imports neither the runtime nor its own output', () => {
    expect(modulesIn('generator').length).toBeGreaterThan(0);
    expect(
      importsWhere(({ path }, specifier) => path.startsWith('generator/') && specifier.startsWith('@mcp-gen/')),
    ).toEqual([]);
  });

  test('generated code imports the contract, the files of its own folder, and what revisions share', () => {
    const allowed = (path: string, specifier: string, file: string | undefined) =>
      /^@mcp-gen\/runtime\/codegen\/v1(\/explain|\/limits)?$/.test(specifier) ||
      /^\.\/[a-z]+\.js$/.test(specifier) ||
      file?.startsWith('generated/shared/') ||
      // An extension is beside the revision that its schema imports.
      (path.startsWith('generated/extensions/') && file?.startsWith(`generated/${baseOf(path)}/`) === true) ||
      // What is shared speaks of the types of the revision that it is from, and so does what authors convert to.
      path.replace(/^generated\/(?:shared\/since-|author\/)([^/.]+)(?:\/.*|\.ts)$/, 'generated/$1/types.ts') === file;
    expect(
      importsWhere(({ path }, specifier, file) => path.startsWith('generated/') && !allowed(path, specifier, file)),
    ).toEqual([]);
    expect(modulesIn('generated').length).toBeGreaterThan(0);
  });

  test('a revision loads nothing that is written for authors, and that loads nothing else', () => {
    const files = modulesIn('generated').map(({ path }) => path);
    const loadedBy = (path: string): readonly string[] => [...loadedWith(path).keys()];
    const revisions = files.filter((path) => /^generated\/[\d-]+\/index\.ts$/.test(path));
    expect(revisions.length).toBeGreaterThan(0);
    expect(revisions.flatMap(loadedBy).filter((path) => path.startsWith('generated/author/'))).toEqual([]);
    const author = files.filter((path) => path.startsWith('generated/author/'));
    expect(author.length).toBeGreaterThan(0);
    for (const path of author) expect(loadedBy(path)).toEqual([path]);
  });

  test('the contract imports nothing', () => {
    expect(modules.get('runtime/src/codegen/v1.ts')?.imports).toEqual([]);
  });

  test('the revisions of the sdk are loaded one by one', () => {
    const [main, ...others] = modulesIn('sdk').filter(({ path }) => path.endsWith('/conversions/modules.ts'));
    expect(others).toEqual([]);
    const loaded = main?.imports.filter(({ specifier, typeOnly }) => /\d{4}-\d\d-\d\d/.test(specifier) && !typeOnly);
    expect(loaded?.map(({ dynamic }) => dynamic)).toEqual(REVISION_IDS.map(() => true));
  });

  test('the runtime knows no generated code', () => {
    const known = (specifier: string) => specifier.startsWith('@mcp-gen/') || specifier.includes('generated/');
    expect(modulesIn('runtime').length).toBeGreaterThan(0);
    expect(importsWhere(({ path }, specifier) => path.startsWith('runtime/') && known(specifier))).toEqual([]);
  });

  test('what tests transports is loaded by tests alone, and needs no framework', () => {
    const isTesting = (path = ''): boolean => path.startsWith('runtime/src/testing');
    const inward = ({ path }: Module, _: string, file: string | undefined): boolean =>
      isTesting(file) && !isTesting(path) && !path.startsWith('test/');
    expect(importsWhere(inward)).toEqual([]);
    expect(importsWhere(({ path }, specifier) => isTesting(path) && isPackage(specifier))).toEqual([]);
    expect(loadedWith('runtime/src/testing.ts').size).toBeGreaterThan(1);
  });
});

describe('the main entry of the runtime loads nothing heavy', () => {
  const loaded = [...loadedWith('runtime/src/index.ts').values()];

  test('no network, no processes, no module of Node at all', () => {
    const heavy = (specifier: string): boolean => isBuiltin(specifier) || specifier === 'cross-spawn';
    const found = loaded.flatMap(({ path, imports }) =>
      imports
        .filter(({ specifier, typeOnly }) => !typeOnly && heavy(specifier))
        .map(({ specifier }) => `${path}: ${specifier}`),
    );
    expect(found).toEqual([]);
  });

  test('no global of the web', () => {
    const web = ['fetch', 'Request', 'Response', 'ReadableStream', 'WritableStream'];
    const using = modulesIn('runtime').filter(({ identifiers }) => web.some((name) => identifiers.has(name)));
    expect(using).not.toEqual([]);
    expect(using.filter((module) => loaded.includes(module)).map(({ path }) => path)).toEqual([]);
  });

  test('at most 85 modules', () => {
    expect(loaded.length).toBeGreaterThan(20);
    expect(loaded.length).toBeLessThanOrEqual(85);
  });
});

test('a client starts without any module of Node, so that it runs in a browser', () => {
  const started = [...startedWith('sdk/src/client.ts').values()];
  const builtins = started.flatMap(({ path, imports }) =>
    imports
      .filter(({ specifier, typeOnly, dynamic }) => isBuiltin(specifier) && !typeOnly && !dynamic)
      .map(({ specifier }) => `${path}: ${specifier}`),
  );
  expect(builtins).toEqual([]);
  expect(started.length).toBeGreaterThan(20);
});

test('servers know nothing of tasks, which use values that programs can import, and types', () => {
  const rooms = ['sdk/src/server/', 'sdk/src/extension/'];
  const isIn = (path: string): boolean => rooms.some((room) => path.startsWith(room));
  expect(importsWhere(({ path }, _, file = '') => isIn(path) && file.startsWith('sdk/src/tasks/'))).toEqual([]);
  const used = modulesIn('sdk/src/tasks').flatMap(({ imports }) =>
    imports.flatMap(({ file = '', typeOnly }) => (typeOnly || !isIn(file) ? [] : [file])),
  );
  expect([...new Set(used)].sort()).toEqual([
    'sdk/src/extension/defineExtension.ts',
    'sdk/src/server/errors.ts',
    'sdk/src/server/handlerTask.ts',
  ]);
});

test('the library starts without any package', () => {
  const started = [...startedWith('generator/index.ts').values()];
  const packages = started.flatMap(({ imports }) =>
    imports.flatMap(({ specifier, typeOnly, dynamic }) =>
      isPackage(specifier) && !typeOnly && !dynamic ? specifier : [],
    ),
  );
  expect(packages).toEqual([]);
  expect(started.length).toBeGreaterThan(10);
});

test('the command line starts without the packages that only some commands need', () => {
  const started = [...startedWith('generator/cli.ts').values()];
  const packages = started.flatMap(({ imports }) =>
    imports.flatMap(({ specifier, typeOnly, dynamic }) =>
      isPackage(specifier) && !typeOnly && !dynamic ? [packageName(specifier)] : [],
    ),
  );
  expect([...new Set(packages)]).toEqual(['commander']);
});

describe('the rooms of the generator', () => {
  test('every folder and file has a row', () => {
    expect([...new Set(modulesIn('generator').map(({ path }) => roomOf(path)))].sort()).toEqual(
      Object.keys(LAYERS).sort(),
    );
  });

  test('each imports only from the rooms below it', () => {
    const upward = importsWhere(({ path }, _, file) => {
      if (!path.startsWith('generator/') || file === undefined || roomOf(file) === roomOf(path)) return false;
      return !LAYERS[roomOf(path)]?.includes(roomOf(file));
    });
    expect(upward).toEqual([]);
  });

  test.each([
    ['model', ['print', 'targets', 'templates']],
    ['analyze', ['print', 'targets', 'templates']],
    ['print', ['model', 'analyze']],
  ])('%s loads nothing of %j, directly or through others', (room, others) => {
    const reached = modulesIn(`generator/${room}`).flatMap(({ path }) => [...loadedWith(path).keys()]);
    expect(reached.length).toBeGreaterThan(3);
    expect(reached.filter((path) => others.includes(roomOf(path)))).toEqual([]);
  });
});

test('the target for Python knows what targets of projects know: the types that the package exports, and its own files', () => {
  const others = importsWhere(
    ({ path }, name, file) =>
      path.startsWith(PUBLIC_ONLY) &&
      file !== 'generator/targets/targetInterface.ts' &&
      !file?.startsWith(PUBLIC_ONLY) &&
      name !== 'node:fs',
  );
  expect(others).toEqual([]);
  const values = modulesIn('generator')
    .filter(({ path }) => path.startsWith(PUBLIC_ONLY))
    .flatMap(({ path }) => [...loadedWith(path).keys()]);
  expect(values.length).toBeGreaterThan(10);
  expect(values.filter((path) => !path.startsWith(PUBLIC_ONLY))).toEqual([]);
});

test('a target imports nothing of another', () => {
  const targetOf = (path = ''): string | undefined => /^generator\/targets\/([^/]+)\//.exec(path)?.[1];
  const foreign = importsWhere(({ path }, _, file) => {
    const [own, other] = [targetOf(path), targetOf(file)];
    return own !== undefined && other !== undefined && own !== other;
  });
  expect(foreign).toEqual([]);
});

describe('the rooms of HTTP', () => {
  const inward = (room: string, others: readonly string[]): readonly string[] =>
    importsWhere(({ path }, _, file) => {
      const isOther = others.some((other) => file?.startsWith(`runtime/src/http/${other}`));
      return path.startsWith(`runtime/src/http/${room}/`) && isOther;
    });

  test.each([
    ['client', ['server']],
    ['shared', ['client', 'server']],
    ['server', ['client']],
    ['server/legacySse', ['server/stateless']],
    ['server/sessions', ['server/stateless']],
    ['server/stateless', ['server/legacySse', 'server/sessions', 'server/eventStore']],
  ])('%s imports nothing of %j', (room, others) => {
    expect(modulesIn('runtime').filter(({ path }) => path.includes(`/http/${room}/`))).not.toEqual([]);
    expect(inward(room, others)).toEqual([]);
  });
});

test('a server over HTTP loads the code of several processes only with a router', () => {
  const cluster = (path: string): readonly string[] =>
    [...loadedWith(path).keys()].filter((each) => each.startsWith('runtime/src/cluster/'));
  expect(cluster('runtime/src/cluster.ts')).not.toEqual([]);
  expect(cluster('runtime/src/http/server.ts')).toEqual([]);
  const ofSdk = importsWhere(({ path }, each) => path.startsWith('sdk/') && each === '@mcp-gen/runtime/cluster');
  expect(ofSdk).toEqual(['sdk/src/cluster.ts: @mcp-gen/runtime/cluster']);
});

test('the authorization server in front of a third party is loaded by its entry only', () => {
  const delegated = (path: string): readonly string[] =>
    [...loadedWith(path).keys()].filter((each) => each.startsWith('auth/src/delegated/'));
  expect(delegated('auth/src/delegated.ts')).not.toEqual([]);
  const others = modulesIn('auth').filter(({ path }) => !path.startsWith('auth/src/delegated'));
  expect(others.filter(({ path }) => delegated(path).length > 0)).toEqual([]);
});

test.each(['generator', ...PACKAGES.filter((name) => name !== 'generated')])(
  'no two files of %s have one name, but for entries and their folders',
  (name) => {
    const files = modulesIn(name).map(({ path }) => path);
    const isEntry = (path: string): boolean =>
      path.endsWith('/index.ts') || files.some((other) => other.startsWith(path.replace(/\.ts$/, '/')));
    const names = files.filter((path) => !isEntry(path)).map((path) => path.replace(/^.*\//, ''));
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((each, index) => names.indexOf(each) !== index)).toEqual([]);
  },
);

test('no module imports itself through others', () => {
  const finished = new Set<string>();
  const circles: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) circles.push([...trail.slice(trail.indexOf(path)), path].join(' → '));
    if (trail.includes(path) || finished.has(path)) return;
    for (const { file } of modules.get(path)?.imports ?? []) if (file !== undefined) visit(file, [...trail, path]);
    finished.add(path);
  };
  for (const path of modules.keys()) visit(path, []);
  expect(circles).toEqual([]);
});

/** The imports for which a rule says so, as `path: specifier`. */
function importsWhere(
  rule: (module: Module, specifier: string, file: string | undefined) => boolean,
): readonly string[] {
  return [...modules.values()].flatMap((module) =>
    module.imports
      .filter(({ specifier, file }) => rule(module, specifier, file))
      .map(({ specifier }) => `${module.path}: ${specifier}`),
  );
}

function packageOf(path: string): string {
  return path.split('/')[0] ?? '';
}

/** `print` for `generator/print/code.ts`, `compile` for `generator/compileProtocols.ts`. */
/** Returns the revision that the schema of an extension imports, by the path of a generated file of it. */
function baseOf(path: string): string | undefined {
  const schema = readProjectFile(`schema/extensions/${path.split('/')[2]}/schema.ts`);
  return /from '\.\.\/\.\.\/([^/]+)\/schema\.js'/.exec(schema)?.[1];
}

function roomOf(path: string): string {
  return packageOf(path) === 'generator' ? (path.split('/')[1] ?? '').replace(/\.ts$/, '') : path;
}
