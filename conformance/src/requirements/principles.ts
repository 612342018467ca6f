/** What the specification asks for in index. */

import { APPLICATION } from './open.js';
import { EVERY, type Requirement } from './requirement.js';

export const PRINCIPLES = [
  {
    id: 'principles-consent',
    must: false,
    revisions: EVERY,
    section: 'Specification, Implementation Guidelines',
    text: 'The application asks its user for consent and authorization before data or actions pass through the protocol.',
    side: 'both',
    open: APPLICATION,
  },
  {
    id: 'principles-documented-security',
    must: false,
    revisions: EVERY,
    section: 'Specification, Implementation Guidelines',
    text: 'An implementation documents what it means for security.',
    side: 'both',
  },
  {
    id: 'principles-access-control',
    must: false,
    revisions: EVERY,
    section: 'Specification, Implementation Guidelines',
    text: 'An application protects its data and controls who may reach it.',
    side: 'both',
    open: APPLICATION,
  },
  {
    id: 'principles-good-practice',
    must: false,
    revisions: EVERY,
    section: 'Specification, Implementation Guidelines',
    text: 'Integrations keep to established security practice.',
    side: 'both',
    open: APPLICATION,
  },
  {
    id: 'principles-privacy',
    must: false,
    revisions: EVERY,
    section: 'Specification, Implementation Guidelines',
    text: "Features are designed with the user's privacy in mind.",
    side: 'both',
    open: APPLICATION,
  },
] as const satisfies readonly Requirement[];
