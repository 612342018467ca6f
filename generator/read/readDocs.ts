/** Reads the doc comments of a declaration or property. */

import { ts } from 'ts-morph';
import type { Docs, Tag } from '../model/declarations.js';

/** Reads the doc comments of nodes. Several comments are joined with a line break. */
export function readDocs(...nodes: readonly ts.Node[]): Docs {
  const texts: string[] = [];
  const tags: Tag[] = [];
  for (const comment of nodes.flatMap(commentsOf)) {
    texts.push(commentText(comment.comment));
    for (const tag of comment.tags ?? []) {
      // TypeScript parses the first word after `@see` as a name: the scheme of a URL.
      const name = ts.isJSDocSeeTag(tag) && tag.name ? tag.name.getText() : '';
      tags.push({ name: tag.tagName.text, text: (name + commentText(tag.comment)).trim() });
    }
  }
  return { text: texts.join('\n').replaceAll('\r\n', '\n').trim(), tags };
}

/** Adds tags that the type states. */
export function withTags(docs: Docs, tags: readonly Tag[]): Docs {
  return tags.length === 0 ? docs : { ...docs, tags: [...docs.tags, ...tags] };
}

/** Returns all doc comments of a node. The public function of TypeScript returns only the last one. */
function commentsOf(node: ts.Node): readonly ts.JSDoc[] {
  return (node as { readonly jsDoc?: readonly ts.JSDoc[] }).jsDoc ?? [];
}

function commentText(comment: string | ts.NodeArray<ts.JSDocComment> | undefined): string {
  if (comment === undefined) return '';
  return typeof comment === 'string' ? comment : comment.map(partText).join('');
}

/** Prints links in one form: `{@link A}`, or `{@link A | text}`. A URL is unchanged. */
function partText(part: ts.JSDocComment): string {
  if (!ts.isJSDocLink(part) && !ts.isJSDocLinkCode(part) && !ts.isJSDocLinkPlain(part)) return part.text;
  if (part.name === undefined) return `{@link ${part.text.trim()}}`;
  // TypeScript parses the scheme of a URL as a name, and leaves out spaces after a name.
  const text = part.text.trimEnd().replace(/^\s*\|\s*|^\s*(?=[\w`])/, ' | ');
  return `{@link ${part.name.getText()}${text}}`;
}
