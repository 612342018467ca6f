// Takes a version from stage to stage until it stops, and says why.
import { notifications, requests } from '@mcp-gen/protocol/registry/messages';
import { callBySdk, sendBySdk } from './sdkCalls.mjs';
import { newMessages, sendByRuntime } from './roundTrips.mjs';
import { sampler } from './samples.mjs';

/** The messages of released revisions, by method. */
const RELEASED = { ...requests, ...notifications };

/** What a version can reach, in this order. */
export const STAGES = ['adopted', 'generated', 'built', 'roundTrip'];

/**
 * Takes a version through stages.
 *
 * @param stages functions by the name of the stage, in order. Each returns the problems that stop the version, and is given what the
 *   stages before it have stored in the second argument: `messages`, the new messages that were sent, and `notes`, what else to tell.
 * @returns `reached`, the last stage without problems; undefined if there is none; `problems`, those of the next stage, the first first; and
 *   `seconds`, the duration of each stage that was tried
 */
export async function judge(version, stages) {
  const state = {};
  const seconds = {};
  let reached;
  let problems = [];
  for (const [name, run] of Object.entries(stages)) {
    const started = performance.now();
    problems = await problemsOf(() => run(version, state));
    seconds[name] = Math.round((performance.now() - started) / 100) / 10;
    if (problems.length > 0) break;
    reached = name;
  }
  return { reached, problems, messages: state.messages, notes: state.notes, seconds };
}

/**
 * Returns the stages up to one of them, which work in a copy of the project.
 *
 * @param workspace the copy
 * @param Samples the generator of sample values
 * @param last the name of the last stage
 */
export function stagesIn(workspace, Samples, last) {
  const all = {
    adopted: async (version) => {
      await workspace.adopt(version);
      return [];
    },
    generated: async (_, state) => {
      const [before, after] = await workspace.generate();
      // This needs only the generated tables, so that it also tells about versions that the SDK does not compile with.
      if (last === 'roundTrip') {
        Object.assign(state, { after, added: newMessages(before, after) });
        state.messages = await send(workspace, state, Samples);
      }
      return [];
    },
    built: (_, state) => {
      const { problems, notes } = workspace.build();
      state.notes = notes;
      return problems;
    },
    roundTrip: async (_, state) => {
      const sdk = await workspace.loadSdk();
      const { revision } = await workspace.loadRevision();
      const { added, after } = state;
      // The SDK may have interfaces for the messages of released revisions.
      const unhandled = added.filter(({ method }) => !(method in RELEASED));
      const sent = await sendBySdk(sdk, revision, unhandled, sampler(Samples, after.definitions));
      state.messages = [...state.messages, ...sent];
      const lost = state.messages.flatMap(({ id, problem }) => (problem === undefined ? [] : [`${id}: ${problem}`]));
      const problem = await callBySdk(sdk, workspace.id);
      return problem === undefined ? lost : [...lost, problem];
    },
  };
  return Object.fromEntries(STAGES.slice(0, STAGES.indexOf(last) + 1).map((name) => [name, all[name]]));
}

/** Sends the new messages of a version, by its generated tables. */
async function send(workspace, { after, added: messages }, Samples) {
  if (messages.length === 0) return [];
  try {
    const { revision } = await workspace.loadRevision();
    return await sendByRuntime(revision, messages, sampler(Samples, after.definitions));
  } catch (error) {
    return messages.map(({ id }) => ({ id, problem: error.message }));
  }
}

/** Returns the problems that a stage returns or throws. */
async function problemsOf(run) {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Error && error.name === 'SchemaProblems') return error.problems.map(({ message }) => message);
    return [error instanceof Error ? `${error.name}: ${error.message}` : String(error)];
  }
}
