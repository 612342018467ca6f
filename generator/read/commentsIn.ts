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
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    if (kind === ts.SyntaxKind.MultiLineCommentTrivia || kind === ts.SyntaxKind.SingleLineCommentTrivia) {
      comments.push({ position: scanner.getTokenStart(), text: scanner.getTokenText() });
    }
  }
  return comments;
}
