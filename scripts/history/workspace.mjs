// A copy of the project, in which one version after another becomes a revision. The work tree is never written.
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { bundle } from '../bundle.mjs';
import { Copies } from '../mutants/copies.mjs';
import { PACKAGES as ALL_PACKAGES } from '../packages.mjs';
import { messageIn, Suite } from './suite.mjs';

/** The code of the extensions, which is compiled beside the newest revision. */
const EXTENSIONS = 'generated/extensions';

/** Where the code of a release with an extension is generated. */
const EXTENDED = 'extended';

/** What a version changes, beside code that is always generated. */
const CHANGED = ['schema', 'sdk/src/conversions', EXTENSIONS];

/** The packages that the SDK needs, and itself. */
const PACKAGES = ['runtime', 'generated', 'sdk'];

/** A copy of the project, built. */
export class Workspace {
  /** The id of the present version: the day before the release that it became, or a date after all others. */
  id;
  /** The released revision that a version is judged by. */
  closest;
  #copies;
  #root;
  #pristine;
  #original;
  #compiler;
  #released;
  #suite;
  /** The folder of the code that was generated last. */
  #code = 'generated';
  /** The releases whose conversions the adopted revision can have: the one that it became, and the one before it. */
  #neighbors = [];
  /** The id of versions after the newest release: the SDK takes only dates as revisions, and the newest date as the newest revision. */
  #fresh;
  /** The number of revisions loaded: Node.js caches modules by their path. */
  #loaded = 0;

  constructor(copies, original, compiler, released) {
    this.#copies = copies;
    this.#original = original;
    this.#root = copies.pristine;
    this.#pristine = join(copies.folder, 'tables');
    this.#compiler = compiler;
    this.#released = released;
    this.#fresh = `${Number(released.at(-1).slice(0, 4)) + 1}-01-01`;
    for (const path of CHANGED) cpSync(join(this.#root, path), join(this.#pristine, path), { recursive: true });
  }

  /** @param root the folder of the project, built */
  static async create(root) {
    const copies = new Copies(root);
    try {
      copies.fill();
      for (const folder of ['.', ...ALL_PACKAGES]) {
        cpSync(join(root, folder, 'dist'), join(copies.pristine, folder, 'dist'), { recursive: true });
      }
      // These modules find the schemas of the copy, since they are loaded from there.
      const load = (module) => import(pathToFileURL(join(copies.pristine, 'dist', `${module}.js`)).href);
      const modules = ['adopt/adoptRevision', 'pull/officialFiles', 'compileProtocols'];
      const compiler = Object.assign({}, ...(await Promise.all(modules.map(load))));
      const { readRevisions } = await load('read/revisions');
      const released = (await readRevisions(join(copies.pristine, 'schema'))).map(({ id }) => id);
      return new Workspace(copies, root, compiler, released);
    } catch (error) {
      copies.remove();
      throw error;
    }
  }

  /**
   * Adopts a version like `mcp-gen adopt`, with guesses for all decisions. A version from before a release becomes a revision of the day before it,
   * for which the rows of the release hold as well; others become the newest revision. The version before it is removed.
   *
   * @param version its folder; the newest release before it; and the definitions that its schema.json has otherwise: `differing` is undefined
   *   if it cannot be read
   * @throws {SchemaProblems} if the schema.ts cannot be read
   */
  async adopt({ path: folder, after, differing }) {
    const became = this.#released.find((id) => after === undefined || id > after);
    for (const path of this.id === undefined ? [] : [this.id, `author/${this.id}.ts`]) {
      rmSync(join(this.#root, 'generated', path), { recursive: true, force: true });
    }
    this.#restore();
    this.#code = 'generated';
    this.id = became === undefined ? this.#fresh : dayBefore(became);
    this.closest = became ?? this.#released.at(-1);
    if (became !== undefined) this.#extendRows(became);
    const { script, json } = await this.#compiler.readOfficial(this.id, folder);
    const files = differing === undefined ? { script } : { script, json };
    const schemaDir = join(this.#root, 'schema');
    // A schema.json that was not updated must not stop a version.
    await this.#compiler.adoptRevision({ id: this.id, files, schemaDir, force: true, accept: differing });
  }

  /**
   * Generates the code of the newest release with an extension, apart from the code of all revisions.
   *
   * @param files the paths of the extension's files
   * @returns the protocols of the release: without the extension, and with it
   * @throws {SchemaProblems} with everything that is wrong with the extension
   */
  async extend(files) {
    this.#restore();
    this.#code = EXTENDED;
    const id = this.#released.at(-1);
    Object.assign(this, { id, closest: id });
    const schemaDir = join(this.#root, 'schema');
    const [without, extended] = await Promise.all([
      this.#compiler.compileRevisions([id], schemaDir, { completeness: 'draft' }),
      this.#compiler.compileRevisions([id], schemaDir, {
        extensions: files.map((file) => ({ file })),
        completeness: 'draft',
        destination: { folder: join(this.#root, EXTENDED), force: true },
      }),
    ]);
    return [without.protocols[0], extended.protocols[0]];
  }

  /**
   * Compiles the SDK with the tables of an extension, in place of those that it has of it.
   *
   * @param name the name of the extension's folder
   * @param files the paths of its files
   * @returns the problems
   */
  buildExtension(name, files) {
    const folder = join(this.#root, 'schema/extensions', name);
    rmSync(folder, { recursive: true, force: true });
    for (const file of files) cpSync(file, join(folder, basename(file)));
    const { status, stderr } = this.#run('scripts/extensions.mjs', '--draft');
    return status === 0 ? this.#compile() : [`scripts/extensions.mjs: ${messageIn(stderr)}`];
  }

  /** Undoes what the version before has changed. */
  #restore() {
    for (const path of CHANGED) {
      rmSync(join(this.#root, path), { recursive: true });
      cpSync(join(this.#pristine, path), join(this.#root, path), { recursive: true });
    }
  }

  /** Makes the rows that start with a release start with the adopted revision. */
  #extendRows(release) {
    const path = join(this.#root, 'schema/overrides.json');
    const tables = Object.entries(JSON.parse(readFileSync(path, 'utf8')));
    const extended = tables.map(([name, rows]) => [
      name,
      rows.map((row) => (row.from === release ? { ...row, from: this.id } : row)),
    ]);
    writeFileSync(path, JSON.stringify(Object.fromEntries(extended)));
  }

  /**
   * Generates the code of all revisions, like `mcp-gen generate --draft`.
   *
   * @returns the protocols of the revision before the adopted one, undefined if that is the first; and of the adopted one
   * @throws {SchemaProblems} with everything that is wrong with the schema
   */
  async generate() {
    const destination = { folder: join(this.#root, 'generated'), force: true };
    const ids = [...this.#released, this.id].sort();
    const options = { completeness: 'draft', destination };
    const { protocols } = await this.#compiler.compileRevisions(ids, join(this.#root, 'schema'), options);
    const at = ids.indexOf(this.id);
    const [before, adopted, release] = [protocols[at - 1], protocols[at], protocols[at + 1]];
    const neighbors = release === undefined ? [] : [release, ...(before === undefined ? [] : [before])];
    this.#neighbors = neighbors.filter(({ era }) => era === adopted.era).map(({ revision }) => revision);
    return [before, adopted];
  }

  /**
   * Updates what follows from the registry of revisions, and compiles the SDK. An extension whose schema does not fit the revision, for
   * example since the revision has tasks of its own, stays beside the released revision before it. The conversions of the revision are those of
   * the release that it became, or those of the release before if these do not compile.
   *
   * @returns `problems`, the errors of the compiler, or of the script if it fails; and `notes`, what stayed as it was
   */
  build() {
    const extended = this.#run('scripts/extensions.mjs', '--draft');
    const failure = extended.status === 0 ? undefined : messageIn(extended.stderr);
    if (failure !== undefined && !failure.startsWith('SchemaProblems:')) {
      return { notes: [], problems: [`scripts/extensions.mjs: ${failure}`] };
    }
    const notes = failure === undefined ? [] : [`extensions stay as they are: ${failure}`];
    if (notes.length > 0) cpSync(join(this.#pristine, EXTENSIONS), join(this.#root, EXTENSIONS), { recursive: true });
    const [release, ...others] = this.#neighbors;
    if (release === undefined) return { notes, problems: this.#compile() };
    const problems = this.#compileWith(release);
    if (problems.length === 0) return { notes, problems };
    const other = others.find((id) => this.#compileWith(id).length === 0);
    return other === undefined ? { notes, problems } : { notes: [...notes, `conversions of ${other}`], problems: [] };
  }

  /** Compiles with the conversions of a release. */
  #compileWith(release) {
    const folder = join(this.#root, 'sdk/src/conversions');
    const text = readFileSync(join(this.#pristine, `sdk/src/conversions/${release}.ts`), 'utf8');
    writeFileSync(join(folder, `${this.id}.ts`), text.replaceAll(release, this.id));
    return this.#compile();
  }

  #compile() {
    const registry = this.#run('scripts/registry.mjs');
    if (registry.status !== 0) return [`scripts/registry.mjs: ${messageIn(registry.stderr)}`];
    const { status, stdout, stderr } = this.#run(
      'node_modules/typescript-7/bin/tsc',
      '-b',
      '--pretty',
      'false',
      ...PACKAGES,
    );
    if (status === 0) return [];
    const lines = stdout.replaceAll(`${this.#root}/`, '').split('\n');
    const errors = lines.filter((line) => /error TS\d+/.test(line));
    return errors.length > 0 ? errors : [`tsc: ${messageIn(stderr)}`];
  }

  /** Loads the generated code of the adopted revision. */
  loadRevision() {
    return this.#load(`${this.#code}/${this.id}/index.ts`);
  }

  /** Loads the SDK with the adopted revision, its clients, its bridge, its host, and its tools for tests. */
  loadSdk() {
    const modules = ['index', 'bridge', 'host/host', 'testing', 'client/connect'];
    return this.#load(...modules.map((module) => `sdk/src/${module}.ts`));
  }

  /** Loads the generated code of the adopted revision with its explanations, and what compares that with a JSON Schema. */
  async loadOracle() {
    const code = await this.#load(`${this.#code}/${this.id}/index.ts`, `${this.#code}/${this.id}/explain.ts`);
    const { compareVersion } = await this.#load('test/oracle/compareVersion.ts');
    return { code, compareVersion };
  }

  /**
   * Runs the scenarios of the conformance suite that belong to the closest revision, without those of extensions, on the server and the client of
   * `test/conformance`. If the adopted revision has another id, the suite uses that.
   *
   * @returns the problems
   */
  async conform() {
    for (const name of PACKAGES) await bundle(name, this.#root);
    return (this.#suite ??= new Suite(this.#root, this.#original)).run(this.closest, this.id);
  }

  /** Loads sources of the copy as one module, with their exports. */
  async #load(...sources) {
    const path = join(this.#copies.folder, 'loaded', `${++this.#loaded}.mjs`);
    await build({
      stdin: {
        contents: sources.map((source) => `export * from './${source}';`).join('\n'),
        resolveDir: this.#root,
      },
      outfile: path,
      // The JavaScript of the package is that of earlier revisions.
      alias: { '@mcp-gen/protocol': join(this.#root, 'generated') },
      bundle: true,
      format: 'esm',
      platform: 'node',
      logLevel: 'silent',
    });
    return import(pathToFileURL(path).href);
  }

  /** Removes the copy. */
  close() {
    this.#copies.remove();
  }

  #run(...args) {
    return spawnSync(process.execPath, args, { cwd: this.#root, encoding: 'utf8', maxBuffer: 1 << 28 });
  }
}

/** Returns the date before a date. */
function dayBefore(date) {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() - 1);
  return day.toISOString().slice(0, 10);
}
