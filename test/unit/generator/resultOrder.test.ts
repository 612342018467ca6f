/** The regular result of a request comes first, and the question last, in whatever order the schema names them. */

import { expect, test } from 'vitest';
import { compileText } from '../../support/compileText.js';
import { schemaText } from '../../support/schemas.js';

const NEWEST = '2026-07-28';
const UNION = 'CallToolResult | InputRequiredResult';

test.each([UNION, 'InputRequiredResult | CallToolResult'])('%s', (union) => {
  const { requests } = compileText(schemaText(NEWEST).replace(UNION, union), NEWEST);
  expect(requests.find(({ method }) => method === 'tools/call')).toMatchObject({
    results: ['CallToolResult', 'InputRequiredResult'],
    question: 'InputRequiredResult',
  });
});
