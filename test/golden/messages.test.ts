/** The messages of errors of the packages, word for word: what is wrong, where, what was expected, and what to do. */

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AUTH } from '../support/messages/auth.js';
import { BIND, REDIS } from '../support/messages/bind.js';
import { errorOf, shownError, type Cases } from '../support/messages/cases.js';
import { CLIENT } from '../support/messages/client.js';
import { HOST } from '../support/messages/host.js';
import { HTTP } from '../support/messages/http.js';
import { SERVER } from '../support/messages/server.js';
import { expectGolden } from '../support/golden.js';
import { readProjectFile } from '../support/schemas.js';

/** By subject: each is a file of the golden. */
const SUBJECTS: { readonly [subject: string]: Cases } = {
  server: SERVER,
  client: CLIENT,
  host: HOST,
  http: HTTP,
  auth: AUTH,
  bind: BIND,
  redis: REDIS,
};

/** Classes without a case, each with the reason why the packages cannot be made to throw it. */
const WITHOUT_CASE: { readonly [name: string]: string } = {
  LimitError: 'servers and clients answer with it; its subclass OverBudgetError has a case',
  ToolError: 'handlers throw it, with messages of their own',
};

/** Parts of messages that differ between runs and machines. */
const VARYING: readonly (readonly [RegExp, string])[] = [
  [/\/\S*\/mcp-gen-test-\w+/g, '<folder>'],
  [/(127\.0\.0\.1:|port )\d+/g, '$1<port>'],
  [new RegExp(process.execPath.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'g'), '<node>'],
];

test.each(Object.keys(SUBJECTS))('the messages of %s are those of the golden file', async (subject) => {
  const shown: string[] = [];
  for (const [title, provoke] of Object.entries(SUBJECTS[subject] ?? {})) {
    const error = await errorOf(title, provoke);
    shown.push(
      `## ${title}\n${VARYING.reduce((text, [varying, name]) => text.replaceAll(varying, name), shownError(error))}`,
    );
  }
  await expectGolden(join('test/golden/messages', subject), [{ path: 'messages.txt', text: shown.join('\n') }]);
});

test('each class of the list of fixes has a case, or a reason why it has none', () => {
  const classes = [...readProjectFile('site/errors/fixes.mjs').matchAll(/^ {2}(\w+Error): \[$/gm)].map(
    ([, name]) => name,
  );
  expect(classes.length).toBeGreaterThan(30);
  const goldens = Object.keys(SUBJECTS).map((subject) =>
    readProjectFile(`test/golden/messages/${subject}/messages.txt`),
  );
  const shown = new Set([...goldens.join('\n').matchAll(/^## .+\n(\w+)/gm)].map(([, name]) => name));
  expect(classes.filter((name) => !shown.has(name)).toSorted()).toEqual(Object.keys(WITHOUT_CASE).toSorted());
});
