/**
 * The messages that programs can use, in the unified types: those of the revisions of this package, and those that other revisions add, whose
 * generated definitions are part of the program.
 */

/* oxlint-disable typescript/no-generated-empty-object-type -- the types are empty until a program has a definition. */

import type { AuthorNotifications, AuthorRequests } from '@mcp-gen/protocol/author';
import type { DefinedMessages } from '@mcp-gen/runtime/codegen/v1/served';

/** The tables of one kind, of all defined revisions: a union. */
export type DefinedTables<Kind extends string> = {
  [Revision in keyof DefinedMessages]: DefinedMessages[Revision][Kind & keyof DefinedMessages[Revision]];
}[keyof DefinedMessages];

/** The methods of such tables. */
export type DefinedMethods<Table> = Table extends unknown ? keyof Table & string : never;

/** The entry of a method in such tables. */
export type DefinedEntry<Table, Method> = Table extends unknown ? Table[Method & keyof Table] : never;

/** The messages of a kind that defined revisions add to known ones, by method. */
export type AddedMessages<Kind extends string, Known> = {
  [Method in Exclude<DefinedMethods<DefinedTables<Kind>>, keyof Known>]: DefinedEntry<DefinedTables<Kind>, Method>;
};

/** The requests of clients that defined revisions add. */
export type AddedClientRequests = AddedMessages<'clientRequests', AuthorRequests>;
/** The requests of servers that defined revisions add. */
export type AddedServerRequests = AddedMessages<'serverRequests', AuthorRequests>;

/** The notifications of clients that defined revisions add. */
export type AddedClientNotifications = AddedMessages<'clientNotifications', AuthorNotifications>;
/** The notifications of servers that defined revisions add. */
export type AddedServerNotifications = AddedMessages<'serverNotifications', AuthorNotifications>;

/** The requests of all revisions, by method. */
export type UnifiedRequests = AuthorRequests & AddedMessages<'clientRequests' | 'serverRequests', AuthorRequests>;

/** The notifications of all revisions, by method. */
export type UnifiedNotifications = AuthorNotifications &
  AddedMessages<'clientNotifications' | 'serverNotifications', AuthorNotifications>;
