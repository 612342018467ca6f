/** What the specification asks for in server/tools, server/resources, server/prompts, server/utilities/logging, server/utilities/pagination, since each request stands alone. */

import { APPLICATION, KEPT } from '../open.js';
import { STATELESS, type Requirement } from '../requirement.js';

export const TOOLS_ALONE = [
  {
    id: 'tools-list-answered',
    must: true,
    revisions: STATELESS,
    section: 'Tools, Capabilities',
    text: 'A server with tools lists those that the caller has.',
    side: 'server',
  },
  {
    id: 'tools-list-independent',
    must: true,
    revisions: STATELESS,
    section: 'Tools, Capabilities',
    text: 'The list is the same on each connection, and no request changes it in passing.',
    side: 'server',
  },
  {
    id: 'tools-list-ordered',
    must: false,
    revisions: STATELESS,
    section: 'Tools, Capabilities',
    text: 'Tools that have not changed are listed in the same order.',
    side: 'server',
  },
  {
    id: 'tools-new-id',
    must: true,
    revisions: STATELESS,
    section: 'Tools, Protocol Messages, Input Required Tool Results',
    text: 'A call that comes again with answers has another id.',
    side: 'client',
  },
  {
    id: 'tools-names-apart',
    must: false,
    revisions: STATELESS,
    section: 'Tools, Tool Names',
    text: 'A client of several servers keeps tools of one name apart.',
    side: 'client',
  },
  {
    id: 'tools-server-name',
    must: false,
    revisions: STATELESS,
    section: 'Tools, Tool Names',
    text: 'What a server calls itself does not tell tools apart.',
    side: 'client',
  },
  {
    id: 'tools-header-sensitive',
    must: false,
    revisions: STATELESS,
    section: 'Tools, x-mcp-header',
    text: 'Parameters with secrets are not annotated for headers.',
    side: 'server',
    open: APPLICATION,
  },
  {
    id: 'tools-references',
    must: false,
    revisions: STATELESS,
    section: 'Tools, Security Considerations',
    text: 'A client that validates by the schemas of tools follows no references out of them.',
    side: 'client',
  },
] as const satisfies readonly Requirement[];

export const RESOURCES_ALONE = [
  {
    id: 'resources-list-answered',
    must: true,
    revisions: STATELESS,
    section: 'Resources, Capabilities',
    text: 'A server with resources lists those that the caller has.',
    side: 'server',
  },
  {
    id: 'resources-list-independent',
    must: true,
    revisions: STATELESS,
    section: 'Resources, Capabilities',
    text: 'The list is the same on each connection, and no request changes it in passing.',
    side: 'server',
  },
  {
    id: 'resources-not-found-params',
    must: true,
    revisions: STATELESS,
    section: 'Resources, Error Handling',
    text: 'A resource that does not exist is error -32602.',
    side: 'server',
    refuses: true,
  },
  {
    id: 'resources-not-found-earlier',
    must: false,
    revisions: STATELESS,
    section: 'Resources, Error Handling',
    text: 'A client understands -32002 of earlier revisions, too.',
    side: 'client',
  },
  {
    id: 'resources-not-found-not-empty',
    must: true,
    revisions: STATELESS,
    section: 'Resources, Error Handling',
    text: 'A resource that does not exist is not answered with empty contents.',
    side: 'server',
  },
  {
    id: 'resources-paths',
    must: true,
    revisions: STATELESS,
    section: 'Resources, Security Considerations',
    text: 'Paths of file resources lead out of nothing.',
    side: 'server',
  },
] as const satisfies readonly Requirement[];

export const PROMPTS_ALONE = [
  {
    id: 'prompts-list-answered',
    must: true,
    revisions: STATELESS,
    section: 'Prompts, Capabilities',
    text: 'A server with prompts lists those that the caller has.',
    side: 'server',
  },
  {
    id: 'prompts-list-independent',
    must: true,
    revisions: STATELESS,
    section: 'Prompts, Capabilities',
    text: 'The list is the same on each connection, and no request changes it in passing.',
    side: 'server',
  },
] as const satisfies readonly Requirement[];

export const LOGGING_ALONE = [
  {
    id: 'logging-asked-for',
    must: true,
    revisions: STATELESS,
    section: 'Logging, Per-request log level',
    text: 'A request that names no level gets no log messages.',
    side: 'server',
  },
  {
    id: 'logging-own-stream',
    must: true,
    revisions: STATELESS,
    section: 'Logging, Per-request log level',
    text: 'Log messages go with the request they belong to, and never with a subscription.',
    side: 'server',
  },
  {
    id: 'logging-failure',
    must: false,
    revisions: STATELESS,
    section: 'Logging, Error Handling',
    text: 'A failure inside the server is error -32603.',
    side: 'server',
  },
  {
    id: 'logging-deprecated',
    must: false,
    revisions: STATELESS,
    section: 'Logging, Introduction',
    text: 'Log messages of the protocol are not taken up by anything new.',
    side: 'both',
    open: KEPT,
  },
  {
    id: 'logging-migrated',
    must: false,
    revisions: STATELESS,
    section: 'Logging, Introduction',
    text: 'What sends log messages moves to stderr or OpenTelemetry.',
    side: 'both',
    open: KEPT,
  },
] as const satisfies readonly Requirement[];

export const PAGINATION_ALONE = [
  {
    id: 'pagination-cursor-opaque',
    must: true,
    revisions: STATELESS,
    section: 'Pagination, Implementation Guidelines',
    text: 'A client reads nothing out of a cursor and changes nothing in it.',
    side: 'client',
  },
  {
    id: 'pagination-cursor-empty',
    must: true,
    revisions: STATELESS,
    section: 'Pagination, Implementation Guidelines',
    text: 'An empty string is a cursor like any other, and not the end.',
    side: 'client',
  },
] as const satisfies readonly Requirement[];
