import { all, replace, within } from '../change.js';
import type { Row } from '../row.js';

/** Headers and other rules, which stand in the docs only. */
export const rules: readonly Row[] = [
  {
    edit: 'docs state a rule about a parameter',
    change: within(
      'CallToolRequestParams',
      '  name: string;',
      '  /** Must be repeated in the header `Mcp-Tool`. */\n  toolId?: string;\n  name: string;',
    ),
    open: ['methods/tools/call'],
  },
  {
    edit: 'docs state a new header',
    change: within(
      'CallToolRequestParams',
      '  /** The name',
      '  /** MUST be the value of the HTTP header Mcp-Tool-Name. The name',
    ),
    open: ['methods/tools/call'],
  },
  {
    edit: 'the docs of the type of params state a rule',
    change: replace(
      ' * Params of `tools/call`: the',
      ' * Clients MUST list the tools before. Params of `tools/call`: the',
    ),
    open: ['methods/tools/call'],
  },
  {
    edit: 'docs change a rule',
    change: replace('At most 100.\n', 'At most 50.\n'),
    open: ['methods/completion/complete'],
  },
  {
    edit: 'a bound changes with its rule',
    change: all(replace('At most 100.\n', 'At most 50.\n'), replace('@maxItems 100', '@maxItems 50')),
    open: ['methods/completion/complete'],
  },
  { edit: 'docs change words without a rule', change: replace('A reference to a prompt.', 'Names a prompt.') },
  {
    edit: 'the parameter of a header is renamed',
    change: within('CallToolRequestParams', '  name: string;', '  tool: string;'),
    open: ['methods/tools/call'],
  },
  {
    edit: 'a parameter beside that of a header',
    change: within('ReadResourceRequestParams', '{}', '{ version?: string; }'),
    open: ['methods/resources/read'],
  },
  {
    edit: 'docs name a dialect',
    change: within('ElicitRequestFormParams', 'Default: JSON Schema 2020-12.', 'Default: JSON Schema draft-07.'),
    open: ['dialect', 'methods/elicitation/create'],
  },
  {
    edit: 'a type is deprecated',
    change: replace(
      '/**\n * A reference to a prompt.\n',
      '/**\n * A reference to a prompt.\n *\n * @deprecated Use names.\n',
    ),
  },
  {
    edit: 'all comments are removed',
    change: (text) => text.replaceAll(/^[ \t]*\/\*\*(?:(?!\*\/)(?!@TJS|@format|@m|@deprecated)[^])*\*\/\n/gm, ''),
    open: [
      'dialect',
      'errata/ElicitResult.content',
      'methods/completion/complete',
      'methods/elicitation/create',
      'methods/notifications/cancelled',
      'methods/notifications/progress',
      'methods/notifications/subscriptions/acknowledged',
      'methods/prompts/get',
      'methods/roots/list',
      'methods/sampling/createMessage',
      'methods/server/discover',
      'methods/subscriptions/listen',
      'methods/tools/call',
    ],
  },
];
