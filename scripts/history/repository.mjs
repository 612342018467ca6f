// Reads versions of the draft schema from a repository of the specification: the history of the main branch, and open proposals.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SCHEMA = 'schema/draft/schema.ts';
const SCHEMAS = 'schema/';
const JSON_SCHEMA = 'schema/draft/schema.json';

/** Thrown if a folder is not a repository of the specification. */
export class RepositoryError extends Error {
  name = 'RepositoryError';
}

/** A repository, bare or with a work tree. `HEAD` names the main branch. */
export class Repository {
  #folder;

  /** @throws {RepositoryError} if the folder is not a repository, or its main branch never had a draft schema */
  constructor(folder) {
    this.#folder = folder;
    if (this.#run(['rev-parse', '--git-dir']).status !== 0)
      throw new RepositoryError(`${folder} is not a Git repository`);
    if (this.#run(['rev-parse', '--verify', '--quiet', 'HEAD']).status !== 0) {
      throw new RepositoryError(`${folder} has no commit that HEAD names`);
    }
    if (this.#lines('log', '-1', '--format=%H', 'HEAD', '--', SCHEMA).length === 0) {
      throw new RepositoryError(`${folder} has no ${SCHEMA} in its history`);
    }
  }

  /**
   * Returns each version of the draft schema on the main branch, oldest first. `after` is the newest release beside it, which is undefined if
   * there is none.
   */
  drafts() {
    return this.#lines('log', '--reverse', '--format=%cs %H', 'HEAD', '--', SCHEMA).flatMap((line) => {
      const [date, commit] = line.split(' ');
      return this.#versionAt(commit, { name: `${date}-${commit.slice(0, 8)}`, group: 'draft' });
    });
  }

  /**
   * Returns the newest schema of each branch and pull request that is not merged, and changes the draft schema; then the same change
   * applied to the present draft, where that causes no conflict.
   */
  proposals() {
    const changes = this.#changes(() => true);
    const after = this.#releaseAt('HEAD');
    const rebased = changes.flatMap(({ version: { name, isMergeable }, merged }) =>
      merged === undefined ? [] : [{ name: `${name}-rebased`, group: 'rebased', isMergeable, after, script: merged }],
    );
    return [...changes.map(({ version }) => version), ...rebased];
  }

  /**
   * Returns the pull requests that can be merged and change the draft schema: those with the lowest numbers first.
   *
   * @returns for each its `number`, `commit`, `date`, `script`, and `json`; `before`, the draft that it began with, and `after`, the newest
   *   release then; and `merged`, its change of the present draft, which is undefined if both conflict
   */
  openProposals() {
    return this.#changes(({ isMergeable }) => isMergeable)
      .map(({ version: { script, json, after }, pull, merged, base, commit }) => {
        const [date] = this.#lines('log', '-1', '--format=%cs', commit);
        const before = this.#textAt(base, SCHEMA);
        return { number: Number(pull), commit, date, after, script, json, before, merged };
      })
      .sort((a, b) => a.number - b.number);
  }

  /** Returns the draft of the main branch, and the last commit there. */
  present() {
    const [line = ''] = this.#lines('log', '-1', '--format=%cs %H', 'HEAD');
    const [date, commit] = line.split(' ');
    return { date, commit, ...this.#filesAt('draft') };
  }

  /** Returns the newest revision with a date on the main branch; undefined if there is none. */
  release() {
    const id = this.#releaseAt('HEAD');
    return id === undefined ? undefined : { id, ...this.#filesAt(id) };
  }

  #filesAt(revision) {
    const [script, json] = ['ts', 'json'].map((ext) => this.#textAt('HEAD', `schema/${revision}/schema.${ext}`));
    return { script, json };
  }

  /** Returns the changes of the draft schema that are not merged, of the pull requests and branches that are chosen. */
  #changes(isChosen) {
    const merged = this.#mergedPulls();
    const withMerge = new Set(this.#lines('for-each-ref', '--format=%(refname)', 'refs/pull/*/merge').map(numberOf));
    const tips = new Map();
    const refs = ['refs/heads/', 'refs/remotes/', 'refs/pull/*/head'];
    for (const line of this.#lines('for-each-ref', '--no-merged=HEAD', '--format=%(objectname) %(refname)', ...refs)) {
      const [commit, ref] = line.split(' ');
      const pull = numberOf(ref);
      if (merged.has(pull)) continue;
      if (!isChosen({ isMergeable: pull !== undefined && withMerge.has(pull) })) continue;
      // The branch of a pull request has the same tip.
      if (!tips.has(commit) || pull !== undefined) tips.set(commit, ref);
    }
    const present = this.#textAt('HEAD', SCHEMA);
    return [...tips].flatMap(([commit, ref]) => {
      const [base] = this.#lines('merge-base', 'HEAD', commit);
      if (base === undefined || this.#blobAt(base) === this.#blobAt(commit)) return [];
      const pull = numberOf(ref);
      const name =
        pull === undefined ? ref.replace(/^refs\/(heads|remotes)\//, '').replaceAll(/[^\w.-]/g, '-') : `pull-${pull}`;
      const isMergeable = pull !== undefined && withMerge.has(pull);
      const [version] = this.#versionAt(commit, { name, group: 'proposal', isMergeable });
      if (version === undefined) return [];
      const before = this.#textAt(base, SCHEMA);
      const merged = before && present && mergeTexts(present, before, version.script);
      return [{ version, pull, commit, base, merged }];
    });
  }

  /**
   * Returns each commit of the main branch that changes the schema of the draft, or one of a release after it was released, oldest first.
   * Merges are left out: they repeat the changes of other commits.
   */
  schemaChanges() {
    const log = this.#lines('log', '--reverse', '--no-merges', '--format=%cs %H %s', 'HEAD', '--', SCHEMAS);
    return log.flatMap((line) => {
      const [, date, commit, subject] = /^(\S+) (\S+) (.*)$/.exec(line);
      const paths = this.#lines('diff-tree', '--no-commit-id', '--name-only', '-r', commit, '--', SCHEMAS);
      const schemas = paths.filter((path) => /^schema\/[^/]+\/schema\.ts$/.test(path));
      return schemas.flatMap((path) => {
        const [before, after] = [`${commit}^`, commit].map((at) => this.#pairAt(at, path));
        const revision = path.split('/')[1];
        const release = this.#releaseBefore(revision, `${commit}^`);
        const older = release === undefined ? undefined : this.#textAt(`${commit}^`, `schema/${release}/schema.ts`);
        return before && after ? [{ date, commit, subject, revision, before, after, release, older }] : [];
      });
    });
  }

  /** Returns the newest release beside the schema of a revision that is older than it. */
  #releaseBefore(revision, commit) {
    return this.#releasesAt(commit).findLast((name) => name < revision);
  }

  /** Returns a schema.ts and the schema.json beside it. Undefined if the commit does not have it. */
  #pairAt(commit, path) {
    const script = this.#textAt(commit, path);
    return script === undefined ? undefined : { script, json: this.#textAt(commit, path.replace(/\.ts$/, '.json')) };
  }

  /** Returns the newest commit of the main branch: `commit` and `date`. */
  newest() {
    const [line] = this.#lines('log', '-1', '--format=%h %cs', '--abbrev=8', 'HEAD');
    const [commit, date] = line.split(' ');
    return { commit, date };
  }

  /** Returns the numbers of pull requests that commits of the main branch name: those that were squashed have no merge commit. */
  #mergedPulls() {
    const subjects = this.#lines('log', '--format=%s', 'HEAD');
    return new Set(
      subjects.flatMap((subject) => {
        const [, squashed, merged] = /\(#(\d+)\)$|^Merge pull request #(\d+) /.exec(subject) ?? [];
        return squashed ?? merged ?? [];
      }),
    );
  }

  #versionAt(commit, version) {
    const script = this.#textAt(commit, SCHEMA);
    // A commit can remove the file.
    return script === undefined
      ? []
      : [{ ...version, script, json: this.#textAt(commit, JSON_SCHEMA), after: this.#releaseAt(commit) }];
  }

  /** Returns the newest release in the tree of a commit. */
  #releaseAt(commit) {
    return this.#releasesAt(commit).at(-1);
  }

  /** Returns the releases that a commit has, oldest first. */
  #releasesAt(commit) {
    const names = this.#lines('ls-tree', '--name-only', commit, SCHEMAS).map((path) => path.slice(SCHEMAS.length));
    return names.filter((name) => /^\d{4}-\d\d-\d\d$/.test(name)).sort();
  }

  #textAt(commit, path) {
    const { status, stdout } = this.#run(['cat-file', 'blob', `${commit}:${path}`]);
    return status === 0 ? stdout : undefined;
  }

  #blobAt(commit) {
    return this.#run(['rev-parse', '--verify', '--quiet', `${commit}:${SCHEMA}`]).stdout;
  }

  #lines(...args) {
    const { stdout } = this.#run(args);
    return stdout.split('\n').filter((line) => line !== '');
  }

  #run(args) {
    return git(['-C', this.#folder, ...args]);
  }
}

function git(args) {
  return spawnSync('git', args, { encoding: 'utf8', maxBuffer: 1 << 28 });
}

/** Returns the number of a pull request; undefined for a branch. */
function numberOf(ref) {
  return /^refs\/pull\/(\d+)\//.exec(ref)?.[1];
}

/** Returns a text with the changes from `before` to `after`; undefined if they conflict with it. */
function mergeTexts(text, before, after) {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-gen-merge-'));
  try {
    const files = Object.entries({ text, before, after }).map(([name, content]) => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    });
    const { status, stdout } = git(['merge-file', '-p', '--quiet', ...files]);
    return status === 0 ? stdout : undefined;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
