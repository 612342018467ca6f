/** Finds comments with tags that would be lost, because they are not doc comments of a declaration or property. */

import { ts } from 'ts-morph';
import { keywordOf } from '../model/keywords.js';
import { isLimit } from '../model/limits.js';
import { commentsIn } from './commentsIn.js';

/** Returns the positions of such comments in a file: of an index signature, of a member of a union, or beside a brace. */
export function findStrayTags(file: ts.SourceFile): readonly { readonly position: number; readonly tag: string }[] {
  const read = new Set<number>();
  const visit = (node: ts.Node): void => {
    if (isRead(node))
      for (const { pos } of (node as { readonly jsDoc?: readonly ts.JSDoc[] }).jsDoc ?? []) read.add(pos);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return commentsIn(file.text).flatMap(({ position, text }) => {
    const tag = tagsIn(text).find(limitsValues);
    return tag === undefined || read.has(position) ? [] : [{ position, tag }];
  });
}

function isRead(node: ts.Node): boolean {
  return (
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isEnumDeclaration(node) ||
    ts.isVariableStatement(node) ||
    ts.isPropertySignature(node)
  );
}

/** Returns the names of the block tags of a comment: at the beginnings of its lines. */
function tagsIn(comment: string): readonly string[] {
  return comment.split('\n').flatMap((line) => /^[\s/*]*@([\w$-]+)/.exec(line)?.[1] ?? []);
}

function limitsValues(tag: string): boolean {
  const keyword = keywordOf({ name: tag, text: '' });
  return (
    tag === 'nullable' || keyword === 'format' || keyword === 'type' || (keyword !== undefined && isLimit(keyword))
  );
}
