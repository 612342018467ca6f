// Collects the facts about everything that is coming.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listRevisions } from '../../dist/read/loadSchema.js';
import { Schemas } from './load.mjs';
import { FORMAT } from './pages.mjs';
import { studyExtension, studySchema } from './study.mjs';

/** The signals that end the command. */
const SIGNALS = ['SIGINT', 'SIGTERM'];

/**
 * Returns the facts.
 *
 * @param root the folder of the project, built
 * @param sources what `readSpecification` returned; the `proposals` of `readProposals`; `extensions`, names with paths of files; and the
 *   last `stage` to try, or `none`; and the file of `results` of earlier runs, or undefined
 */
export async function collect(root, { specification, proposals, extensions, stage, results }) {
  const { draft, release, commit, date } = specification;
  const judging = stage === 'none' ? undefined : await (await import('./judging.mjs')).openJudge(root, stage, results);
  const schemas = new Schemas();
  const tools = { schemas, judge: judging?.judge, judgeExtension: judging?.judgeExtension };
  const close = () => {
    schemas.close();
    judging?.close();
  };
  const stop = () => {
    close();
    process.exit(130);
  };
  for (const signal of SIGNALS) process.once(signal, stop);
  try {
    const base = await newestRelease(root, release, schemas);
    const present = { name: 'draft', files: draft };
    const subjects = [
      ...(await newReleases(root, release, schemas, tools)),
      await studySchema({ id: 'draft', kind: 'draft', ...(commit && { commit, date }) }, base, draft, {
        ...tools,
        after: base.name,
      }),
    ];
    for (const { files, before, after = base.name, ...about } of proposals) {
      const start = before === undefined ? present : { name: 'draft', files: before };
      const subject = { kind: 'proposal', ...about, ...(before && { before: true }) };
      subjects.push(await studySchema(subject, start, files, { ...tools, after }));
    }
    for (const [id, paths] of extensions) {
      subjects.push(await studyExtension({ id, kind: 'extension' }, paths, { release: base, draft: present }, tools));
    }
    return {
      format: FORMAT,
      release: base.name,
      specification: { ...(commit && { commit, date }) },
      subjects: distinct(subjects),
    };
  } finally {
    close();
    for (const signal of SIGNALS) process.off(signal, stop);
  }
}

/** Returns the newest release: that of the specification, or of this project if it has none. */
async function newestRelease(root, release, schemas) {
  const { id, ...files } = release ?? (await ownRelease(root));
  return { name: id, revision: id, files, protocol: (await schemas.protocol(id, files)).protocol };
}

/** Returns the page of a release that this project does not have yet. */
async function newReleases(root, release, schemas, tools) {
  const { id: name, ...present } = await ownRelease(root);
  if (release === undefined || release.id <= name) return [];
  const { id, ...files } = release;
  const { protocol } = await schemas.protocol(name, present);
  return [
    await studySchema({ id, kind: 'release' }, { name, files: present, protocol }, files, { ...tools, after: name }),
  ];
}

/** Returns the newest release of this project, with its files. */
async function ownRelease(root) {
  const id = (await listRevisions(join(root, 'schema'))).at(-1);
  return { id, script: readFileSync(join(root, 'schema', id, 'schema.ts')) };
}

/** Returns the subjects, each with an id of its own: it is the name of its page. */
function distinct(subjects) {
  const taken = new Set(['index']);
  return subjects.map((subject) => {
    let { id } = subject;
    for (let number = 2; taken.has(id); number++) id = `${subject.id}-${number}`;
    taken.add(id);
    return { ...subject, id };
  });
}
