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
    return joinLines(text, ranges);
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

/** Returns the texts of comments. Line comments in adjacent lines are one comment. */
function joinLines(text: string, ranges: readonly ts.CommentRange[]): readonly string[] {
  const joined: ts.TextRange[] = [];
  for (const { pos, end, kind } of ranges) {
    const before = joined.at(-1);
    const isNext = before && text.startsWith('//', before.pos) && /^\r?\n[ \t]*$/.test(text.slice(before.end, pos));
    if (isNext && kind === ts.SyntaxKind.SingleLineCommentTrivia) joined.splice(-1, 1, { pos: before.pos, end });
    else joined.push({ pos, end });
  }
  return joined.map(({ pos, end }) => text.slice(pos, end));
}

/** The beginnings of lines that are not prose: for tools, and rulers. */
const NOT_PROSE =
  /^(?:(?:eslint|oxlint|tslint|prettier|oxfmt|biome|dprint|deno|cspell|c8|v8|istanbul)(?:[-:]|\s+ignore\b)|@ts-|#(?:end)?region\b|[-=~/\u2500\u2501\u2550]{3,}|[*_#]{3,}$)/;

/** Notes of those who write the schema, and tags, which mean nothing outside of doc comments: each until an empty line. */
const NOTES = /^(?:@[\w$-]|(?:TODO|FIXME|XXX|HACK)\b)[^]*?(?=\n\n|$(?![^]))/gm;

/** Adds the prose of comments that are not doc comments. */
function withOtherComments(docs: Docs, comments: readonly string[]): Docs {
  const others = comments.filter((comment) => !comment.startsWith('/**'));
  const prose = others.map((comment) =>
    comment
      .replace(/^\/\*|\*\/$/g, '')
      .split(/\r?\n/)
      .map((line) => line.replace(/^\s*(?:\/\/|\*)?\s?/, '').trimEnd())
      .map((line) => (NOT_PROSE.test(line.trim()) ? '' : line))
      .join('\n')
      .replaceAll(NOTES, '')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim(),
  );
  const said = prose.filter((each) => each !== '').join('\n\n');
  return said === '' ? docs : { ...docs, comments: said };
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
