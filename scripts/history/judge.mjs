// Takes a version from stage to stage until it stops, and says why.
import { setImmediate } from 'node:timers/promises';
import { notifications, requests } from '@mcp-gen/protocol/registry/messages';
import { callBySdk, sendBySdk } from './sdkCalls.mjs';
import { deriveJsonSchema } from '../../dist/json-schema/deriveJsonSchema.js';
import { ownSchema } from './ownSchema.mjs';
import { newMessages, sendByRuntime } from './roundTrips.mjs';
import { sampler } from './samples.mjs';
import { schemaErrors } from './schemaErrors.mjs';
import { SuiteError } from './suite.mjs';

/** The messages of released revisions, by method. */
const RELEASED = { ...requests, ...notifications };

/** What a version can reach, in this order. */
export const STAGES = ['adopted', 'generated', 'oracle', 'built', 'roundTrip', 'conformance'];

/** How many values of each version the guards and Ajv judge. */
const VALUES = 20_000;

/**
 * Takes a version through stages.
 *
 * @param stages functions by the name of the stage, in order. Each returns the problems that stop the version, and is given what the
 *   stages before it have stored in the second argument: `messages`, the new messages that were sent, and `notes`, what else to tell.
 * @returns `reached`, the last stage without problems; undefined if there is none; `problems`, those of the next stage, the first first; and
 *   `seconds`, the duration of each stage that was tried; `tried`, the last of the stages; and `schemaErrors`, what TypeScript rejects in a
 *   schema that cannot be adopted
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
  // Stages wait for programs without an event loop, so that a signal that has ended one of them is handled only in its next turn.
  for (let turn = 0; turn < 2; turn++) await setImmediate();
  const { messages, notes, schemaErrors } = state;
  return { reached, problems, messages, notes, seconds, tried: Object.keys(stages).at(-1), schemaErrors };
}

/**
 * Returns the stages up to one of them, which work in a copy of the project.
 *
 * @param workspace the copy
 * @param Samples the generator of sample values
 * @param last the name of the last stage
 */
export function stagesIn(workspace, Samples, last) {
  const isTried = (name) => STAGES.indexOf(name) <= STAGES.indexOf(last);
  const all = {
    adopted: async (version, state) => {
      try {
        await workspace.adopt(version);
        return [];
      } catch (error) {
        state.schemaErrors = schemaErrors(version.path);
        throw error;
      }
    },
    generated: async (_, state) => {
      const [before, after] = await workspace.generate();
      state.after = after;
      // This needs only the generated tables, so that it also tells about versions that the SDK does not compile with.
      if (isTried('roundTrip')) {
        state.added = newMessages(before, after);
        state.messages = await send(workspace, state, Samples);
      }
      return [];
    },
    oracle: async (version, { after }) => {
      const { code, compareVersion } = await workspace.loadOracle();
      return compareVersion(code, after, await ownSchema(version, after), VALUES);
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
      const sent = await sendBySdk(sdk, revision, unhandled, sampler(Samples, after));
      state.messages = [...state.messages, ...sent];
      const lost = lostIn(state.messages);
      const problem = await callBySdk(sdk, workspace.id);
      return problem === undefined ? lost : [...lost, problem];
    },
    conformance: () => workspace.conform(),
  };
  return Object.fromEntries(STAGES.filter(isTried).map((name) => [name, all[name]]));
}

/**
 * Returns the stages of an extension, beside the newest release. The suite has no scenarios for it.
 *
 * @param extension its `name`, and the paths of its `files`
 */
export function extensionStages(workspace, Samples, last, { name, files }) {
  const all = {
    generated: async (_, state) => {
      const [before, after] = await workspace.extend(files);
      state.after = after;
      state.added = newMessages(before, after);
      return [];
    },
    oracle: async (_, { after }) => {
      const { code, compareVersion } = await workspace.loadOracle();
      return compareVersion(code, after, deriveJsonSchema(after.definitions, after.dialect), VALUES);
    },
    built: () => workspace.buildExtension(name, files),
    roundTrip: async (_, state) => {
      state.messages = await send(workspace, state, Samples);
      return lostIn(state.messages);
    },
  };
  return Object.fromEntries(Object.entries(all).filter(([stage]) => STAGES.indexOf(stage) <= STAGES.indexOf(last)));
}

/** Returns the problems of messages that did not arrive. */
function lostIn(messages) {
  return messages.flatMap(({ id, problem }) => (problem === undefined ? [] : [`${id}: ${problem}`]));
}

/** Sends the new messages of a version, by its generated tables. */
async function send(workspace, { after, added: messages }, Samples) {
  if (messages.length === 0) return [];
  try {
    const { revision } = await workspace.loadRevision();
    return await sendByRuntime(revision, messages, sampler(Samples, after));
  } catch (error) {
    return messages.map(({ id }) => ({ id, problem: error.message }));
  }
}

/** Returns the problems that a stage returns or throws. @throws {SuiteError} if the stage cannot be tried */
async function problemsOf(run) {
  try {
    return await run();
  } catch (error) {
    if (error instanceof SuiteError) throw error;
    if (error instanceof Error && error.name === 'SchemaProblems') return error.problems.map(({ message }) => message);
    return [error instanceof Error ? `${error.name}: ${error.message}` : String(error)];
  }
}
