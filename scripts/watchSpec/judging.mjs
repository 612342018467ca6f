// Takes schemas through the stages of `npm run history`, in a copy of the project.
import { judge, stagesIn } from '../history/judge.mjs';
import { loadSamples } from '../history/samples.mjs';
import { extract } from '../history/structures.mjs';
import { Workspace } from '../history/workspace.mjs';

/**
 * Copies the project.
 *
 * @param root the folder of the project, built
 * @param last the last stage to try
 * @returns `judge`, a function that takes a schema through the stages, and `close`, which removes the copy
 */
export async function openJudge(root, last) {
  const workspace = await Workspace.create(root);
  const stages = stagesIn(workspace, await loadSamples(), last);
  return {
    async judge({ name, after, folder, script, json }) {
      const files = { script: script.toString('utf8'), json: json?.toString('utf8') };
      const version = await extract({ name, after, ...files }, folder);
      const { reached, problems, messages = [], notes = [] } = await judge(version, stages);
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
