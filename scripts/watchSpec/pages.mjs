// Makes all files of "What is coming" from its facts. The same facts give the same files.
import { indexOf } from './indexPage.mjs';
import { pageOf } from './page.mjs';

/** The file with the facts. */
export const FACTS = 'coming.json';

/** The version of its format. */
export const FORMAT = 1;

/** Returns the files, with paths relative to their folder. */
export function filesOf(facts) {
  return [
    { path: FACTS, text: `${JSON.stringify(facts, null, 2)}\n` },
    { path: 'index.md', text: indexOf(facts) },
    ...facts.subjects.map((subject) => ({ path: `${subject.id}.md`, text: pageOf(subject, facts.release) })),
  ];
}
