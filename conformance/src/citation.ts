/** What a check rests on: rows of the table of requirements, with the place in the specification that says so. */

import { REQUIREMENTS, type RequirementId } from './requirements/index.js';
import type { CheckedRevision } from './revisions.js';

/** A requirement, as the output names it. */
export interface Citation {
  /** Its name: the page, then the subject. */
  readonly id: string;
  /** Whether the specification says MUST, where it otherwise says SHOULD. */
  readonly must: boolean;
  /** The section of the specification. */
  readonly url: string;
  /** The requirement in the words of this project. */
  readonly text: string;
}

const ROWS: ReadonlyMap<string, (typeof REQUIREMENTS)[number]> = new Map(REQUIREMENTS.map((row) => [row.id, row]));

const SITE = 'https://modelcontextprotocol.io/specification';

/** The pages of the specification, by the titles that sections begin with. */
const PAGES: { readonly [title: string]: string } = {
  Specification: '',
  'Base Protocol': 'basic',
  Lifecycle: 'basic/lifecycle',
  Transports: 'basic/transports',
  Authorization: 'basic/authorization',
  Cancellation: 'basic/utilities/cancellation',
  Ping: 'basic/utilities/ping',
  Progress: 'basic/utilities/progress',
  Tasks: 'basic/utilities/tasks',
  Prompts: 'server/prompts',
  Resources: 'server/resources',
  Tools: 'server/tools',
  Completion: 'server/utilities/completion',
  Logging: 'server/utilities/logging',
  Pagination: 'server/utilities/pagination',
  Roots: 'client/roots',
  Sampling: 'client/sampling',
  Elicitation: 'client/elicitation',
  'Schema Reference': 'schema',
  'Deprecated Features': 'deprecated',
};

/** The pages that are new, or stand elsewhere, in some revisions. */
const MOVED: { readonly [revision: string]: { readonly [title: string]: string } } = {
  '2024-11-05': { 'Base Protocol': 'basic/messages', 'Base Protocol, Protocol Layers': 'basic' },
  '2026-07-28': {
    Cancellation: 'basic/patterns/cancellation',
    Progress: 'basic/patterns/progress',
    'Message Patterns': 'basic/patterns',
    'Multi Round-Trip Requests': 'basic/patterns/mrtr',
    Subscriptions: 'basic/patterns/subscriptions',
    'Streamable HTTP': 'basic/transports/streamable-http',
    'Request Metadata': 'basic/transports/streamable-http',
    stdio: 'basic/transports/stdio',
    Versioning: 'basic/versioning',
    Discovery: 'server/discover',
    Caching: 'server/utilities/caching',
    'Authorization, Authorization Server Discovery': 'basic/authorization/authorization-server-discovery',
    'Authorization, Authorization Server Location': 'basic/authorization/authorization-server-discovery',
    'Authorization, Authorization Server Metadata Discovery': 'basic/authorization/authorization-server-discovery',
    'Authorization, Client Registration Approaches': 'basic/authorization/client-registration',
    'Authorization, Client Registration': 'basic/authorization/client-registration',
    'Authorization, Authorization Server Binding': 'basic/authorization/client-registration',
    'Authorization, Security Considerations': 'basic/authorization/security-considerations',
  },
};

/** What the table names sections by that have no heading of their own. */
const WITHOUT_HEADING = ['Introduction', 'Protocol Layers', 'Encoding'];

/** The anchors of headings, or of sections, that have another name in a revision. Empty: the page as a whole. */
const RENAMED: { readonly [revision: string]: { readonly [heading: string]: string } } = {
  '2024-11-05': { Messages: '', Timeouts: '' },
  '2025-03-26': { 'Authorization, Authorization Flow, 2025-03-26': 'authorization-flow' },
  '2025-06-18': { 'Schema Reference, Error': 'jsonrpcerror' },
  '2026-07-28': {
    'Security Warning': '',
    'Authorization, Authorization Server Discovery': '',
    'Authorization, Client Registration Approaches': '',
    'Authorization, Client Registration': '',
    'Authorization, Protected Resource Metadata Discovery Requirements': 'scope-selection-strategy',
    'Authorization, Security Considerations': '',
    Freshness: 'freshness-calculation',
    'HTTP+SSE Transport': 'httpsse-transport-2024-11-05',
    'Time-to-Live': 'time-to-live-ttl-field',
    'Cache Scope': 'cache-scope-field',
    'Server Requirements': 'server-requirements-basic-workflow',
    'Client Requirements': 'client-requirements-basic-workflow',
  },
};

/** The rows that hold in a revision, each with its place in that revision's specification. */
export function citationsOf(ids: readonly RequirementId[], revision: CheckedRevision): readonly Citation[] {
  return ids.flatMap((id) => {
    const row = ROWS.get(id);
    if (row === undefined) throw new Error(`Unknown row ${id} in the table of requirements`);
    if (!row.revisions.some((each) => each === revision)) return [];
    return [{ id, must: row.must, url: urlOf(row.section, revision), text: row.text }];
  });
}

/** `Tools, Data Types, Tool` is the heading `Tool` on the page of tools. */
function urlOf(section: string, revision: CheckedRevision): string {
  const [title = '', ...headings] = section.split(', ');
  const page = MOVED[revision]?.[section] ?? MOVED[revision]?.[title] ?? PAGES[title];
  if (page === undefined) throw new Error(`No page for the section "${section}"`);
  const heading = headings.at(-1);
  const names = RENAMED[revision];
  const renamed = names?.[section] ?? (heading === undefined ? undefined : names?.[heading]);
  const place = heading === undefined || WITHOUT_HEADING.includes(heading) ? '' : slugOf(heading);
  const anchor = renamed ?? place;
  return `${SITE}/${revision}/${page}${anchor === '' ? '' : `#${anchor}`}`;
}

/** Returns the anchor of a heading. */
export function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9_ -]/g, '')
    .replaceAll(' ', '-');
}
