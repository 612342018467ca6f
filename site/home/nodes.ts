/** Makes nodes of elements that are data. */

import type { Tree } from './tree.js';

/** Returns the nodes of trees. */
export function toNodes(trees: readonly Tree[]): Node[] {
  return trees.map(nodeOf);
}

function nodeOf(tree: Tree): Node {
  if (typeof tree === 'string') return document.createTextNode(tree);
  const { tag, attributes, content } = tree;
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...toNodes(content));
  return made;
}
