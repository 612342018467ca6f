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

/** Reads the doc comments of a property, and its other comments, in front of it and behind it: they may state a rule, too. */
export function readMemberDocs(...nodes: readonly ts.Node[]): Docs {
  const comments = nodes.flatMap((node) => {
    const { text } = node.getSourceFile();
    const ranges = [
      ...(ts.getLeadingCommentRanges(text, node.pos) ?? []),
      ...(ts.getTrailingCommentRanges(text, node.end) ?? []),
    ];
    return ranges.map(({ pos, end }) => text.slice(pos, end));
  });
  return withOtherComments(readDocs(...nodes), comments);
}

/** Reads the doc comments of a declaration, or the comment directly in front of it if it has none. A heading has a blank line behind it. */
export function readDeclarationDocs(...nodes: readonly ts.Node[]): Docs {
  const docs = readDocs(...nodes);
  if (nodes.some((node) => commentsOf(node).length > 0)) return docs;
  const comments = nodes.flatMap((node) => {
    const { text } = node.getSourceFile();
    const range = ts.getLeadingCommentRanges(text, node.pos)?.at(-1);
    if (range?.kind !== ts.SyntaxKind.MultiLineCommentTrivia) return [];
    return /\n\s*\n/.test(text.slice(range.end, node.getStart())) ? [] : [text.slice(range.pos, range.end)];
  });
  return withOtherComments(docs, comments);
}

/** Adds the texts of comments that are not doc comments. Those for tools are left out. */
function withOtherComments({ text, tags }: Docs, comments: readonly string[]): Docs {
  const others = comments.filter((comment) => !comment.startsWith('/**'));
  const texts = others.map((comment) =>
    comment
      .replace(/^\/[/*]|\*\/$/g, '')
      .split(/\r?\n/)
      .map((line) => line.replace(/^\s*\*?\s?/, '').trimEnd())
      .join('\n')
      .trim(),
  );
  const prose = texts.filter((each) => each !== '' && !/^(eslint|prettier|tslint|@ts)-/.test(each));
  return { text: [text, ...prose].filter((each) => each !== '').join('\n\n'), tags };
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
