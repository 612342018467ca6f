// Collects the facts about one thing that is coming, as plain JSON: the pages are made of nothing else.
import { compare } from './compare.mjs';
import { examplesOf } from './examples.mjs';

/** How many problems of a schema are kept. */
const MAX_PROBLEMS = 10;

/**
 * Studies a schema.
 *
 * @param about what is known of it: `id`, `kind`, and for pull requests `number`, `commit`, `date`
 * @param base the revision that it changes: its `name` and `files`; and its `protocol`, which is compiled once if it is absent
 * @param files its files
 * @param tools `schemas`, where it is compiled, and `judge`, which takes it through the stages, undefined for none; and `after`, the
 *   newest release before it
 */
export async function studySchema(about, base, files, { schemas, judge, after }) {
  const revision = about.kind === 'release' ? about.id : 'draft';
  const facts = { ...about, base: base.name };
  try {
    const { protocol, folder } = await schemas.protocol(revision, files);
    base.protocol ??= (await schemas.protocol('draft', base.files)).protocol;
    const changes = await compare(base.protocol, protocol);
    const decided = new Set((await schemas.decisions('draft', base.files)).map(({ message }) => message));
    const decisions = await schemas.decisions(revision, files);
    return {
      ...facts,
      changes,
      examples: examplesOf(base.protocol, protocol, changes),
      decisions: decisions.filter(({ message }) => !decided.has(message)),
      ...(judge && !changes.equal && { stages: await judge({ name: about.id, after, folder, ...files }) }),
    };
  } catch (error) {
    return { ...facts, problems: problemsIn(error) };
  }
}

/**
 * Studies an extension: what it adds to the newest release, and whether it fits the draft.
 *
 * @param files the paths of its files
 * @param release the newest release, and `draft` the draft: `name` and `files`
 * @param tools `schemas`, where it is compiled, and `judgeExtension`, which takes it through the stages, undefined for none
 */
export async function studyExtension(about, files, { release, draft }, { schemas, judgeExtension }) {
  const facts = { ...about, base: release.name };
  const extensions = files.map((file) => ({ file }));
  try {
    const { protocol } = await schemas.protocol(release.revision, release.files, extensions);
    const changes = await compare(release.protocol, protocol);
    const examples = examplesOf(release.protocol, protocol, changes);
    return {
      ...facts,
      changes,
      examples,
      misfits: await misfits(draft, extensions, schemas),
      ...(judgeExtension && { stages: await judgeExtension({ name: about.id, files }) }),
    };
  } catch (error) {
    return { ...facts, problems: problemsIn(error) };
  }
}

/** Returns why an extension does not fit the draft. Empty if it does. */
async function misfits(draft, extensions, schemas) {
  try {
    await schemas.protocol('draft', draft.files, extensions);
    return [];
  } catch (error) {
    return problemsIn(error);
  }
}

/** Returns what is wrong with a schema. Other errors are defects, and are thrown. */
function problemsIn(error) {
  if (error.name === 'SchemaProblems')
    return error.problems.slice(0, MAX_PROBLEMS).map(({ message, remedy, line }) => ({ message, remedy, line }));
  if (error.name === 'PullError') return [{ message: error.message }];
  throw error;
}
