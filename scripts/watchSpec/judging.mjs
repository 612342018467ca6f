// Takes schemas through the stages of `npm run history`, in a copy of the project.
import { extensionStages, judge, STAGES, stagesIn } from '../history/judge.mjs';
import { Results } from '../history/results.mjs';
import { loadSamples } from '../history/samples.mjs';
import { extract } from '../history/structures.mjs';
import { Workspace } from '../history/workspace.mjs';

/**
 * Copies the project.
 *
 * @param root the folder of the project, built
 * @param last the last stage to try
 * @param file the results of earlier runs, as `npm run history` stores them. Default: there are none
 * @returns `judge`, a function that takes a schema through the stages; `judgeExtension`, one that does that with an extension of the newest
 *   release; and `close`, which removes the copy
 * @throws {ResultsError} if the file cannot be used
 */
export async function openJudge(root, last, file) {
  const results = new Results(file);
  const Samples = await loadSamples();
  const workspace = await Workspace.create(root);
  const stages = stagesIn(workspace, Samples, last);
  return {
    async judge({ name, after, folder, script, json }) {
      const files = { script: script.toString('utf8'), json: json?.toString('utf8') };
      const version = await extract({ name, after, ...files }, folder, results);
      const { structure } = version;
      if (results.find(structure, last) === undefined) results.add(structure, await judge(version, stages));
      return stagesUpTo(last, results.find(structure, last));
    },
    async judgeExtension(extension) {
      const tried = extensionStages(workspace, Samples, last, extension);
      return stagesUpTo(Object.keys(tried).at(-1), await judge(extension, tried));
    },
    close: () => workspace.close(),
  };
}

/** Returns the facts of a verdict. An earlier run may have tried further stages than the last one of this run. */
export function stagesUpTo(last, { reached, problems, messages = [], notes = [] }) {
  const isPast = STAGES.indexOf(reached) >= STAGES.indexOf(last);
  const texts = { problems: isPast ? [] : problems.map(withoutFolder), notes: notes.map(withoutFolder) };
  const stage = isPast ? last : reached;
  return { ...(stage !== undefined && { reached: stage }), last, ...texts, messages };
}

/** Returns a message of a compiler without the folder of the copy, which is another one in each run. */
export function withoutFolder(text) {
  return text.replaceAll(/[^\s"'()]*[\\/]pristine[\\/]/g, '');
}
