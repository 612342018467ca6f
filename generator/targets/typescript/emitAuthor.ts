/**
 * Emits author/: the unified types, which application code uses for every revision, and for each revision the conversions that it needs.
 */

import { buildAuthor, type Author } from '../../analyze/author.js';
import { allMessages, type AnyMessage, type Protocol } from '../../model/protocol.js';
import { Code, code, docComment } from '../../print/code.js';
import { emitConversions } from './emitConversions.js';
import { messageEntry } from './dispatch.js';
import { moduleFile, type GeneratedFile } from '../file.js';
import { AUTHOR } from './folders.js';
import { declarationText } from '../declarationText.js';

/**
 * @param protocols all revisions that are generated, in any order
 * @returns no files for a single revision: its own types are the newest, and nothing must be converted
 */
export function emitAuthor(protocols: readonly Protocol[]): readonly GeneratedFile[] {
  if (protocols.length < 2) return [];
  const author = buildAuthor(protocols);
  const conversions = author.revisions.map((protocol) => emitConversions(author, protocol, AUTHOR));
  return [emitTypes(author), emitMessages(author), emitIndex(author), emitSame(author), ...conversions];
}

function emitTypes(author: Author): GeneratedFile {
  const about = 'Each type in its newest shape. Types that the newest revision no longer has are marked as deprecated.';
  return authorFile(author, 'types', about, author.definitions.all.map(declarationText));
}

function emitMessages(author: Author): GeneratedFile {
  const entries = (messages: readonly AnyMessage[]): readonly Code[] =>
    messages.map((each) => code`${mark(each, author)}${messageEntry(each)}`);
  return authorFile(author, 'messages', 'Each method with its params and result, as in its newest revision.', [
    code`/** Every request of any revision, by method. */
      export interface AuthorRequests { ${entries(author.requests)} }`,
    code`/** Every notification of any revision, by method. */
      export interface AuthorNotifications { ${entries(author.notifications)} }`,
  ]);
}

/** Returns the mark of a method that the newest revision does not have. */
function mark({ method }: AnyMessage, { revisions }: Author): Code | undefined {
  const last = revisions.find((protocol) => allMessages(protocol).some((each) => each.method === method));
  return last && last !== revisions[0] ? docComment(`@deprecated Last in revision ${last.revision}.`) : undefined;
}

function emitIndex(author: Author): GeneratedFile {
  const body = new Code(`export type * from './messages.js';\nexport type * from './types.js';`);
  return authorFile(author, 'index', 'The unified types, which application code uses for every revision.', [body]);
}

function emitSame(author: Author): GeneratedFile {
  const about = 'Proves at compile time that values are assignable between revisions.';
  return authorFile(author, 'same', about, [
    code`/** Compiles if every value of the first type is also a value of the second. */
      export type Same<From extends To, To> = From;`,
    code`/** A type as guards check it: every object is open, and \`unknown\` becomes \`any\`. */
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
