// Bundles the JavaScript of the published packages: one file per entry, and few chunks for modules that several entries share.
import { build, transformSync } from 'esbuild';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, relative, resolve } from 'node:path';
import { entriesOf, SOURCES } from './packages.mjs';

/** The contract of generated code, of which each package has a copy. */
export const CONTRACT = 'runtime/src/codegen/v1.ts';

/** The oldest version of Node that the packages support. */
const TARGET = 'node20.19';

/**
 * Bundles the entries of a package into its folder `dist`.
 *
 * @param name the folder of the package
 * @param root the folder of the project
 * @param banner code to put in front of every file. Default: none
 * @returns the paths of the files in `dist`
 */
export async function bundle(name, root, banner = '') {
  const source = SOURCES[name];
  const options = {
    absWorkingDir: resolve(root),
    entryPoints: entriesOf(name, root).map((entry) => `${source}/${entry}.ts`),
    outdir: `${name}/dist`,
    outbase: source,
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    target: TARGET,
    format: 'esm',
    logLevel: 'warning',
    logOverride: { 'ignored-bare-import': 'silent' },
    banner: { js: banner },
    write: false,
  };
  const plugins = [copyModules(name, root), copyOnDemand(), ...(name === 'sdk' ? [await importOnce(root)] : [])];
  const { metafile } = await build({ ...options, plugins, metafile: true });
  const together = keepTogether(metafile, sharingOf(name, root), resolve(root));
  const built = await build({ ...options, plugins: [together, ...plugins], metafile: true });
  const texts = built.outputFiles.map(({ path, text }) => ({ path, text: withoutBareImports(text) }));
  const started = STARTED[name];
  const files = started === undefined ? texts : await inPlace(texts, built.metafile, started, resolve(root));
  const outputs = withHelpers(files);
  for (const { path, text } of outputs) writeChanged(path, shortened(text));
  return outputs.map(({ path }) => relative(resolve(root, name, 'dist'), path));
}

/** Writes a file only if it changed, because programs that run during a build may read it. */
function writeChanged(path, text) {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Returns the revisions that code is generated for. */
export function revisionsIn(root) {
  return readdirSync(resolve(root, 'generated')).filter((name) => /^\d{4}-\d{2}-\d{2}$/.test(name));
}

/** Returns the extensions that code is generated for. */
function extensionsIn(root) {
  return readdirSync(resolve(root, 'generated/extensions'));
}

/** Returns the modules of the registry. */
function registryIn(root) {
  return readdirSync(resolve(root, 'generated/registry')).map((file) => `registry/${file.replace(/\.ts$/, '')}`);
}

/**
 * The chunks: modules that two of `main`, or the first of them and one of `others` load, go into one chunk, except for those that `without`
 * loads. esbuild would make a chunk for each set of entries that share modules, which are many small files. The start time of a server
 * depends mostly on the number of its files and imports.
 */
function sharingOf(name, root) {
  const modules = (...names) => names.map((module) => `${SOURCES[name]}/${module}.ts`);
  if (name === 'runtime') {
    const transports = ['stdio', 'http/client', 'testing'];
    return [
      { main: modules('start'), others: modules('index', 'options', 'client', 'http/server', ...transports) },
      { main: modules('client'), others: modules('index', ...transports), without: modules('start', 'http/server') },
    ];
  }
  if (name !== 'generated' && name !== 'sdk') return [];
  const revisions = revisionsIn(root);
  if (name === 'generated') return [{ main: modules(...revisions.map((revision) => `${revision}/index`)) }];
  const main = modules('index', ...revisions.map((revision) => `conversions/${revision}`));
  const others = [
    'client',
    'extension',
    'host',
    'models',
    'tasks',
    'tasksClient',
    'skills',
    'testing',
    'bindings',
    'bridge',
    'client/clientExtensions',
    'client/elicitation',
    'client/extensions',
    'client/sampling',
    'roots/rootPaths',
  ];
  return [
    { main, others: [...modules(...others), `${SOURCES.sdk}/schema/json/compileJsonSchema.ts${ON_DEMAND.suffix}`] },
  ];
}

/**
 * Copies modules without classes and state, because each import of a package or file costs time at startup, and loads a whole module: the
 * contract of generated code, which only generated code imports itself, and, for the SDK, the parts of each protocol that it uses.
 */
function copyModules(name, root) {
  const copied = new Map();
  if (name === 'sdk') {
    for (const revision of revisionsIn(root)) {
      copied.set(`@mcp-gen/protocol/${revision}`, `generated/${revision}/index.ts`);
      copied.set(`@mcp-gen/protocol/author/${revision}`, `generated/author/${revision}.ts`);
    }
    for (const module of registryIn(root)) copied.set(`@mcp-gen/protocol/${module}`, `generated/${module}.ts`);
    for (const extension of extensionsIn(root)) {
      copied.set(`@mcp-gen/protocol/extensions/${extension}`, `generated/extensions/${extension}/index.ts`);
      for (const module of ['methods', 'identifier']) {
        const path = `extensions/${extension}/${module}`;
        copied.set(`@mcp-gen/protocol/${path}`, `generated/${path}.ts`);
      }
    }
  }
  return {
    name: 'copy-modules',
    setup({ onResolve }) {
      onResolve({ filter: /\/codegen\/v1(\.js)?$/ }, () => ({
        path: resolve(root, CONTRACT),
        suffix: '?copy',
        sideEffects: false,
      }));
      onResolve({ filter: /^@mcp-gen\/protocol\// }, ({ path }) =>
        copied.has(path) ? { path: resolve(root, copied.get(path)), sideEffects: false } : undefined,
      );
      // Explanations are large, so they are loaded on demand.
      onResolve({ filter: /^\.\/payloads\.js$/ }, ({ importer }) =>
        name === 'sdk'
          ? { path: `@mcp-gen/protocol/${basename(dirname(importer))}/payloads`, external: true }
          : undefined,
      );
    },
  };
}

/** What clients load on demand, and servers at their start: a folder without state, whose classes nobody compares. */
const ON_DEMAND = {
  suffix: '?on-demand',
  folder: /\/schema\/json\//,
  entry: /\/schema\/json\/compileJsonSchema\.js$/,
};

/**
 * Copies what `import()` loads on demand. Without the copy it would be a part of a file that clients load in any case, also in bundles: a
 * bundler puts each file of a package into one of its files.
 */
function copyOnDemand() {
  const { suffix, folder, entry } = ON_DEMAND;
  return {
    name: 'copy-on-demand',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\./ }, ({ path, kind, resolveDir, pluginData }) => {
        const isEntry = kind === 'dynamic-import' && entry.test(path);
        const source = resolve(resolveDir, path.replace(/\.js$/, '.ts'));
        const isCopied = isEntry || (pluginData === suffix && folder.test(source));
        return isCopied ? { path: source, suffix, sideEffects: false, pluginData: suffix } : undefined;
      });
      onLoad({ filter: folder }, ({ path, pluginData }) =>
        pluginData === suffix
          ? { contents: readFileSync(path, 'utf8'), loader: 'ts', resolveDir: dirname(path), pluginData }
          : undefined,
      );
    },
  };
}

/** What every program of the sdk loads of the runtime. */
const RUNTIME = '@mcp-gen/runtime/start';

/** Lets one chunk of the sdk import the runtime, from one file, and the others import that chunk. */
async function importOnce(root) {
  const names = await exportsOf('start', root);
  return {
    name: 'import-once',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^@mcp-gen\/runtime(\/options|\/start)?$/ }, ({ path, namespace }) =>
        namespace === 'once' ? { path, external: true } : { path: RUNTIME, namespace: 'once', sideEffects: false },
      );
      onLoad({ filter: /./, namespace: 'once' }, ({ path }) => ({
        contents: `export { ${names.join()} } from '${path}'`,
      }));
    },
  };
}

/** Returns the names that an entry of the runtime exports. */
async function exportsOf(entry, root) {
  const { metafile } = await build({
    absWorkingDir: resolve(root),
    entryPoints: [`${SOURCES.runtime}/${entry}.ts`],
    packages: 'external',
    bundle: true,
    format: 'esm',
    metafile: true,
    write: false,
  });
  const [{ exports }] = Object.values(metafile.outputs);
  return exports;
}

/** Returns the modules that two of `main` load, or the first of them and one of `others`: the other ones load alone what is only theirs. */
function sharedModules(inputs, { main, others = [], without = [] }) {
  const loaded = (paths) => paths.map((path) => loadedWith(inputs, path));
  const [loadedByMain, loadedByOthers, loadedApart] = [main, others, without].map(loaded);
  const count = (all, path) => all.filter((paths) => paths.has(path)).length;
  return Object.keys(inputs).filter((path) => {
    if (count(loadedApart, path) > 0) return false;
    const isOfOthers = loadedByMain[0].has(path) && count(loadedByOthers, path) > 0;
    return isOfOthers || count(loadedByMain, path) > 1;
  });
}

/** For each chunk, makes all entries that load some of its modules load all of them. */
function keepTogether({ inputs, outputs }, chunks, root) {
  const entries = Object.values(outputs).flatMap(({ entryPoint = [] }) => entryPoint);
  const added = new Map(entries.map((entry) => [resolve(root, entry), '']));
  for (const sharing of chunks) {
    const together = sharedModules(inputs, sharing);
    const specifiers = together.map((path) =>
      path.startsWith('once:') ? path.slice('once:'.length) : resolve(root, path),
    );
    const imports = specifiers.map((specifier) => `\nimport ${JSON.stringify(specifier)};`).join('');
    for (const entry of entries) {
      const path = resolve(root, entry);
      if (together.some((each) => loadedWith(inputs, entry).has(each))) added.set(path, added.get(path) + imports);
    }
  }
  return {
    name: 'keep-together',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, ({ path, suffix, pluginData }) => {
        const imports = added.get(path + suffix);
        return imports === undefined
          ? undefined
          : { contents: readFileSync(path, 'utf8') + imports, loader: 'ts', pluginData };
      });
    },
  };
}

/** Returns a module, and all that it imports without `import()`. */
function loadedWith(inputs, path, loaded = new Set()) {
  if (loaded.has(path)) return loaded;
  loaded.add(path);
  for (const { kind, external, path: imported } of inputs[path].imports) {
    if (kind === 'import-statement' && !external) loadedWith(inputs, imported, loaded);
  }
  return loaded;
}

/** The entries that servers load at their start, each with a module of the chunk that goes into its file. */
const STARTED = {
  runtime: { entry: 'runtime/src/start.ts', module: 'runtime/src/session/serve.ts' },
  sdk: { entry: 'sdk/src/index.ts', module: 'sdk/src/server/server.ts' },
};

/**
 * Puts a chunk into the file of an entry, so that programs load one file less. The file exports what other files import of the chunk, too.
 *
 * @throws if an export of the entry is lost.
 */
async function inPlace(files, { outputs }, { entry, module }, root) {
  const [path, { exports }] = Object.entries(outputs).find(([, each]) => each.entryPoint === entry);
  const [chunk] = Object.entries(outputs).find(([, { inputs }]) => module in inputs);
  const [own, shared] = [path, chunk].map((each) => files.find((file) => file.path === resolve(root, each)));
  const parts = new Map([own, shared].map((file) => [`./${basename(file.path)}`, file.text]));
  const merged = await build({
    stdin: { contents: [...parts.keys()].map((each) => `export * from '${each}';`).join('\n') },
    bundle: true,
    platform: 'node',
    target: TARGET,
    format: 'esm',
    metafile: true,
    write: false,
    legalComments: 'inline',
    plugins: [
      {
        name: 'in-place',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /./ }, ({ path: each }) =>
            parts.has(each) ? { path: each, namespace: 'part' } : { path: each, external: true },
          );
          // A comment for licenses is kept: it marks the source file, as that of the bundler does.
          onLoad({ filter: /./, namespace: 'part' }, ({ path: each }) => ({
            contents: parts.get(each).replace(/^\/\/ (?=(?:runtime|sdk|generated)\/)/gm, '//! '),
          }));
        },
      },
    ],
  });
  const [{ exports: kept }] = Object.values(merged.metafile.outputs);
  const lost = exports.filter((name) => !kept.includes(name));
  if (lost.length > 0) throw new Error(`${entry} loses exports: ${lost.join(', ')}`);
  const text = merged.outputFiles[0].text.replace(/^\/\/ part:.*\n/gm, '').replace(/^\/\/! /gm, '// ');
  return files
    .filter((file) => file !== shared)
    .map((file) =>
      file === own
        ? { path: own.path, text }
        : { path: file.path, text: file.text.replaceAll(`${basename(chunk)}"`, `${basename(path)}"`) },
    );
}

/** Puts functions of esbuild, of which it makes a chunk, into the files that import them: they are short, and have no state. */
function withHelpers(files) {
  const isHelper = ({ text }) => /^var __(?:(?!\bimport\b)[^])*\nexport \{[^}]*\};\n$/.test(text);
  return files.filter(isHelper).reduce((left, helper) => {
    const code = helper.text.replace(/\nexport \{[^}]*\};\n$/, '');
    const statement = new RegExp(String.raw`^import \{[^}]*\} from "[./]*${basename(helper.path)}";\n`, 'm');
    return left
      .filter((file) => file !== helper)
      .map(({ path, text }) => ({ path, text: text.replace(statement, () => code) }));
  }, files);
}

/** Removes imports without names: the packages have no side effects, so these chunks need not be loaded. */
function withoutBareImports(text) {
  return text.replace(/^import "\.{1,2}\/[^"]*";\n/gm, '');
}

/** A doc comment or a comment on lines of its own, inside of a declaration. */
const COMMENT = /^[ \t]*\/\*\*(?:[^*]|\*(?!\/))*\*\/\n|^[ \t]+\/\/ .*\n/gm;

/**
 * Removes the comments that esbuild keeps, those of the members of classes, and indents with tabs: every program would read more at its
 * start. Editors show the comments of the declarations. A file keeps its spaces if lines of a string begin with some.
 *
 * @throws if removing comments changes the code: a string has a line like a comment.
 */
function shortened(text) {
  const stripped = text.replace(COMMENT, '');
  const indented = stripped.replace(/^(?: {2})+/gm, (spaces) => '\t'.repeat(spaces.length / 2));
  const [code, withoutComments, withTabs] = [text, stripped, indented].map(
    (each) => transformSync(each, { minifyWhitespace: true }).code,
  );
  if (code !== withoutComments)
    throw new Error('Removing comments changes the code: a string has a line like a comment');
  return code === withTabs ? indented : stripped;
}
