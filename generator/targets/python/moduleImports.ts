/** What the modules of a package import. */

import type { Import } from './moduleText.js';

const CHECKS = '.._checks';

export const IMPORTS = {
  types: [{ from: 'typing', names: ['Any', 'Final', 'Literal', 'NoReturn', 'TypeAlias', 'TypedDict', 'Union'] }],
  guards: [
    { from: 'typing', names: ['Any', 'Final'] },
    {
      from: CHECKS,
      names: [
        'equals_any',
        'has_bounds',
        'has_items',
        'has_length',
        'has_match',
        'has_size',
        'has_type',
        'has_unique_items',
        'matches_boolean',
        'matches_integer',
        'matches_number',
        'matches_object',
        'matches_string',
        'nested',
        'rest_of',
      ],
    },
    { from: 'typing_extensions', names: ['TypeIs'], forTypes: true },
    { from: '.', names: ['types'], forTypes: true },
    { from: CHECKS, names: ['Guard'], forTypes: true },
  ],
  explain: [
    { from: 'typing', names: ['Any', 'Final', 'Literal', 'TypeAlias'] },
    { from: '.._explain', names: ['Issue', 'explain_shape'] },
  ],
  methods: [
    { from: 'typing', names: ['Final'] },
    { from: '.', names: ['guards'] },
    { from: '.._methods', names: ['Methods', 'Notification', 'Request', 'either', 'or_question'] },
  ],
  registry: [
    { from: 'typing', names: ['Final'] },
    {
      from: '._facts',
      names: ['ErrorFacts', 'HeaderFacts', 'KeyFacts', 'MessageFacts', 'NamedFacts', 'RevisionFacts'],
      forTypes: true,
    },
  ],
} as const satisfies { readonly [module: string]: readonly Import[] };

/** Names that mean something else to types than a definition: what their module imports, and types of Python. */
export const USED_BY_TYPES: ReadonlySet<string> = new Set([
  ...IMPORTS.types.flatMap(({ names }) => names),
  ...['NotRequired', 'TYPE_CHECKING', 'sys'],
  ...['bool', 'dict', 'float', 'int', 'list', 'object', 'str'],
]);
