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

/** Reads the doc comments of a property, and its other comments, in front of it, in it, and behind it: they may state a rule, too. */
export function readMemberDocs(...nodes: readonly ts.Node[]): Docs {
  return withOtherComments(readDocs(...nodes), nodes.map(leadingComments), nodes);
}

/**
 * Reads the doc comments of a declaration, and its other comments, directly in front of it, in it, and behind it. A heading has a blank
 * line, or a doc comment, behind it.
 */
export function readDeclarationDocs(...nodes: readonly ts.Node[]): Docs {
  const comments = nodes.map((node) => {
    const { text } = node.getSourceFile();
    const own: ts.TextRange[] = [];
    let next = node.getStart();
    for (const range of leadingComments(node).toReversed()) {
      if (text.startsWith('/**', range.pos) || /\n\s*\n/.test(text.slice(range.end, next))) break;
      own.unshift(range);
      next = range.pos;
    }
    return own;
  });
  return withOtherComments(readDocs(...nodes), comments, nodes);
}

function leadingComments(node: ts.Node): readonly ts.TextRange[] {
  return ts.getLeadingCommentRanges(node.getSourceFile().text, node.pos) ?? [];
}

function trailingComments(node: ts.Node): readonly ts.TextRange[] {
  return ts.getTrailingCommentRanges(node.getSourceFile().text, node.end) ?? [];
}

/** Returns the comments in a node: of index signatures, and of the members of unions and enums. Those of properties are their own. */
function commentsInside(node: ts.Node): readonly ts.TextRange[] {
  const others: ts.TextRange[] = [];
  const visit = (part: ts.Node): void => {
    if (!ts.isPropertySignature(part)) return ts.forEachChild(part, visit);
    const [first] = leadingComments(part);
    others.push({ pos: first?.pos ?? part.getStart(), end: trailingComments(part).at(-1)?.end ?? part.end });
  };
  ts.forEachChild(node, visit);
  const start = node.getStart();
  return commentsIn(node.getText()).flatMap(({ position, text }) => {
    const pos = start + position;
    return others.some((other) => other.pos <= pos && pos < other.end) ? [] : [{ pos, end: pos + text.length }];
  });
}

/** Returns the texts of comments. Line comments in adjacent lines are one comment. */
function joinLines(text: string, ranges: readonly ts.TextRange[]): readonly string[] {
  const joined: ts.TextRange[] = [];
  for (const { pos, end } of ranges) {
    const before = joined.at(-1);
    const isNext =
      before !== undefined && text.startsWith('//', before.pos) && /^\r?\n[ \t]*$/.test(text.slice(before.end, pos));
    if (isNext && text.startsWith('//', pos)) joined.splice(-1, 1, { pos: before.pos, end });
    else joined.push({ pos, end });
  }
  return joined.map(({ pos, end }) => text.slice(pos, end));
}

/** The beginnings of lines that are not prose: for tools, and rulers. */
const NOT_PROSE =
  /^(?:(?:eslint|oxlint|tslint|prettier|oxfmt|biome|dprint|deno|cspell|c8|v8|istanbul)(?:[-:]|\s+ignore\b)|@ts-|#(?:end)?region\b|[-=~/\u2500\u2501\u2550]{3,}|[*_#]{3,}$)/;

/** Notes of those who write the schema, and tags, which mean nothing outside of doc comments: each until an empty line. */
const NOTES = /^(?:@[\w$-]|(?:TODO|FIXME|XXX|HACK)\b)[^]*?(?=\n\n|$(?![^]))/gm;

/**
 * Adds the prose of comments that are not the docs of nodes.
 *
 * @param leading the comments in front of each node
 */
function withOtherComments(docs: Docs, leading: readonly (readonly ts.TextRange[])[], nodes: readonly ts.Node[]): Docs {
  const comments = nodes.flatMap((node, index) => {
    const { text } = node.getSourceFile();
    const inFront = leading[index]?.filter(({ pos }) => !text.startsWith('/**', pos)) ?? [];
    return joinLines(text, [...inFront, ...commentsInside(node), ...trailingComments(node)]);
  });
  const prose = comments.map((comment) =>
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
  return joinDocs(docs, { text: '', tags: [], comments: said });
}

/** Joins the docs of two declarations of one property, as TypeScript does, or docs and other comments. */
export function joinDocs(a: Docs, b: Docs): Docs {
  const comments = [a.comments, b.comments].filter((each) => each !== undefined && each !== '').join('\n\n');
  const text = [a.text, b.text].join('\n').trim();
  return { text, tags: [...a.tags, ...b.tags], ...(comments !== '' && { comments }) };
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

/** A comment with its delimiters. */
interface Comment {
  /** The offset of its first character. */
  readonly position: number;
  /** Without the line feed behind it. */
  readonly text: string;
}

/** Returns all comments of a file, in its order. */
export function commentsIn(text: string): readonly Comment[] {
  const scanner = ts.createScanner(ts.ScriptTarget.ESNext, false, ts.LanguageVariant.Standard, text);
  const comments: Comment[] = [];
  /** The number of open braces in each template literal around a token. */
  const templates: number[] = [];
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    const open = templates.at(-1);
    if (open === 0 && kind === ts.SyntaxKind.CloseBraceToken) {
      if (scanner.reScanTemplateToken(false) === ts.SyntaxKind.TemplateTail) templates.pop();
    } else if (kind === ts.SyntaxKind.TemplateHead) templates.push(0);
    else if (open !== undefined && kind === ts.SyntaxKind.OpenBraceToken) templates.splice(-1, 1, open + 1);
    else if (open !== undefined && kind === ts.SyntaxKind.CloseBraceToken) templates.splice(-1, 1, open - 1);
    else if (kind === ts.SyntaxKind.MultiLineCommentTrivia || kind === ts.SyntaxKind.SingleLineCommentTrivia) {
      comments.push({ position: scanner.getTokenStart(), text: scanner.getTokenText() });
    }
  }
  return comments;
}
