import { expect, test } from 'vitest';
import { discriminate, type Discrimination } from '../../../generator/analyze/discriminate.js';
import type { TypeNode } from '../../../generator/model/declarations.js';
import { compileText } from '../../support/compileText.js';

const OTHERS = [
  "interface Text { type: 'text'; text: string }",
  "interface Image { type: 'image'; mime: 'png' }",
  "interface Photo { type: 'image'; mime: 'jpeg' }",
  "interface Note { type?: 'note' }",
  'interface Any { type: string }',
  'interface V1 { type: typeof TEXT; version: 1 }',
  "interface V2 { type: 'v'; version: 2 }",
  'interface Derived extends Text { more: string }',
  'type Media = Text | Image;',
  "type Shape = { type: 'shape' };",
  "type Level = 'low' | 'high';",
  "const TEXT = 'v';",
].join('\n');

test.each([
  ["'a' | 'b'", 'value: a b'],
  ["'a' | 1 | typeof TEXT", 'value: a 1 v'],
  ["'a' | Level", 'value: a low high'],
  ["'a' | 'a'", 'value: a'],
  ['Text | Image', 'type: text → Text, image → Image'],
  ['Media | Shape', 'type: text → Text, image → Image, shape → Shape'],
  ["Text | { type: 'own' }", 'type: text → Text, own → object'],
  ['Text | Image | Photo', 'type: text → Text, image → Image Photo'],
  // The property that tells most members apart is the tag.
  ['Image | Photo', 'mime: png → Image, jpeg → Photo'],
  ['Derived | Image', 'type: text → Derived, image → Image'],
  // A tag must be required, a literal text, and in every member.
  ['Text | Note', 'trial: Text Note'],
  ['V1 | V2', 'trial: V1 V2'],
  ['Text | Any', 'trial: Text Any'],
  ['Text | string', 'trial: Text primitive'],
  ['Text | Derived', 'trial: Text Derived'],
  ["string | 'a'", 'trial: primitive'],
  ["number | 'a'", 'trial: primitive literal'],
])('%s', (union, want) => {
  const { definitions } = compileText(`type A = ${union};\n${OTHERS}`);
  const declaration = definitions.findType('A');
  const type = declaration?.kind === 'alias' ? declaration.type : undefined;
  expect(type?.kind === 'union' && describe(discriminate(type.members, definitions))).toBe(want);
});

function describe(found: Discrimination): string {
  switch (found.by) {
    case 'value':
      return `value: ${found.values.join(' ')}`;
    case 'trial':
      return `trial: ${names(found.members)}`;
    case 'tag':
      return `${found.tag}: ${[...found.cases].map(([value, members]) => `${value} → ${names(members)}`).join(', ')}`;
  }
}

function names(types: readonly TypeNode[]): string {
  return types.map((type) => (type.kind === 'reference' ? type.name : type.kind)).join(' ');
}
