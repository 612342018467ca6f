import { revision } from '@mcp-gen/protocol/2025-03-26';
import * as sdk from '@modelcontextprotocol/sdk/types.js';
import { Ajv } from 'ajv';
import { readFileSync } from 'node:fs';
import { interleave } from '../statistics.mjs';
import { nanoseconds } from '../nanoseconds.mjs';

const schema = JSON.parse(readFileSync(new URL('../../schema/2025-03-26/schema.json', import.meta.url), 'utf8'));
const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true }).addSchema(schema, 'mcp');

const refused = {
  content: [
    { type: 'text', text: 'hello '.repeat(20) },
    { type: 'image', data: 'aGVsbG8=', mimeType: 7 },
  ],
};

/** What it costs to say why a message is refused, against parsing it (the floor). */
export const rows = [
  {
    row: 'explain: a refused tools/call result',
    unit: 'ns',
    better: 'lower',
    target: { text: '<= zod', met: (measured) => measured.ours <= measured['SDK v1 (zod 4)'] },
    async measure() {
      const explain = await revision.explain();
      const [issue] = explain('CallToolResult', refused);
      if (issue?.pointer !== '/content/1/mimeType') throw new Error(`Explained ${JSON.stringify(issue)}`);
      const validate = ajv.compile({ $ref: 'mcp#/definitions/CallToolResult' });
      const text = JSON.stringify(refused);
      return interleave(
        {
          floor: () => nanoseconds(JSON.parse, [text], 4_000),
          ours: () => nanoseconds((value) => explain('CallToolResult', value), [refused], 4_000),
          'SDK v1 (zod 4)': () =>
            nanoseconds((value) => sdk.CallToolResultSchema.safeParse(value).error, [refused], 1_000),
          'Ajv, all errors': () => nanoseconds((value) => (validate(value), validate.errors), [refused], 4_000),
        },
        15,
      );
    },
  },
];
