// Copies of the project in the folder for temporary files: mutants are never written into the work tree.
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { endProcessesOf } from './processes.mjs';

/** The folder with the pristine copy, and one for each worker. */
export class Copies {
  /** The folder of all copies. Paths below it stay short: browsers put sockets into temporary folders. */
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'mutants-')));
  /** The copy that nothing changes after it has been built. */
  pristine = join(this.folder, 'pristine');
  #root;

  /** @param root the folder of the project */
  constructor(root) {
    this.#root = root;
  }

  /** Makes the pristine copy, which then is to be built. */
  fill() {
    for (const path of filesOf(this.#root)) {
      const copy = join(this.pristine, path);
      mkdirSync(dirname(copy), { recursive: true });
      copyFileSync(join(this.#root, path), copy);
    }
    this.#linkModules(this.pristine);
  }

  /** Copies the pristine copy, with what has been built in it. */
  add(name) {
    const folder = join(this.folder, name);
    const root = join(folder, 'project');
    cpSync(this.pristine, root, {
      recursive: true,
      filter: (path) => relative(this.pristine, path) !== 'node_modules',
    });
    this.#linkModules(root);
    return new Copy(folder, root, this.pristine);
  }

  /** Removes all copies. */
  remove() {
    endProcessesOf(this.folder);
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }

  /**
   * Makes `node_modules` a folder of links. A link from there into the project itself, as npm makes them for workspaces,
   * leads into the copy.
   */
  #linkModules(copy) {
    const link = (from, to) => {
      const target = lstatSync(from).isSymbolicLink() ? join(dirname(from), readlinkSync(from)) : from;
      const within = relative(this.#root, target);
      const isOwn = !within.startsWith('..') && !within.split(sep).includes('node_modules');
      symlinkSync(isOwn ? join(copy, within) : from, to, 'junction');
    };
    const original = nodeModulesOf(this.#root);
    const modules = join(copy, 'node_modules');
    mkdirSync(modules);
    for (const name of readdirSync(original).filter((name) => !isCache(name))) {
      const from = join(original, name);
      if (!name.startsWith('@')) link(from, join(modules, name));
      else {
        mkdirSync(join(modules, name));
        for (const inner of readdirSync(from)) link(join(from, inner), join(modules, name, inner));
      }
    }
  }
}

/** The copy of one worker, and its folder for temporary files. */
export class Copy {
  #pristine;
  /** What files looked like when they were written, by path. */
  #known;

  constructor(folder, root, pristine) {
    /** The folder that holds all that the worker writes. */
    this.folder = folder;
    /** The folder of the copied project. */
    this.root = root;
    this.#pristine = pristine;
    mkdirSync(this.temporary, { recursive: true });
    this.#known = statesIn(root);
  }

  /** The folder for temporary files of the programs that run here. */
  get temporary() {
    return join(this.folder, 'tmp');
  }

  /** Ends what still runs here, and makes the copy equal to the pristine one again, whatever a mutant has done to it. */
  restore() {
    endProcessesOf(this.folder);
    rmSync(this.temporary, { recursive: true, force: true, maxRetries: 3 });
    mkdirSync(this.temporary);
    const present = statesIn(this.root);
    for (const path of present.keys()) {
      if (!this.#known.has(path)) rmSync(join(this.root, path), { force: true });
    }
    for (const [path, state] of this.#known) {
      if (present.get(path) === state) continue;
      const file = join(this.root, path);
      mkdirSync(dirname(file), { recursive: true });
      rmSync(file, { recursive: true, force: true });
      copyFileSync(join(this.#pristine, path), file);
      this.#known.set(path, stateOf(file));
    }
  }
}

/** Returns the files of a project that git knows or would know, from its folder. */
export function filesOf(root) {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const listed = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 });
  return [...new Set(listed.split('\0'))].filter((path) => path !== '' && existsSync(join(root, path))).sort();
}

/** Returns the nearest folder with packages, from a folder upward. */
function nodeModulesOf(root) {
  const found = join(root, 'node_modules');
  if (existsSync(found)) return found;
  if (dirname(root) === root) throw new Error('No folder node_modules found. Run npm ci first.');
  return nodeModulesOf(dirname(root));
}

/** Caches of tools stay where they are. */
function isCache(name) {
  return name.startsWith('.') && name !== '.bin' && name !== '.package-lock.json';
}

function statesIn(root) {
  const states = new Map();
  const visit = (folder) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (path === 'node_modules') continue;
      if (entry.isDirectory()) visit(path);
      else states.set(path, stateOf(join(root, path)));
    }
  };
  visit('.');
  return states;
}

function stateOf(file) {
  const { size, mtimeMs, mode, ino } = lstatSync(file);
  return `${size} ${mtimeMs} ${mode} ${ino}`;
}
