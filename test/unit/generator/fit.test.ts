/** What fits: each row a type that is sent, one that is read, and what is said of them. */

import { expect, test } from 'vitest';
import { describeMisfit, fit } from '../../../generator/analyze/fit.js';
import { shapesOf } from '../../../generator/analyze/shapes.js';
import { Definitions } from '../../../generator/model/definitions.js';
import { readTypeScript } from '../../../generator/read/readTypeScript.js';

const TEXT = `export interface Text { type: 'text'; text: string }`;
const IMAGE = `export interface Image { type: 'image'; data: string }`;
const RESERVED = 'io.modelcontextprotocol/key';

const ROWS: readonly { what: string; sent: string; read: string; misfits?: string[]; ignored?: string[] }[] = [
  { what: 'the same', sent: '{ a: string }', read: '{ a: string }' },
  {
    what: 'a field that is required there alone',
    sent: '{ a?: string }',
    read: '{ a: string; b: string }',
    misfits: ['`a`: required, may be missing', '`b`: required, may be missing'],
  },
  { what: 'a field that is optional there', sent: '{ a: string }', read: '{ a?: string; b?: number }' },
  { what: 'a field that is unknown there', sent: '{ a: { b: string } }', read: '{ a: {} }' },
  {
    what: 'a field that is unknown there',
    sent: '{ a: { b: string } }',
    read: '{ a: { c?: string } }',
    ignored: ['a.b'],
  },
  { what: 'a field among others that are allowed', sent: '{ a: string }', read: '{ [key: string]: unknown }' },
  { what: 'another type', sent: '{ a: string }', read: '{ a: number }', misfits: ['`a`: string, not integer'] },
  { what: 'anything', sent: '{ a: unknown }', read: '{ a: string }', misfits: ['`a`: unknown, not string'] },
  { what: 'anything, where anything may be', sent: '{ a: unknown }', read: '{ a: Any }' },
  {
    what: 'any key, where one has a type',
    sent: '{ [key: string]: unknown }',
    read: '{ a?: string }',
    misfits: ['`a`: unknown, not string'],
  },
  { what: 'any object', sent: '{ b?: string }', read: '{ a?: string }', ignored: ['b'] },
  { what: 'more literals', sent: `'a' | 'b'`, read: `'b' | 'c'`, misfits: ['the whole: "a" unknown'] },
  { what: 'a literal of an open list', sent: `'a' | 'b'`, read: 'string' },
  {
    what: 'members that are unknown',
    sent: '{ a: (Text | Image | Text[])[] }',
    read: '{ a: Text[] }',
    misfits: ['`a[]`: image, array unknown'],
  },
  {
    what: 'a member that differs inside',
    sent: '{ a: Text | Image }',
    read: `{ a: Image | { type: 'text'; text: string; b: number; } }`,
    misfits: ['`a(text).b`: required, may be missing'],
  },
  {
    what: 'more items',
    sent: 'string[]',
    read: 'Few',
    misfits: ['the whole: string[], not string[] (at most 2 items)'],
  },
  { what: 'an intersection', sent: 'Text & { b: string }', read: '{ text: string; b: string }', ignored: ['type'] },
  {
    what: 'a type that contains itself',
    sent: 'Tree',
    read: '{ trees?: Tree[]; id: string }',
    misfits: ['`id`: required, may be missing'],
  },
  {
    what: 'a reserved key that is always there',
    sent: `{ '${RESERVED}': string }`,
    read: '{ a?: string }',
    misfits: [`\`"${RESERVED}"\`: always given, but means nothing there`],
  },
  { what: 'a reserved key among any', sent: '{ [key: string]: unknown }', read: `{ '${RESERVED}'?: string }` },
];

test.each(ROWS)('$what: $sent → $read', ({ sent, read, misfits = [], ignored = [] }) => {
  const [from, to] = [sent, read].map((type) => shapes(`export type Value = ${type};`));
  const found = fit('Value', from ?? {}, 'Value', to ?? {});
  expect({ misfits: found.misfits.map(describeMisfit), ignored: found.ignored }).toEqual({ misfits, ignored });
});

function shapes(declaration: string) {
  const more = `
    /** @TJS-type number */
    export type Any = string | number | boolean | null | Any[] | { [key: string]: Any };
    export interface Tree { trees?: Tree[] }
    /** @maxItems 2 */
    export type Few = string[];`;
  return shapesOf(new Definitions(readTypeScript(`${TEXT} ${IMAGE} ${more} ${declaration}`, 'schema.ts')), true);
}
