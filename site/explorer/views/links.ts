/** Where a method or a type is found outside of the explorer: in the specification, in the guides, and in the code. */

import type { Context } from '../context.js';
import type { LinkedPage } from '../data/format.js';
import { load } from '../data/load.js';
import { fill, h, type Content } from '../dom.js';
import { reasonOf } from '../../reason.js';
import { facts } from './parts.js';

/** A line of a list of facts. */
type Fact = readonly [string, Content] | undefined;

/** What all addresses of the specification begin with. */
const SPECIFICATION = /^https:\/\/(modelcontextprotocol\.io\/specification\/|github\.com\/.*?\/schema\/)/;

/** Returns the pages of the specification. */
export function specification({ text }: Context, see: readonly string[]): Fact {
  if (see.length === 0) return undefined;
  return [text.seeAlso, places(see.map((url) => h('a', { href: url }, url.replace(SPECIFICATION, ''))))];
}

/** Shows the pages of the site about a method or a type, as soon as they are loaded: nothing waits for them. */
export function links(context: Context, name: string, revision: string): HTMLElement {
  const { text, isCurrent } = context;
  const shown = h('div', {});
  void show().catch((error: unknown) => {
    fill(shown, h('p', { class: 'bad' }, text.failed(reasonOf(error))));
  });
  return shown;

  async function show(): Promise<void> {
    const { guides, code, declared } = await load('links');
    if (!isCurrent()) return;
    const line = own(declared[revision] ?? {}, name);
    fill(
      shown,
      facts([
        pages(text.guides, own(guides, name) ?? []),
        pages(text.code, (own(code, name) ?? []).map(source)),
        pages(text.declared, line === undefined ? [] : [source(`generated/${revision}/types.ts:${line}`)]),
      ]),
    );
  }
}

/** Returns the page of a line of a source: `sdk/src/server/tools.ts:12`. */
function source(place: string): LinkedPage {
  const [file = '', line = ''] = place.split(':');
  return { title: place, path: `source/${file}.html#L${line}` };
}

function pages(label: string, found: readonly LinkedPage[]): Fact {
  if (found.length === 0) return undefined;
  return [label, places(found.map(({ title, path }) => h('a', { href: `../${path}` }, title)))];
}

function places(anchors: readonly HTMLElement[]): HTMLElement {
  return h(
    'span',
    { class: 'places' },
    anchors.flatMap((anchor) => [anchor, ' ']),
  );
}

/** A name may be that of what every object inherits. */
function own<Value>(table: { readonly [name: string]: Value | undefined }, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
