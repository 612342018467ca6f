// Takes schemas through the stages of `npm run history`, in a copy of the project.
import { judge, stagesIn } from '../history/judge.mjs';
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
 * @returns `judge`, a function that takes a schema through the stages, and `close`, which removes the copy
 */
export async function openJudge(root, last, file) {
  const workspace = await Workspace.create(root);
  const results = new Results(file);
  const stages = stagesIn(workspace, await loadSamples(), last);
  return {
    async judge({ name, after, folder, script, json }) {
      const files = { script: script.toString('utf8'), json: json?.toString('utf8') };
      const version = await extract({ name, after, ...files }, folder, results);
      const { structure } = version;
      if (results.find(structure, last) === undefined) results.add(structure, await judge(version, stages));
      const { reached, problems, messages = [], notes = [] } = results.find(structure, last);
      const texts = { problems: problems.map(withoutFolder), notes: notes.map(withoutFolder) };
      return { ...(reached !== undefined && { reached }), last, ...texts, messages };
    },
    close: () => workspace.close(),
  };
}

/** Returns a message of a compiler without the folder of the copy, which is another one in each run. */
export function withoutFolder(text) {
  return text.replaceAll(/[^\s"'()]*[\\/]pristine[\\/]/g, '');
}
