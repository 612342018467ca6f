/** Explanations as pages. */

import { describe, expect, test } from 'vitest';
import { explain } from '../../../generator/explain/explain.js';
import type { MethodExplanation, TypeExplanation } from '../../../generator/explain/explanation.js';
import { renderExplanation, type Page } from '../../../generator/explain/renderExplanation.js';
import { compileText } from '../../support/compileText.js';

const PLAIN: Page = { width: 60, bold: (text) => text };

const OLD = `
export interface RequestParams { task?: string }
/**
 * Looks something up. See {@link Answer}.
 *
 * - one point
 *   on two lines
 * - another, which is so long that it does not fit on one line of the page
 *
 * @see https://example.com/ask
 * @see {@link Params}
 */
export interface AskRequest { method: 'things/ask'; params: AskRequestParams }
export interface AskRequestParams extends RequestParams {
  /**
   * @minimum 0
   * @maximum 9
   */
  count?: number; 'odd name': { deep: string[]; [key: string]: unknown } }
export interface AskResult { answer: Answer }
export type Answer = 'yes' | 'no';
export type ServerRequest = AskRequest;
`;
const NEW = OLD.replace("'no'", "'no' | 'perhaps'").replace('task?: string', 'job?: string');
const protocols = [compileText(OLD, 'r1'), compileText(NEW, 'r2')];

function render(name: string, page = PLAIN, revisions = protocols): string {
  const found = explain(name, revisions);
  if (found.kind === 'unknown') throw new Error(`${name} is not there`);
  return renderExplanation(found, page);
}

test('a method', () => {
  expect(render('things/ask')).toBe(
    `
things/ask                              request, revision r2

  Looks something up. See Answer.

  - one point on two lines
  - another, which is so long that it does not fit on one
  line of the page

  Sent by       the server
  Message       AskRequest
  Handler       ask, of the client
  Stub          ask, of the server
  Cancellable   yes
  In the sdk    reachable, without an interface of its own:
                server: context.ask(key,
                request("things/ask", params)); client:
                connect(target, { methods: { "things/ask":
                handler } })
  Since         r1
  Changed in    r2 (params: job new, task gone; result:
                answer changed)

Params  AskRequestParams
  job?: string
  count?: number, minimum 0, maximum 9
  "odd name": object
    deep: string[]
    [key: string]: unknown

Result  AskResult
  answer: Answer

See also
  https://example.com/ask
  Params
`.trim(),
  );
});

test('a type', () => {
  expect(render('Answer')).toBe(
    `
Answer                                    alias, revision r2

  Is            "yes" | "no" | "perhaps"
  In results of things/ask
  In types      AskResult
  Since         r1
  Changed in    r2 (also "perhaps")
`.trim(),
  );
});

test('what may come instead of a result, and what a union may be, with all their fields', () => {
  const later = OLD.replace('params: AskRequestParams', 'params: Either').concat(`
    export type Either = AskRequestParams | Short
    export interface Short { short: Yes }
    export type Yes = 'yes';
    export interface Later { ticket: string }
    export interface AskResultResponse { result: AskResult | Later }`);
  const text = render('things/ask', PLAIN, [compileText(OLD, 'r1'), compileText(later, 'r2')]);
  expect(text).toContain(
    `
  Changed in    r2 (params: also Short; result: also Later)

Params  Either
  AskRequestParams
    task?: string
    count?: number, minimum 0, maximum 9
    "odd name": object
      deep: string[]
      [key: string]: unknown
  Short
    short: Yes

Result  AskResult
  answer: Answer

Or  Later
  ticket: string
`.trimEnd(),
  );
});

test('a constant, a type that the schema does not name, and one that is deprecated without a reason', () => {
  const text = `${NEW}
/** @deprecated */
export const LIMIT = 10;
export interface LeaveNotification { method: 'things/leave'; params: { why?: string } }
export type ClientNotification = LeaveNotification;
`;
  const revisions = [compileText(text, 'r2')];
  expect(render('LIMIT', PLAIN, revisions)).toMatch(/^ {2}Value {9}10\n {2}Deprecated {4}yes$/m);
  expect(render('LeaveNotificationParams', PLAIN, revisions)).toContain(
    'Named         by mcp-gen: the schema writes it in place',
  );
});

test('what is corrected is listed with its reason, and where it holds', () => {
  const erratum = { place: 'Answer', wrong: 'It is wrong.', reason: 'Servers differ.', source: 'a page' } as const;
  const found = explain('Answer', protocols) as TypeExplanation;
  const errata = [
    { ...erratum, direction: 'both' },
    { ...erratum, direction: 'sent' },
  ] as never;
  expect(renderExplanation({ ...found, errata }, PLAIN)).toContain(
    `
Corrected
  Answer
    It is wrong. Servers differ. [a page]
  Answer (what is sent)
    It is wrong. Servers differ. [a page]`.trim(),
  );
});

test('a request that travels inside a result, which may be in several pages', () => {
  const found = explain('things/ask', protocols) as MethodExplanation;
  const page = renderExplanation({ ...found, embedded: true, paginated: true }, PLAIN);
  expect(page).toContain('  Sent by       the server, inside a result\n');
  expect(page).toContain('  Stub          none: it is never sent on its own\n');
  expect(page).toContain('  Paginated     yes\n');
});

test('no line is wider than the page, but for what cannot be broken', () => {
  for (const name of ['things/ask', 'Answer', 'AskRequestParams']) {
    const wide = render(name, { ...PLAIN, width: 40 })
      .split('\n')
      .filter((line) => line.length > 40);
    expect(wide).toEqual([]);
    expect(render(name, { ...PLAIN, width: 400 })).toMatch(/^.{41,}$/m);
  }
});

test('headings are bold where that can be shown', () => {
  const page = render('things/ask', { width: 60, bold: (text) => `<${text}>` });
  expect(page.match(/<[^>]*>/g)).toEqual(['<things/ask>', '<Params>', '<Result>', '<See also>']);
});

describe('text of a schema that would control the terminal', () => {
  const hostile = compileText(
    `/** Red \u001b[31m \u009b2J text\u0007.\n * @see https://example.com/\u001b]0;title\u0007 */
export interface A { 'na\\u001bme': 'li\\u001bteral'; 
  /** \u0008docs */
  b: string }`,
  );

  test('is shown without it', () => {
    const page = render('A', PLAIN, [hostile]);
    expect(page).toContain('Red [31m 2J text.');
    // oxlint-disable-next-line no-control-regex -- they are what must not be there
    expect(page).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  });
});
