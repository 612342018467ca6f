/** What the specification asks for in basic/versioning, server/discover, since each request stands alone. */

import { APPLICATION } from '../open.js';
import { STATELESS, type Requirement } from '../requirement.js';

export const VERSIONING = [
  {
    id: 'versioning-unsupported',
    must: true,
    revisions: STATELESS,
    section: 'Versioning, Protocol Version Negotiation',
    text: 'A revision that a server does not have is an error that lists those it has.',
    side: 'server',
    refuses: true,
  },
  {
    id: 'versioning-retried',
    must: false,
    revisions: STATELESS,
    section: 'Versioning, Protocol Version Negotiation',
    text: 'A client that is refused takes a revision of both sides, or tells its user that there is none.',
    side: 'client',
    decidedBy:
      '"The client SHOULD select a mutually supported version from the `supported` list and retry the request, or surface an error to the user if no compatible version exists." (Versioning, Protocol Version Negotiation)',
  },
  {
    id: 'versioning-discovery',
    must: true,
    revisions: STATELESS,
    section: 'Versioning, Protocol Version Negotiation',
    text: 'A server answers server/discover.',
    side: 'server',
  },
  {
    id: 'versioning-extension-names',
    must: true,
    revisions: STATELESS,
    section: 'Versioning, Extension Negotiation',
    text: 'The identifier of an extension is a metadata key with a prefix.',
    side: 'both',
  },
  {
    id: 'versioning-extension-fallback',
    must: true,
    revisions: STATELESS,
    section: 'Versioning, Extension Negotiation',
    text: 'Where one side lacks an extension, the other keeps to the core or refuses.',
    side: 'both',
  },
  {
    id: 'versioning-extension-documented',
    must: false,
    revisions: STATELESS,
    section: 'Versioning, Extension Negotiation',
    text: 'An extension documents what happens without it.',
    side: 'both',
    open: APPLICATION,
  },
  {
    id: 'versioning-era-remembered',
    must: false,
    revisions: STATELESS,
    section: 'Versioning, Backward Compatibility with Initialization-Based Versions',
    text: 'A client remembers how a server opens conversations as long as its process lives, or for its origin.',
    side: 'client',
  },
  {
    id: 'versioning-initialize-refused',
    must: false,
    revisions: STATELESS,
    section: 'Versioning, Backward Compatibility with Initialization-Based Versions',
    text: 'A server without sessions names its revisions in the error that answers initialize.',
    side: 'server',
  },
  {
    id: 'versioning-discovery-first',
    must: false,
    revisions: STATELESS,
    section: 'Versioning, Compatibility Matrix',
    text: 'Over stdio a client without sessions asks server/discover first, to fail in a predictable way.',
    side: 'client',
  },
] as const satisfies readonly Requirement[];

export const DISCOVERY = [
  {
    id: 'discovery-implemented',
    must: true,
    revisions: STATELESS,
    section: 'Discovery, Introduction',
    text: 'Every server implements server/discover.',
    side: 'server',
  },
  {
    id: 'discovery-probe',
    must: false,
    revisions: STATELESS,
    section: 'Discovery, When to Call',
    text: 'Over stdio a client of both eras begins with server/discover.',
    side: 'client',
  },
  {
    id: 'discovery-server-info',
    must: false,
    revisions: STATELESS,
    section: 'Discovery, Data Types, DiscoverResult',
    text: 'The answer says who the server is.',
    side: 'server',
  },
  {
    id: 'discovery-info-no-behavior',
    must: false,
    revisions: STATELESS,
    section: 'Discovery, Data Types, DiscoverResult',
    text: 'A client does the same whatever the server calls itself.',
    side: 'client',
  },
  {
    id: 'discovery-info-no-security',
    must: false,
    revisions: STATELESS,
    section: 'Discovery, Data Types, DiscoverResult',
    text: 'A client trusts a server for nothing that it calls itself.',
    side: 'client',
  },
] as const satisfies readonly Requirement[];
