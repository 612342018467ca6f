/**
 * Emits author/: the types that application code is written against, whatever revision is negotiated, and for each revision
 * what has to be converted.
 */

import { buildAuthor, type Author } from '../../analyze/author.js';
import { allMessages, type AnyMessage, type Protocol } from '../../model/protocol.js';
import { Code, code, docComment } from '../../print/code.js';
import { emitConversions } from './conversions.js';
import { messageEntry } from './dispatch.js';
import { moduleFile, type GeneratedFile } from '../file.js';
import { AUTHOR } from './folders.js';
import { declarationText } from '../../print/types.js';

/**
 * @param protocols all revisions that are generated, in any order
 * @returns nothing for a single revision: its own types are the newest, and there is nothing to convert
 */
export function emitAuthor(protocols: readonly Protocol[]): readonly GeneratedFile[] {
  if (protocols.length < 2) return [];
  const author = buildAuthor(protocols);
  const conversions = author.revisions.map((protocol) => emitConversions(author, protocol, AUTHOR));
  return [emitTypes(author), emitMessages(author), emitIndex(author), emitSame(author), ...conversions];
}

function emitTypes(author: Author): GeneratedFile {
  const about = 'Each type in its newest shape. What the newest revision no longer has is marked as deprecated.';
  return authorFile(author, 'types', about, author.definitions.all.map(declarationText));
}

function emitMessages(author: Author): GeneratedFile {
  const entries = (messages: readonly AnyMessage[]): readonly Code[] =>
    messages.map((each) => code`${mark(each, author)}${messageEntry(each)}`);
  return authorFile(author, 'messages', 'Each method with what it carries, as its newest revision has it.', [
    code`/** Every request of any revision, by method. */
      export interface AuthorRequests { ${entries(author.requests)} }`,
    code`/** Every notification of any revision, by method. */
      export interface AuthorNotifications { ${entries(author.notifications)} }`,
  ]);
}

/** What marks a method that the newest revision does not have. */
function mark({ method }: AnyMessage, { revisions }: Author): Code | undefined {
  const last = revisions.find((protocol) => allMessages(protocol).some((each) => each.method === method));
  return last && last !== revisions[0] ? docComment(`@deprecated Last in revision ${last.revision}.`) : undefined;
}

function emitIndex(author: Author): GeneratedFile {
  const body = new Code(`export type * from './messages.js';\nexport type * from './types.js';`);
  return authorFile(author, 'index', 'What application code is written against, whatever revision is spoken.', [body]);
}

function emitSame(author: Author): GeneratedFile {
  const about = 'What proves that values pass from one revision to another as they are.';
  return authorFile(author, 'same', about, [
    code`/** Compiles where every value of the first type is one of the second. */
      export type Same<From extends To, To> = From;`,
    code`/** A type as guards see it: every object is open, and what may be anything is anything. */
      export type Open<Type> = unknown extends Type ? any
        : Type extends string | number ? Type
        : Type extends readonly (infer Item)[] ? Open<Item>[]
        : Type extends object ? keyof Type extends never ? any : { [Key in keyof Type]: Open<Type[Key]> }
        : Type;`,
  ]);
}

function authorFile({ revisions }: Author, name: string, about: string, body: readonly Code[]): GeneratedFile {
  const sources = revisions.flatMap((protocol) => protocol.sources);
  return moduleFile({ sources }, { path: `${AUTHOR}/${name}.ts`, about }, body);
}
