/** Definitions of revisions that cannot be used. Programs that use definitions have a process of their own: a name stays known in it. */

import { expect, test } from 'vitest';
import { Server, type RevisionChoice } from '@mcp-gen/sdk';

const draft = {
  ...{ id: 'DRAFT', era: 'stateless', requests: {}, notifications: {}, features: [], errors: [] },
  ...{ capabilities: { client: [], server: [] }, load: () => Promise.reject(new Error('not loaded')) },
};

const serverOf = (definition: unknown): Server =>
  new Server({ name: 'draft', version: '1.0.0' }, { revisions: [definition as RevisionChoice] });

test.each<readonly [what: string, definition: unknown, shown: string]>([
  ['null', null, 'null'],
  ['undefined', undefined, 'undefined'],
  ['a number', 42, '42'],
  ['a module', { draft }, '{"draft":{"id":"DRAFT","era":"stateless"'],
  ...Object.keys(draft).map((name) => [`a definition without ${name}`, { ...draft, [name]: undefined }, '{'] as const),
  ['a definition of another era', { ...draft, era: 'later' }, '{"id":"DRAFT","era":"later"'],
  ['a definition with the name of a release', { ...draft, id: '2026-07-28' }, '{"id":"2026-07-28",'],
])('%s is not supported', (_, definition, shown) => {
  const message = `Unsupported revision ${shown}`;
  expect(() => serverOf(definition)).toThrow(message);
  expect(() => serverOf(definition)).toThrow(/\. Others need a definition \(docs.revisions.md: Serving a draft\)$/);
});
