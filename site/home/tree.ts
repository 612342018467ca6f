/** Elements as data: the build writes them as HTML, and the page makes nodes of them (`nodes.ts`). */

import { escapeHtml } from '../escapeHtml.mjs';

/** Text, or an element. */
export type Tree = string | TreeElement;

/** The elements of the live example. */
type Tag =
  | 'a'
  | 'button'
  | 'code'
  | 'div'
  | 'label'
  | 'li'
  | 'mark'
  | 'ol'
  | 'p'
  | 'pre'
  | 'span'
  | 'strong'
  | 'textarea';

/** An element with its attributes, and what is in it. */
export interface TreeElement {
  readonly tag: Tag;
  readonly attributes: { readonly [name: string]: string };
  readonly content: readonly Tree[];
}

/** Makes an element. */
export function element(tag: Tag, attributes: TreeElement['attributes'], ...content: readonly Tree[]): TreeElement {
  return { tag, attributes, content };
}

/** Returns trees as HTML. */
export function toHtml(trees: readonly Tree[]): string {
  return trees.map(htmlOf).join('');
}

function htmlOf(tree: Tree): string {
  if (typeof tree === 'string') return escapeHtml(tree);
  const { tag, attributes, content } = tree;
  const given = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`);
  return `<${tag}${given.join('')}>${toHtml(content)}</${tag}>`;
}
