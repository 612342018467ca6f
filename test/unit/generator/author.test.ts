import { expect, test } from 'vitest';
import { emitAuthor } from '../../../generator/targets/typescript/emitAuthor.js';
import { buildAuthor } from '../../../generator/analyze/author.js';
import { compileText } from '../../support/compileText.js';

const OLD = '2025-03-27';
const NEW = '2025-03-28';

/** A schema with a request of each side, and more declarations. */
function schema(base: string, more: string): string {
  return `
    export interface Request { method: string; params?: { [key: string]: any } }
    export interface Base { ${base} }
    export interface Response { result: Base }
    export interface CallRequest extends Request { method: 'call'; params: { name: string } }
    export interface CallResult extends Base { text: string }
    ${more}`;
}

const older = schema(
  '_meta?: { [key: string]: unknown }; [key: string]: unknown',
  `
    export const GREETING = 'hi';
    export interface Same { id: string }
    export interface PokeRequest extends Request { method: 'poke'; params: { hard: boolean } }
    /** What came of it. */
    export interface PokeResult extends Base { greeting: typeof GREETING; }
    export interface PokeResponse extends Response { result: PokeResult }
    export interface Kept extends Same { own: string }
    export type Both = Base & Same;
    export type ClientRequest = CallRequest | PokeRequest;`,
);
const newer = schema(
  'kind: string',
  `
    export interface Same { id: string }
    export interface AskRequest { method: 'ask'; params: { question: string } }
    export interface AskResult { answer: string }
    export type InputRequest = AskRequest;
    export type ClientRequest = CallRequest;`,
);

const author = () => buildAuthor([compileText(older, OLD), compileText(newer, NEW)]);

/** The types of author/, without what stands above them. */
function types(): string {
  const [file] = emitAuthor([compileText(newer, NEW), compileText(older, OLD)]);
  return (file?.text ?? '').replaceAll(/\s+/g, ' ');
}

test('the newest revision comes first, in its order; then what it dropped', () => {
  expect(author().definitions.all.map(({ name }) => name)).toEqual([
    ...['Request', 'Base', 'Response', 'CallRequestParams', 'CallRequest', 'CallResult', 'Same'],
    ...['AskRequestParams', 'AskRequest', 'AskResult', 'InputRequest', 'ClientRequest'],
    ...['PokeRequestParams', 'PokeRequest', 'PokeResult', 'PokeResponse', 'Kept', 'Both'],
  ]);
});

test('a name that both revisions have takes its newest shape', () => {
  expect(types()).toContain('export interface Base { kind: string; }');
});

test('a dropped name is marked, and keeps what it inherited from a type that has changed since', () => {
  expect(types()).toContain(
    `/** * What came of it. * * @deprecated Last in revision ${OLD}. */ export interface PokeResult ` +
      `{ _meta?: { [key: string]: unknown; }; greeting: "hi"; [key: string]: unknown; }`,
  );
});

test('a dropped name still extends a type that has not changed', () => {
  expect(types()).toContain('export interface Kept extends Same { own: string; }');
});

test('a dropped name does not extend a type that mentions one that has changed: it would have to fit that', () => {
  expect(types()).toContain('export interface PokeResponse { result: PokeResult; }');
});

test('of an intersection, what has changed since is written out', () => {
  expect(types()).toContain(
    'export type Both = { _meta?: { [key: string]: unknown; }; [key: string]: unknown; } & Same;',
  );
});

test('constants are stated by their value', () => {
  expect(types()).not.toMatch(/GREETING|typeof/);
});

test('there is an entry for each method of any revision, and for those inside other messages', () => {
  const { requests } = author();
  expect(requests.map(({ method, params, results }) => [method, params.type, ...results])).toEqual([
    ['call', 'CallRequestParams', 'CallResult'],
    ['ask', 'AskRequestParams', 'AskResult'],
    ['poke', 'PokeRequestParams', 'PokeResult'],
  ]);
});

test('a single revision has no types for authors', () => {
  expect(emitAuthor([compileText(newer, NEW)])).toEqual([]);
});
