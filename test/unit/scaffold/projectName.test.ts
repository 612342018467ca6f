import { expect, test } from 'vitest';
import { findNameProblem, suggestName } from '../../../generator/scaffold/projectName.js';

test.each(['weather', '@me/weather', 'a', '1-2.3_4~5', 'w'.repeat(214)])('npm can take the name %s', (name) => {
  expect(findNameProblem(name)).toBeUndefined();
});

test.each([
  '',
  'Weather',
  'my server',
  '.weather',
  '_weather',
  'a/b',
  '@me/',
  '@/weather',
  '@me/.weather',
  'größe',
  'a"b',
  '{{name}}',
  '../weather',
  'w'.repeat(215),
])('npm cannot take the name %j', (name) => {
  expect(findNameProblem(name)).toMatch(/npm allows|longer than/);
});

test.each(['node_modules', 'fs', 'typescript', 'mcp-gen', '@mcp-gen/runtime', '@mcp-gen/sdk'])(
  'the name %s is taken',
  (name) => {
    expect(findNameProblem(name)).toBe('it is reserved');
  },
);

test.each([
  ['weather', 'weather'],
  ['projects/My Server', 'my-server'],
  ['weather/', 'weather'],
  ['weather/../__Größe!', 'gr-e'],
  ['typescript', 'mcp-server'],
  ['/', 'mcp-server'],
  ['...', 'mcp-server'],
])('the folder %j suggests a name', (folder, name) => {
  expect(suggestName(folder, 'server')).toBe(name);
});
