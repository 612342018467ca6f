/** Where generated types say more than their counterparts, and why. A row that finds no such difference is an error. */

import { PARAMS_META } from '../oracle/patchSchema.js';
import { REVISION_IDS, type RevisionId } from '../support/schemas.js';
import type { Difference } from './compareTypes.js';

/** What generated types are compared with. */
export type CounterpartName = 'schema.json' | 'spec.types';

interface KnownDifference {
  readonly counterparts: readonly CounterpartName[];
  readonly revision: RevisionId;
  readonly definitions: readonly string[];
  readonly kind: Difference['kind'];
  readonly reason: string;
}

const BOTH = ['schema.json', 'spec.types'] as const;

export const knownDifferences: readonly KnownDifference[] = [
  ...REVISION_IDS.map((revision): KnownDifference => ({
    counterparts: BOTH,
    revision,
    definitions: PARAMS_META.definitions[revision],
    kind: 'different',
    reason: PARAMS_META.wrong,
  })),
  ...(['2024-11-05', '2025-03-26', '2025-06-18'] as const).map((revision): KnownDifference => ({
    counterparts: ['schema.json'],
    revision,
    definitions: ['JSONRPCError'],
    kind: 'wider',
    reason: 'Erratum: the id of an error may be null or missing.',
  })),
  {
    counterparts: BOTH,
    revision: '2025-11-25',
    definitions: ['JSONRPCErrorResponse'],
    kind: 'wider',
    reason: 'Erratum: the id of an error may be null.',
  },
  {
    counterparts: ['schema.json'],
    revision: '2025-11-25',
    definitions: ['URLElicitationRequiredError'],
    kind: 'wider',
    reason: 'The same erratum, inherited: schema.json writes the property once more.',
  },
  {
    counterparts: ['schema.json'],
    revision: '2026-07-28',
    definitions: [
      'JSONRPCErrorResponse',
      'HeaderMismatchError',
      'MissingRequiredClientCapabilityError',
      'UnsupportedProtocolVersionError',
    ],
    kind: 'wider',
    reason: 'Erratum: the id of an error may be null.',
  },
  {
    counterparts: ['schema.json'],
    revision: '2026-07-28',
    definitions: ['JSONValue'],
    kind: 'wider',
    reason: 'Erratum: null is JSON. The declaration has it, schema.json has not.',
  },
  {
    counterparts: ['spec.types'],
    revision: '2025-11-25',
    definitions: ['ClientCapabilities', 'ServerCapabilities'],
    kind: 'different',
    reason: 'spec.types follows a draft that came after the revision, and has `extensions` there.',
  },
];

/** What a comparison should not have found, and the known differences that it should have found. */
export function unexplained(
  counterpart: CounterpartName,
  revision: RevisionId,
  found: readonly Difference[],
): readonly string[] {
  const known = knownDifferences
    .filter((row) => row.counterparts.includes(counterpart) && row.revision === revision)
    .flatMap(({ definitions, kind }) => definitions.map((definition) => ({ definition, kind })));
  const isSame = (a: KnownPlace) => (b: KnownPlace) => a.definition === b.definition && a.kind === b.kind;
  return [
    ...found.filter((difference) => !known.some(isSame(difference))).map(({ text }) => text),
    ...known
      .filter((place) => !found.some(isSame(place)))
      .map(({ definition, kind }) => `${definition} is not ${kind}: remove it from knownDifferences.ts`),
  ];
}

type KnownPlace = Pick<Difference, 'definition' | 'kind'>;
