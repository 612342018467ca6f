/** Finds the comments of a file. */

import { ts } from 'ts-morph';

/** A comment with its delimiters. */
export interface Comment {
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
