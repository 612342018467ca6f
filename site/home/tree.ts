/** Elements as data: the build writes them as HTML, and the page makes nodes of them (`nodes.ts`). */

/** Text, or an element. */
export type Tree = string | TreeElement;

/** An element with its attributes, and what is in it. */
export interface TreeElement {
  readonly tag: string;
  readonly attributes: { readonly [name: string]: string };
  readonly content: readonly Tree[];
}

/** Makes an element. */
export function element(tag: string, attributes: TreeElement['attributes'], ...content: readonly Tree[]): TreeElement {
  return { tag, attributes, content };
}

/** Returns trees as HTML. */
export function toHtml(trees: readonly Tree[]): string {
  return trees.map(htmlOf).join('');
}

function htmlOf(tree: Tree): string {
  if (typeof tree === 'string') return escaped(tree);
  const { tag, attributes, content } = tree;
  const given = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`);
  return `<${tag}${given.join('')}>${toHtml(content)}</${tag}>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
