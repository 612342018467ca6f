// Prepares a release, and publishes it when told to: see docs/releases.md.
// Usage: npm run release -- <version>                  sets the version, builds, checks, and packs into release/
//        npm run release -- --pack                     the same with the version as it is
//        npm run release -- --publish [--tag <tag>]    publishes what was packed; npm's settings say where
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { unreleasedIn } from './unreleased.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const FOLDERS = [...manifestOf('.').workspaces, '.'];
const RELEASE = 'release';
/** Checks of a packed package, with the versions that this script was tested with. */
const CHECKS = [
  // The package of the compiler contains the others, for projects to be scaffolded: each of their `exports` would be an error.
  { checker: 'publint@0.3.25', options: ['--strict'], isFor: (file) => !/^mcp-gen-\d/.test(file) },
  {
    checker: '@arethetypeswrong/cli@0.18.5',
    options: ['--profile', 'esm-only', '--no-color'],
    // The bridge is a program, without types.
    isFor: (file) => !file.startsWith('mcp-gen-bridge-'),
  },
];
const CHANGELOG = 'CHANGELOG.md';
/** The package for Python has the version of the others. */
const PYPROJECT = 'python/pyproject.toml';

const { values, positionals } = readArguments();
try {
  if (values.publish) publish();
  else {
    const [version] = positionals;
    if (version !== undefined) setVersion(version);
    pack();
  }
} catch (error) {
  // The output of the program is already printed.
  fail(error instanceof Error ? error.message : String(error));
}

function setVersion(version) {
  if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) throw new Error(`Expected a version such as 1.2.0, got ${version}`);
  const changed = execFileSync('git', ['status', '--porcelain'], { encoding: 'utf8' });
  if (changed !== '') throw new Error(`The working tree has changes. Commit them first:\n${changed}`);
  const changelog = readFileSync(CHANGELOG, 'utf8');
  const unreleased = /^## Unreleased.*$/m;
  if (!unreleased.test(changelog)) throw new Error(`${CHANGELOG} has no section "Unreleased"`);
  const names = FOLDERS.map((folder) => manifestOf(folder).name);
  for (const folder of FOLDERS) {
    const manifest = manifestOf(folder);
    manifest.version = version;
    for (const dependencies of [manifest.dependencies, manifest.peerDependencies, manifest.devDependencies]) {
      for (const name of names) if (dependencies?.[name] !== undefined) dependencies[name] = version;
    }
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  }
  const pyproject = readFileSync(PYPROJECT, 'utf8');
  writeFileSync(PYPROJECT, pyproject.replace(/^version = ".*"$/m, `version = "${version}"`));
  const today = new Date().toISOString().slice(0, 10);
  writeFileSync(CHANGELOG, changelog.replace(unreleased, `## Unreleased\n\n## ${version}, ${today}`));
  run('npm', ['install', '--package-lock-only', '--ignore-scripts']);
  run('node', ['node_modules/oxfmt/bin/oxfmt', ...FOLDERS.map((folder) => join(folder, 'package.json')), CHANGELOG]);
}

function pack() {
  const unreleased = unreleasedIn('.');
  if (unreleased.length > 0) throw new Error(`A release must not contain drafts: ${unreleased.join(', ')}`);
  rmSync(RELEASE, { recursive: true, force: true });
  mkdirSync(RELEASE);
  run('node', ['scripts/build.mjs']);
  for (const folder of FOLDERS)
    run('npm', ['pack', `./${folder}`, '--ignore-scripts', '--silent', '--pack-destination', RELEASE]);
  for (const file of readdirSync(RELEASE)) {
    for (const { checker, options } of CHECKS.filter(({ isFor }) => isFor(file))) {
      console.log(`\n${checker} ${file}`);
      run('npx', ['--yes', checker, join(RELEASE, file), ...options]);
    }
  }
  console.log(`\nPacked into ${RELEASE}/: ${readdirSync(RELEASE).join(', ')}. Nothing was published.`);
}

/** Skips versions that the registry already has, so that a partly failed release can be finished. */
function publish() {
  const canSign = process.env.ACTIONS_ID_TOKEN_REQUEST_URL !== undefined;
  const tag = values.tag === undefined ? [] : ['--tag', values.tag];
  for (const folder of FOLDERS) {
    const { name, version } = manifestOf(folder);
    const file = `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
    if (isPublished(name, version)) {
      console.log(`${name}@${version} exists`);
      continue;
    }
    const provenance = canSign ? ['--provenance'] : [];
    run('npm', ['publish', `./${RELEASE}/${file}`, '--access', 'public', ...tag, ...provenance]);
  }
}

function isPublished(name, version) {
  try {
    execFileSync('npm', ['view', `${name}@${version}`, 'version'], { stdio: ['ignore', 'pipe', 'pipe'] });
    return true;
  } catch (error) {
    if (String(error.stderr).includes('E404')) return false;
    throw error;
  }
}

function manifestOf(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

function run(program, args) {
  try {
    execFileSync(program, args, { stdio: 'inherit', shell: process.platform === 'win32' });
  } catch {
    throw new Error(`Failed: ${program} ${args.join(' ')}`);
  }
}

function readArguments() {
  const flag = { type: 'boolean', default: false };
  try {
    const options = { pack: flag, publish: flag, tag: { type: 'string' } };
    const read = parseArgs({ options, allowPositionals: true });
    const modes = [read.values.pack, read.values.publish, read.positionals.length > 0].filter(Boolean).length;
    if (modes === 1 && read.positionals.length <= 1) return read;
    return fail('Expected one of <version>, --pack, and --publish.');
  } catch (error) {
    return fail(error.message);
  }
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
