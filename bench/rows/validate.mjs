import * as protocol from '@mcp-gen/protocol/2025-03-26';
import * as sdk from '@modelcontextprotocol/sdk/types.js';
import { Ajv } from 'ajv';
import { readFileSync } from 'node:fs';
import { compile } from 'zod';
import { nanoseconds } from '../nanoseconds.mjs';
import { interleave } from '../statistics.mjs';

const schema = JSON.parse(readFileSync(new URL('../../schema/2025-03-26/schema.json', import.meta.url), 'utf8'));
const ajv = new Ajv({ strict: false, validateFormats: false }).addSchema(schema, 'mcp');

/** How many copies of a message take turns: no check sees one object twice in a row, and all stay in the cache, as a message that was just parsed does. */
const COPIES = 8;

const messages = [
  {
    name: 'tools/call request',
    type: 'CallToolRequest',
    value: { method: 'tools/call', params: { name: 'echo', arguments: { text: 'hello world', times: 5 } } },
  },
  {
    name: 'tools/call result',
    type: 'CallToolResult',
    value: {
      content: [
        { type: 'text', text: 'hello '.repeat(20) },
        { type: 'image', data: 'aGVsbG8=', mimeType: 'image/png', annotations: { priority: 0.5, audience: ['user'] } },
        { type: 'resource', resource: { uri: 'file:///notes.txt', text: 'a note' } },
      ],
      isError: false,
    },
  },
  {
    name: 'tools/list result, 20 tools',
    type: 'ListToolsResult',
    value: {
      tools: Array.from({ length: 20 }, (_, index) => ({
        name: `tool${index}`,
        description: `Does the work of tool ${index}`,
        inputSchema: {
          type: 'object',
          properties: { text: { type: 'string' }, times: { type: 'integer' } },
          required: ['text'],
        },
        annotations: { readOnlyHint: true },
      })),
    },
  },
];

function contendersFor({ type, value }) {
  const text = JSON.stringify(value);
  const texts = Array.from({ length: COPIES }, () => text);
  const copies = texts.map((each) => JSON.parse(each));
  const zod = sdk[`${type}Schema`];
  const compiled = compile(zod);
  const validate = ajv.compile({ $ref: `mcp#/definitions/${type}` });
  const guard = protocol[`is${type}`];
  const checks = {
    floor: [(each) => JSON.parse(each), texts, 4_000],
    ours: [guard, copies, 200_000],
    'SDK v1 (zod 4)': [(each) => zod.safeParse(each).success, copies, 4_000],
    'zod compiled': [(each) => compiled.safeParse(each).success, copies, 20_000],
    Ajv: [validate, copies, 100_000],
  };
  for (const [name, [check, [first]]] of Object.entries(checks)) {
    if (!check(first)) throw new Error(`${name} refuses a valid ${type}`);
  }
  return Object.fromEntries(
    Object.entries(checks).map(([name, [check, inputs, repeat]]) => [name, () => nanoseconds(check, inputs, repeat)]),
  );
}

/** One message checked, against JSON.parse of the same bytes (the floor) and what else could check it. */
export const rows = messages.map((message) => ({
  row: `validate: ${message.name}`,
  unit: 'ns',
  better: 'lower',
  target: {
    text: '<= 0.02 of the floor, 40 x zod, 5 x compiled, 2 x Ajv',
    met: (measured) =>
      measured.ours <= 0.02 * measured.floor &&
      measured['SDK v1 (zod 4)'] >= 40 * measured.ours &&
      measured['zod compiled'] >= 5 * measured.ours &&
      measured.Ajv >= 2 * measured.ours,
  },
  measure: () => interleave(contendersFor(message), 15),
}));
