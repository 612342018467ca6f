/** What the live example of the home page shows, as the build writes it and as the page shows it after each change. */

import { codeParts } from '../codeParts.js';
import type { Checked, Fault, Verdict } from './checkText.js';
import { element, type Tree } from './tree.js';

/** A message to begin with. */
export interface LiveExample {
  readonly name: string;
  readonly message: unknown;
}

/** The first one is there when the page opens. The revisions give each another verdict. */
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

/** The maximum number of faults that the validators explain of one message. */
const MAXIMUM_EXPLAINED = 10;

/** Returns the text of a message as the field shows it. */
export function textOf({ message }: LiveExample): string {
  return JSON.stringify(message, undefined, 2);
}

/** Returns the items of the list of verdicts. */
export function verdictItems(checked: Checked): readonly Tree[] {
  switch (checked.status) {
    case 'empty':
      return [element('li', {}, 'Type a JSON-RPC message of MCP.')];
    case 'too large':
      return [
        element('li', { class: 'no' }, `A message of more than ${checked.maximum} ${checked.unit} is not checked.`),
      ];
    case 'invalid': {
      const place = checked.line === undefined ? '' : ` (line ${checked.line})`;
      return [element('li', { class: 'no' }, `This is not JSON${place}: ${checked.reason}`)];
    }
    default:
      return checked.verdicts.map(verdictItem);
  }
}

/** Returns the lines of the text, of which those with a fault are marked. They lie behind the field. Lines without marks are one element. */
export function markedLines(text: string, checked: Checked): readonly Tree[] {
  const marked = new Set(
    checked.status === 'checked'
      ? checked.verdicts.flatMap(({ faults }) => faults.map(({ line }) => line))
      : checked.status === 'invalid'
        ? [checked.line]
        : [],
  );
  const lines = text.split('\n').map((line) => `${line}\n`);
  const trees: Tree[] = [];
  let next = 0;
  for (const at of [...marked].flatMap((line) => (line === undefined ? [] : [line - 1])).toSorted((a, b) => a - b)) {
    if (at > next) trees.push(element('span', {}, lines.slice(next, at).join('')));
    trees.push(element('mark', {}, lines[at] ?? ''));
    next = at + 1;
  }
  if (next < lines.length) trees.push(element('span', {}, lines.slice(next).join('')));
  return trees;
}

function verdictItem({ revision, faults, count }: Verdict): Tree {
  const [first] = faults;
  if (first === undefined)
    return element('li', { class: 'yes' }, element('strong', {}, revision), element('span', {}, 'valid'));
  // The validators stop at the tenth fault of a message.
  const more = count === 1 ? '' : count >= MAXIMUM_EXPLAINED ? ', and more' : `, and ${count - 1} more`;
  return element(
    'li',
    { class: 'no' },
    element('strong', {}, revision),
    element('span', {}, `line ${first.line}`),
    element('p', {}, ...pointerOf(first), 'expected ', ...inline(first.expected), `, found ${first.actual}${more}`),
  );
}

/** Text with code between backticks. */
function inline(text: string): readonly Tree[] {
  return codeParts(text).map((part) => (part.isCode ? element('code', {}, part.text) : part.text));
}

function pointerOf({ pointer }: Fault): readonly Tree[] {
  return pointer === '' ? [] : [element('code', {}, pointer), ' '];
}
