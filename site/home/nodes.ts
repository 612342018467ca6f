/** Makes nodes of elements that are data. */

import { h } from '../explorer/dom.js';
import type { Tree } from './tree.js';

/** Returns the nodes of trees. */
export function toNodes(trees: readonly Tree[]): readonly (Node | string)[] {
  return trees.map((tree) => (typeof tree === 'string' ? tree : h(tree.tag, tree.attributes, toNodes(tree.content))));
}
