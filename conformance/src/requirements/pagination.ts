/** What the specification asks for in server/utilities/pagination. */

import { EVERY, WITH_SESSIONS, type Requirement } from './requirement.js';

export const PAGINATION = [
  {
    id: 'pagination-page-size',
    must: true,
    revisions: EVERY,
    section: 'Pagination, Pagination Model',
    text: 'A client counts on no size of pages.',
    side: 'client',
  },
  {
    id: 'pagination-stable',
    must: false,
    revisions: EVERY,
    section: 'Pagination, Implementation Guidelines',
    text: 'A cursor stays good while the list is read.',
    side: 'server',
  },
  {
    id: 'pagination-graceful',
    must: false,
    revisions: EVERY,
    section: 'Pagination, Implementation Guidelines',
    text: 'A server copes with a cursor that is not valid.',
    side: 'server',
  },
  {
    id: 'pagination-end',
    must: false,
    revisions: EVERY,
    section: 'Pagination, Implementation Guidelines',
    text: 'No next cursor means that the list is complete.',
    side: 'client',
  },
  {
    id: 'pagination-optional',
    must: false,
    revisions: EVERY,
    section: 'Pagination, Implementation Guidelines',
    text: 'A client reads lists with pages and without.',
    side: 'client',
  },
  {
    id: 'pagination-opaque',
    must: true,
    revisions: WITH_SESSIONS,
    section: 'Pagination, Implementation Guidelines',
    text: 'A client reads nothing out of a cursor, changes nothing in it, and does not keep it for another session.',
    side: 'client',
  },
  {
    id: 'pagination-invalid',
    must: false,
    revisions: EVERY,
    section: 'Pagination, Error Handling',
    text: 'A cursor that is not valid is error -32602.',
    side: 'server',
    refuses: true,
  },
] as const satisfies readonly Requirement[];
