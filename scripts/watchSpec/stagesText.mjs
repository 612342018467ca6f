// Says how far a version got in this project, and what stops it.
import { code, count, plain } from './sentences.mjs';

/** What a version can do after each stage. The stages are those of `scripts/history/judge.mjs`. */
const DONE = {
  adopted: 'the compiler reads the schema',
  generated: 'code is generated from it',
  built: 'the SDK compiles with it',
  roundTrip: 'servers, clients, hosts, and the bridge work with it',
  conformance: 'the conformance tests pass',
  oracle: 'the generated checks agree with an independent JSON Schema validator',
};

/** What is different for an extension. */
const DONE_BY_EXTENSION = {
  generated: 'code of the newest release is generated with it',
  built: 'the SDK compiles with its tables',
  roundTrip: 'servers and clients exchange its messages by the generated tables',
};

/** How many problems are named. */
const NAMED = 5;

/**
 * Returns paragraphs about the stages that a version reached, and about what stops it.
 *
 * @param kind that of the subject: `draft`, `extension`, ...
 * @param isOld whether it is a change of an older draft: that lacks what the SDK needs of newer ones, so its problems are not those of the
 *   change
 */
export function stagesText({ reached, last, problems = [], messages = [], notes = [] }, kind, isOld) {
  const done = { ...DONE, ...(kind === 'extension' && DONE_BY_EXTENSION) };
  const state =
    reached === undefined
      ? `No stage is reached: ${kind === 'extension' ? 'no code can be generated with it' : 'the schema cannot be adopted'}`
      : `Reached: ${done[reached] ?? code(reached)}`;
  const arrived = messages.filter(({ problem }) => problem === undefined).length;
  const trips =
    messages.length === 0
      ? ''
      : ` ${arrived} of ${count(messages.length, 'round trip')} of new messages arrive unchanged.`;
  const isDone = reached === last;
  if (isOld && !isDone) {
    return [`${state}.${trips} To get further, the proposal has to be brought up to date with the newest draft.`];
  }
  return [
    `${state}${isDone ? ', which is the last stage that was tried' : ''}.${trips}`,
    ...(problems.length === 0 ? [] : ['What stops it there:', listOfProblems(problems)]),
    ...notes.map((note) => `Note: ${plain(note.split('\n', 1)[0])}.`),
    ...filesText(problems),
  ];
}

function listOfProblems(problems) {
  const more = problems.length - NAMED;
  const shown = problems.slice(0, NAMED).map((problem) => `- ${plain(problem.slice(0, 300))}`);
  return [...shown, ...(more > 0 ? [`- And ${more} more.`] : [])].join('\n');
}

/** Names the files that a person has to change, because they do not compile. */
function filesText(problems) {
  const files = new Set(problems.flatMap((problem) => /^([^\s()]+)\(\d+,\d+\): error TS/.exec(problem)?.[1] ?? []));
  return files.size === 0 ? [] : [`Files that a person has to change: ${[...files].map(code).join(', ')}.`];
}
