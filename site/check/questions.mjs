// Questions about the protocol, each answered in the explorer as a person does: what is clicked or typed, and where the answer stands.
import { openExplorer, untilShown } from './browser.mjs';

const tab = (name) => ['click', `.tabs a:text-is("${name}")`];
const cell = (method, revision) => ['click', `a[aria-label^="${method}, ${revision}"]`];
const choose = (field, value) => ['select', `#${field}`, value];
const filter = (text) => ['type', '#filter', text];

/** An answer is an element and a text that it has to have. */
const QUESTIONS = [
  {
    question: 'Which revisions have batching?',
    steps: [],
    answer: ['tr:has(th:text-is("Batching"))', 'Batching no yes no no no'],
  },
  {
    question: 'What must a 2026-07-28 server send instead of elicitation/create?',
    steps: [cell('elicitation/create', '2026-07-28')],
    answer: [
      '.note',
      'It answers a request with an InputRequiredResult, and puts elicitation/create into its inputRequests',
    ],
  },
  {
    question: 'Who sends roots/list, and which capability does it need?',
    steps: [cell('roots/list', '2025-11-25')],
    answer: ['dl.facts', 'server Capability roots, declared by the client'],
  },
  {
    question: 'What replaces ping in 2026-07-28?',
    steps: [cell('ping', '2026-07-28')],
    answer: ['.advice', 'Nothing replaces it.'],
  },
  {
    question: 'Which requests can a server send?',
    steps: [choose('side', 'server')],
    answer: ['table.matrix', 'sampling/createMessage'],
  },
  {
    question: 'Which revision introduced elicitation by URL?',
    steps: [filter('ElicitRequestURLParams')],
    answer: ['table.matrix tbody tr', 'ElicitRequestURLParams no no no yes yes'],
  },
  {
    question: 'What does a tool have in 2025-06-18, and what is required?',
    steps: [filter('Tool'), ['click', 'table.matrix a[href="#type?name=Tool"]'], choose('type-revision', '2025-06-18')],
    answer: ['.fields-of > li:has(code.name:text-is("inputSchema"))', 'required'],
  },
  {
    question: 'What breaks between 2024-11-05 and 2025-03-26?',
    steps: [
      tab('Compare revisions'),
      choose('compare-from', '2024-11-05'),
      choose('compare-to', '2025-03-26'),
      ['click', '#breaking-only'],
    ],
    answer: ['#explorer', 'batches-allowed'],
  },
  {
    question: 'Is a tools/call of 2025-11-25 valid in 2026-07-28, and what does it lack?',
    steps: [tab('Check a message'), choose('example', 'tools/call')],
    answer: ['section:has(#problems-heading)', '/params/_meta RequestMetaObject nothing'],
  },
  {
    question: 'What does a client of 2024-11-05 get in the place of audio?',
    steps: [tab('Check a message'), choose('example', 'tools/call: audio'), choose('convert-to', '2024-11-05')],
    answer: ['#converted', '"type": "resource"'],
  },
];

/**
 * Answers all questions.
 *
 * @returns of each its `question`, `clicks`, `ms`, and a `problem` if the answer is not there
 */
export async function answerQuestions(page, url) {
  const answers = [];
  for (const { question, steps, answer } of QUESTIONS) {
    await openExplorer(page, url);
    const started = performance.now();
    for (const [action, selector, value] of steps) {
      if (action === 'click') await page.click(selector);
      else if (action === 'select') await page.selectOption(selector, value);
      else await page.fill(selector, value);
      await untilShown(page);
    }
    const [selector, text] = answer;
    const found = await page.locator(selector).allInnerTexts();
    const ms = Math.round(performance.now() - started);
    const isThere = found.some((each) => each.replaceAll(/\s+/g, ' ').includes(text));
    const problem = isThere
      ? undefined
      : `${question} Expected ${JSON.stringify(text)} in ${selector}, got ${JSON.stringify(found).slice(0, 300)}`;
    answers.push({ question, clicks: steps.length, ms, problem });
  }
  return answers;
}
