import { expect, test } from 'vitest';
import { SchemaProblems } from '../../../generator/problems.js';
import { emitText } from '../../support/compileText.js';

test('types that refer to each other in a cycle are all checked, in any order', () => {
  const names = ['A', 'B', 'C'];
  const types = names.map((name, at) => {
    const next = names[(at + 1) % names.length] ?? '';
    return `export interface ${name} { next?: ${next}; ${name === 'A' ? '\n/** @format uri */\nuri: string;' : ''} }`;
  });
  const messages = names.map((name) => `export interface ${name}Notification { method: '${name}'; params: ${name} }`);
  const union = `export type ServerNotification = ${names.map((name) => `${name}Notification`).join(' | ')};`;
  const orders = [names, names.toReversed(), ['B', 'A', 'C']];
  for (const order of orders) {
    const declared = order.map((name) => types[names.indexOf(name)]);
    const text = emitText([...declared, ...messages, union].join('\n'), 'sending');
    const checks = [...text.matchAll(/function check(\w+)/g)].map(([, name]) => name);
    expect(checks).toEqual(order);
  }
});

const FORMAT = '{ \n/** @format uri */\nuri: string; }';

/** What is emitted for a notification with these params. */
function checksOf(params: string): string {
  return emitText(
    `export interface ANotification { method: 'a'; params: AParams }
    export type ServerNotification = ANotification;
    export interface Named ${FORMAT}
    ${params}`,
    'sending',
  );
}

test('places where a rule cannot be checked are refused together', () => {
  const inUnion = `type Union = { other: 1 } | ${FORMAT};`;
  const inItems = `interface Items { items: (Named | ${FORMAT})[] }`;
  const refused = (): string => checksOf(`interface AParams { union: Union; items: Items } ${inUnion} ${inItems}`);
  expect(refused).toThrow(SchemaProblems);
  expect(refused).toThrow(/union of types without names or tags.*\n.*union of types without names or tags/);
});

test('the only object in a union needs no name', () => {
  expect(checksOf(`interface AParams { union: string | string[] | ${FORMAT} }`)).toContain(
    '(isObject(value.union) ? checkFormat("uri", value.union.uri, "/union/uri") : undefined)',
  );
});

test('an index signature beside properties is checked without them', () => {
  const text = checksOf('interface AParams { index: Index } interface Index { name: Named; [key: string]: Named }');
  expect(text).toContain('checkEntries(value, "", checkNamed, ["name"])');
});

test('a name of a string with a format is checked wherever it stands', () => {
  const text = checksOf(`/** @format uri */
    export type Link = string;
    interface AParams { link?: Link; links: Link[]; byName: { [name: string]: Link }; either: Link | number }`);
  for (const check of [
    'function checkLink(value: types.Link): Issue | undefined { return checkFormat("uri", value, ""); }',
    '(value.link && (under("/link", checkLink(value.link))))',
    'checkEach(value.links, "/links", checkLink)',
    'checkEntries(value.byName, "/byName", checkLink)',
    '(isLink(value.either) ? under("/either", checkLink(value.either)) : undefined)',
  ]) {
    expect(text).toContain(check);
  }
});

test('an optional array with a name of its own is checked only if it is there', () => {
  const text = checksOf('interface AParams { list?: List; items?: Named[] } export type List = Named[];');
  expect(text).toContain('(value.list && (under("/list", checkList(value.list))))');
  expect(text).toContain('checkEach(value.items, "/items", checkNamed)');
});

test('an item of one of several arrays is checked as what it is', () => {
  const text = checksOf(`export interface Other { \n/** @format byte */\ndata: string }
    export type Either = Named | string;
    interface AParams { list: Other[] | Either[] }`);
  expect(text.replaceAll(/\s+/g, ' ')).toContain(
    '(Array.isArray(value.list) ? checkEach<unknown>(value.list, "/list", (item) => ' +
      '(isOther(item) ? checkOther(item) : undefined) ?? (isNamed(item) ? checkNamed(item) : undefined)) : undefined)',
  );
});

test('members without a rule need no name', () => {
  expect(checksOf('interface AParams { union: Named | string[] | { other: string } }')).toContain(
    '(isNamed(value.union) ? under("/union", checkNamed(value.union)) : undefined)',
  );
});

test.each([
  ['Link | Base', '(isLink(value.item) ? under("/item", checkLink(value.item)) : undefined)'],
  [
    'Tagged | TaggedLink | Other',
    '(isTaggedLink(value.item) ? under("/item", checkTaggedLink(value.item)) : undefined)',
  ],
])('%s: a member that a guard does not need is checked', (union, check) => {
  const types = `interface Base { name: string } interface Link extends Base ${FORMAT}
    interface Tagged { type: 'a' } interface TaggedLink extends Tagged ${FORMAT} interface Other { type: 'b' }`;
  expect(checksOf(`interface AParams { item: ${union} } ${types}`)).toContain(check);
});

test('a member with two names is checked once', () => {
  const text = checksOf('interface AParams { item: Named | Same | string } type Same = Named;');
  expect(text.match(/"\/item"/g)).toHaveLength(1);
});

test('what is not sent may have rules that cannot be checked', () => {
  expect(checksOf(`interface AParams { name: string } type Unsent = string | ${FORMAT};`)).not.toContain('function');
});

test('what only clients send, in params, names what servers have made: its URIs are not checked', () => {
  const uri = '\n/** @format uri */\n';
  const text = emitText(
    `export interface RequestParams { _meta?: { [key: string]: unknown } }
    export interface Named { ${uri}uri: string; \n/** @format byte */\nproof: string }
    export interface Made { ${uri}uri: string }
    export interface AParams extends RequestParams { ${uri}uri: string; named: Named; made: Made }
    export interface ARequest { method: 'a'; params: AParams }
    export interface AResult { made: Made }
    export type ClientRequest = ARequest;
    export type ServerResult = AResult;`,
    'sending',
  );
  expect(text).toContain(
    'function checkMade(value: types.Made): Issue | undefined { return checkFormat("uri", value.uri, "/uri"); }',
  );
  expect(text).toMatch(/function checkNamed\(.*return checkFormat\("byte", value.proof, "\/proof"\)/);
  expect(text.match(/checkFormat\("uri"/g)).toHaveLength(1);
});
