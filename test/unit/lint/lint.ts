/** Small schemas to lint: a client asks and lists, a server answers. */

import type { Finding } from '../../../generator/lint/finding.js';
import { lintRevisions, type LintReport } from '../../../generator/lint/lintProtocols.js';
import { checkSettings, type LintSettings } from '../../../generator/lint/settings.js';
import type { SchemaFiles } from '../../../generator/lint/subject.js';
import { buildProtocol } from '../../../generator/model/buildProtocol.js';
import type { Protocol } from '../../../generator/model/protocol.js';
import { readTypeScript } from '../../../generator/read/readTypeScript.js';
import { TABLES } from '../../support/tables.js';

/** Parts of a schema that a case replaces. */
export interface Parts {
  readonly clientRequest?: string;
  readonly serverNotification?: string;
  readonly serverResult?: string;
  readonly capabilities?: string;
  readonly codes?: string;
  readonly more?: string;
}

/** Returns the text of a schema that no rule finds anything in, with some parts replaced. */
export function schemaWith({
  clientRequest = 'AskRequest',
  serverNotification = 'ToldNotification',
  serverResult = 'AskResult',
  capabilities = 'asking?: { [key: string]: unknown };',
  codes = '',
  more = '',
}: Parts = {}): string {
  return `
    /** @internal */
    export interface RequestParams { _meta?: { 'com.example/trace'?: string } }
    /** @internal */
    export interface NotificationParams { _meta?: { [key: string]: unknown } }
    /** @internal */
    export interface Result { _meta?: { [key: string]: unknown }; [key: string]: unknown }
    export interface PaginatedRequestParams extends RequestParams { cursor?: string }
    export interface PaginatedResult extends Result { nextCursor?: string }
    export interface AskRequest { method: 'ask'; params: AskRequestParams }
    export interface AskRequestParams extends RequestParams { question: string }
    export interface AskResult extends Result { answer: string }
    export interface ToldNotification { method: 'notifications/told'; params?: NotificationParams }
    export interface ServerCapabilities { ${capabilities} }
    export type ClientRequest = ${clientRequest};
    export type ServerNotification = ${serverNotification};
    export type ServerResult = ${serverResult};
    ${codes}
    ${more}`;
}

/** The revision before the draft. */
export const OLDER = '2099-01-01';

/** Returns the protocol of the text of a draft. */
export function draftOf(text: string, revision = 'draft'): Protocol {
  return buildProtocol(readTypeScript(text, 'schema.ts'), revision, TABLES, 'draft');
}

/** What else a case has. */
export interface Beside {
  /** The text of the revision before. */
  readonly older?: string;
  readonly files?: SchemaFiles;
  readonly settings?: LintSettings;
}

export function reportOf(text: string, { older, files, settings = {} }: Beside = {}): LintReport {
  const revision = { protocol: draftOf(text), files, older: older === undefined ? undefined : draftOf(older, OLDER) };
  return lintRevisions([revision], checkSettings(settings));
}

export function findingsIn(text: string, beside?: Beside): readonly Finding[] {
  return reportOf(text, beside).findings;
}
