/** What the live example of the home page shows, as the build writes it and as the page shows it after each change. */

import type { Checked, Fault, Verdict } from './checkText.js';
import { element, type Tree } from './tree.js';

/** A message to begin with. */
export interface LiveExample {
  readonly name: string;
  readonly message: unknown;
}

/** The first one is there when the page opens. Each has another fate in the revisions. */
export const LIVE_EXAMPLES: readonly LiveExample[] = [
  {
    name: 'A form for the user',
    message: {
      jsonrpc: '2.0',
      id: 1,
      method: 'elicitation/create',
      params: {
        message: 'Which days?',
        requestedSchema: {
          type: 'object',
          properties: { days: { type: 'array', items: { type: 'string', enum: ['Saturday', 'Sunday'] } } },
        },
      },
    },
  },
  {
    name: 'A call with a fault',
    message: { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'forecast', arguments: ['Bern'] } },
  },
  {
    name: 'A list of tools',
    message: {
      jsonrpc: '2.0',
      id: 3,
      method: 'tools/list',
      params: {
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    },
  },
  {
    name: 'A batch',
    message: [
      { jsonrpc: '2.0', id: 4, method: 'ping' },
      { jsonrpc: '2.0', id: 5, method: 'tools/list' },
    ],
  },
];

/** Returns the text of a message as the field shows it. */
export function textOf({ message }: LiveExample): string {
  return JSON.stringify(message, undefined, 2);
}

/** Returns the items of the list of verdicts. */
export function verdictItems(checked: Checked): readonly Tree[] {
  switch (checked.status) {
    case 'empty':
      return [element('li', {}, 'Type a JSON-RPC message of MCP.')];
    case 'invalid': {
      const place = checked.line === undefined ? '' : ` (line ${checked.line})`;
      return [element('li', { class: 'no' }, `This is not JSON${place}: ${checked.reason}`)];
    }
    default:
      return checked.verdicts.map(verdictItem);
  }
}

/** Returns the lines of the text, of which those with a fault are marked. They lie behind the field. */
export function markedLines(text: string, checked: Checked): readonly Tree[] {
  const marked = new Set(
    checked.status === 'checked'
      ? checked.verdicts.flatMap(({ faults }) => faults.map(({ line }) => line))
      : checked.status === 'invalid'
        ? [checked.line]
        : [],
  );
  return text.split('\n').map((line, at) => element(marked.has(at + 1) ? 'mark' : 'span', {}, `${line}\n`));
}

function verdictItem({ revision, faults }: Verdict): Tree {
  const [first, ...others] = faults;
  if (first === undefined)
    return element('li', { class: 'yes' }, element('strong', {}, revision), element('span', {}, 'valid'));
  const more = others.length === 0 ? '' : `, and ${others.length} more`;
  return element(
    'li',
    { class: 'no' },
    element('strong', {}, revision),
    element('span', {}, `line ${first.line}`),
    element('p', {}, ...placeOf(first), 'expected ', ...inline(first.expected), `, found ${first.actual}${more}`),
  );
}

/** Text with code between backticks. */
function inline(text: string): readonly Tree[] {
  return text.split(/`([^`]+)`/).map((part, at) => (at % 2 === 1 ? element('code', {}, part) : part));
}

function placeOf({ pointer }: Fault): readonly Tree[] {
  return pointer === '' ? [] : [element('code', {}, pointer), ' '];
}
