// Finds what is coming: the newest draft, a newer release, and proposals, in folders, clones of the specification's repository, and URLs.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readOfficial } from '../../dist/pull/officialFiles.js';
import { LIMITS } from '../../dist/pull/download.js';
import { Repository } from '../history/repository.mjs';

/** Thrown if a source cannot be used. Nothing is written then. */
export class SourceError extends Error {
  name = 'SourceError';
}

const isUrl = (text) => /^[a-z][a-z\d+.-]*:\/\//i.test(text);
const isDate = (name) => /^\d{4}-\d\d-\d\d$/.test(name);

/**
 * Reads the draft and the newest release.
 *
 * @param from a clone or mirror of the specification's repository, a folder with `<revision>/schema.ts`, or a URL under which files have
 *   the paths of that repository
 * @returns `draft` and, if there is one, `release` with its `id`: their files; and `commit` and `date` of a repository
 * @throws {SourceError} if the draft is missing
 */
export async function readSpecification(from) {
  if (isUrl(from)) return { draft: await filesAt('draft', from) };
  const repository = repositoryAt(from);
  if (repository) {
    const { date, commit, ...draft } = repository.present();
    if (draft.script === undefined) throw new SourceError(`${from} has no schema/draft/schema.ts in its newest commit`);
    const { id, ...release } = repository.release() ?? {};
    return { date, commit, draft: bytesOf(draft), ...(id !== undefined && { release: { id, ...bytesOf(release) } }) };
  }
  const folder = existsSync(join(from, 'schema/draft')) ? join(from, 'schema') : from;
  const id = namesIn(folder).filter(isDate).at(-1);
  return {
    draft: await filesAt('draft', folder),
    ...(id !== undefined && { release: { id, ...(await filesAt(id, folder)) } }),
  };
}

/**
 * Reads proposals.
 *
 * @param from a repository, whose pull requests that can be merged are taken; a folder with a folder for each proposal, with its
 *   `schema.ts`; or a URL under which files have the paths of the specification's repository, such as a fork on a branch
 * @returns for each its `id` and `files`; for a pull request also `number`, `commit`, `date`, and `before`, the files of the draft that it
 *   began with, and `after`, the newest release then, if it conflicts with the present draft
 * @throws {SourceError} if there is nothing to read
 */
export async function readProposals(from) {
  if (isUrl(from)) return [{ id: nameOf(from), files: await filesAt('draft', from) }];
  const repository = repositoryAt(from);
  if (repository) {
    return repository.openProposals().map(({ number, commit, date, script, json, before, after, merged }) => ({
      ...{ id: `proposal-${number}`, number, commit, date },
      ...(merged === undefined
        ? { files: bytesOf({ script, json }), before: bytesOf({ script: before }), after }
        : { files: bytesOf({ script: merged }) }),
    }));
  }
  const names = namesIn(from).filter((name) => existsSync(join(from, name, 'schema.ts')));
  if (names.length === 0) throw new SourceError(`${from} has no folder with a schema.ts, and is not a repository`);
  const proposals = [];
  for (const name of names) {
    const id = slugOf(name).replace(/^(?=\d+$)/, 'proposal-');
    proposals.push({ id, files: await filesAt('draft', join(from, name, 'schema.ts')) });
  }
  return proposals;
}

/** Returns the repository at a path; undefined if the folder is not one, with or without a work tree. */
function repositoryAt(folder) {
  const isRepository =
    existsSync(join(folder, '.git')) || ['HEAD', 'objects'].every((name) => existsSync(join(folder, name)));
  return isRepository ? new Repository(folder) : undefined;
}

/** Returns the names in a folder, sorted. @throws {SourceError} if it is not one */
export function namesIn(folder) {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    throw new SourceError(`Cannot read the folder ${folder}: ${error.code ?? error.message}`);
  }
}

/** Reads the files of a revision. Local files have the same limit of size as downloads. */
async function filesAt(revision, from) {
  if (!isUrl(from)) {
    const folder = from.endsWith('.ts') ? join(from, '..') : join(from, revision);
    for (const path of ['schema.ts', 'schema.json'].map((name) => join(folder, name))) {
      if (existsSync(path) && statSync(path).size > LIMITS.bytes) {
        throw new SourceError(`${path} is larger than ${LIMITS.bytes} bytes`);
      }
    }
  }
  return readOfficial(revision, from);
}

function bytesOf({ script, json }) {
  return { script: Buffer.from(script), ...(json !== undefined && { json: Buffer.from(json) }) };
}

/** Returns the last part of the path of a URL that names something. */
function nameOf(url) {
  const parts = new URL(url).pathname.split('/').filter((part) => part !== '');
  return slugOf(parts.at(-1) ?? 'url');
}

function slugOf(name) {
  return (
    basename(name)
      .toLowerCase()
      .replaceAll(/[^a-z\d]+/g, '-')
      .replaceAll(/^-+|-+$/g, '') || 'proposal'
  );
}
