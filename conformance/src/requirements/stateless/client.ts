/** What the specification asks for in client/elicitation, client/roots, client/sampling, deprecated, since each request stands alone. */

import { APPLICATION, KEPT } from '../open.js';
import { STATELESS, type Requirement } from '../requirement.js';

export const ELICITATION_ALONE = [
  {
    id: 'elicitation-declared-each-time',
    must: true,
    revisions: STATELESS,
    section: 'Elicitation, Capabilities',
    text: 'A client with elicitation declares it with each request.',
    side: 'client',
  },
  {
    id: 'elicitation-page-params',
    must: true,
    revisions: STATELESS,
    section: 'Elicitation, URL Mode Elicitation Requests',
    text: 'A request in url mode tells mode, message and URL.',
    side: 'server',
  },
  {
    id: 'elicitation-controls',
    must: false,
    revisions: STATELESS,
    section: 'Elicitation, URL Mode Elicitation Requests',
    text: 'The user can have a request sent again or cancelled by hand.',
    side: 'client',
    open: APPLICATION,
  },
  {
    id: 'elicitation-not-counted-on',
    must: false,
    revisions: STATELESS,
    section: 'Elicitation, Error Handling',
    text: 'A server does not count on elicitations to succeed.',
    side: 'server',
  },
  {
    id: 'elicitation-outcomes',
    must: true,
    revisions: STATELESS,
    section: 'Elicitation, Error Handling',
    text: 'A server copes with users that decline or cancel, and with clients that fail.',
    side: 'server',
  },
] as const satisfies readonly Requirement[];

export const ROOTS_ALONE = [
  {
    id: 'roots-declared-each-time',
    must: true,
    revisions: STATELESS,
    section: 'Roots, Capabilities',
    text: 'A client with roots declares them with each request.',
    side: 'client',
  },
  {
    id: 'roots-deprecated',
    must: false,
    revisions: STATELESS,
    section: 'Roots, Introduction',
    text: 'Roots are not taken up by anything new.',
    side: 'both',
    open: KEPT,
  },
  {
    id: 'roots-migrated',
    must: false,
    revisions: STATELESS,
    section: 'Roots, Introduction',
    text: 'What uses roots moves to parameters, URIs or configuration.',
    side: 'both',
    open: KEPT,
  },
] as const satisfies readonly Requirement[];

export const SAMPLING_ALONE = [
  {
    id: 'sampling-declared-each-time',
    must: true,
    revisions: STATELESS,
    section: 'Sampling, Capabilities',
    text: 'A client with sampling declares it with each request.',
    side: 'client',
  },
  {
    id: 'sampling-deprecated',
    must: false,
    revisions: STATELESS,
    section: 'Sampling, Introduction',
    text: 'Sampling is not taken up by anything new.',
    side: 'both',
    open: KEPT,
  },
  {
    id: 'sampling-migrated',
    must: false,
    revisions: STATELESS,
    section: 'Sampling, Introduction',
    text: 'What uses sampling moves to interfaces of model providers.',
    side: 'both',
    open: KEPT,
  },
  {
    id: 'sampling-context-undeclared',
    must: false,
    revisions: STATELESS,
    section: 'Sampling, Capabilities',
    text: 'A server includes no context unless the client declares that it can.',
    side: 'server',
  },
  {
    id: 'sampling-messages-shaped',
    must: true,
    revisions: STATELESS,
    section: 'Sampling, Messages',
    text: 'A message has the role of user or assistant, and content.',
    side: 'both',
  },
  {
    id: 'sampling-not-retained',
    must: false,
    revisions: STATELESS,
    section: 'Sampling, Messages',
    text: 'Messages of one request are not kept for another.',
    side: 'client',
  },
  {
    id: 'sampling-most-tokens',
    must: true,
    revisions: STATELESS,
    section: 'Sampling, Data Types, Sampling Parameters',
    text: 'A client keeps to the tokens that a server allows.',
    side: 'client',
    open: APPLICATION,
  },
] as const satisfies readonly Requirement[];

export const DEPRECATED = [
  {
    id: 'deprecated-not-adopted',
    must: false,
    revisions: STATELESS,
    section: 'Deprecated Features, Introduction',
    text: 'What is deprecated is not taken up by anything new.',
    side: 'both',
    open: KEPT,
  },
  {
    id: 'deprecated-migrated',
    must: false,
    revisions: STATELESS,
    section: 'Deprecated Features, Introduction',
    text: 'What uses a deprecated feature leaves it before it can be removed.',
    side: 'both',
    open: KEPT,
  },
] as const satisfies readonly Requirement[];
