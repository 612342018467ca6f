/** Reads the doc comments of a declaration or property. */

import { ts } from 'ts-morph';
import type { JSDocableNode } from 'ts-morph';
import type { Docs, Tag } from '../model/declarations.js';

/** Reads the doc comments of a node. Several comments are joined with a line break. */
export function readDocs(node: JSDocableNode): Docs {
  const texts: string[] = [];
  const tags: Tag[] = [];
  for (const { compilerNode: comment } of node.getJsDocs()) {
    texts.push(commentText(comment.comment));
    for (const tag of comment.tags ?? []) {
      // TypeScript parses the first word after `@see` as a name: the scheme of a URL.
      const name = ts.isJSDocSeeTag(tag) && tag.name ? tag.name.getText() : '';
      tags.push({ name: tag.tagName.text, text: (name + commentText(tag.comment)).trim() });
    }
  }
  return { text: texts.join('\n').replaceAll('\r\n', '\n').trim(), tags };
}

function commentText(comment: string | ts.NodeArray<ts.JSDocComment> | undefined): string {
  if (comment === undefined) return '';
  return typeof comment === 'string' ? comment : comment.map(partText).join('');
}

/**
 * Prints links as in the official JSON Schemas: `{@link A}` is unchanged, and in `{@link A | b}` the bar and the white space around it are
 * removed.
 */
function partText(part: ts.JSDocComment): string {
  if (!ts.isJSDocLink(part) && !ts.isJSDocLinkCode(part) && !ts.isJSDocLinkPlain(part)) return part.text;
  const name = part.name ? part.name.getText() : '';
  const rest = name === '' ? part.text : part.text.replace(/^\s*\|/, '');
  return `{@link ${name}${rest.trim()}}`;
}
