// Checks the examples of a document with the schemas of its tools: as they are, and with one mistake.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { BODY } from '../../dist/openapi/call.js';
import { newSettings } from '../../dist/openapi/toolSettings.js';
import { makeTools, openApi } from '../../dist/openapi/toolSet.js';

/** Returns how many examples the schemas accept, and how many mistakes they refuse. */
export async function judgeExamples(document) {
  const api = await openApi({ from: document });
  const { tools } = makeTools(api, newSettings(document, [], api.operations));
  const counts = { examples: 0, accepted: 0, mutants: 0, refused: 0, notAccepted: [] };
  for (const tool of tools) {
    const { call } = tool.calls[0];
    const { parameters, body, success } = call.operation.details();
    const input = tool.input;
    const part = (name) => ({ ...input.properties[name], ...(input.$defs && { $defs: input.$defs }) });
    for (const { argument, name, in: place } of call.parameters) {
      const parameter = parameters.find((each) => each.name === name && each.in === place);
      for (const example of parameter?.examples ?? [])
        judge(counts, part(argument), example, `${tool.name} ${argument}`);
    }
    if (call.body?.kind === 'json')
      for (const example of body.examples) judge(counts, part(BODY), example, `${tool.name} body`);
    if (tool.output)
      for (const example of success.content.examples) judge(counts, tool.output, example, `${tool.name} output`);
  }
  counts.notAccepted = counts.notAccepted.slice(0, 10);
  return counts;
}

function judge(counts, schema, example, what) {
  if (example === undefined) return;
  const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });
  const check = ajv.compile(schema);
  counts.examples++;
  if (!check(example)) {
    counts.notAccepted.push(`${what}: ${ajv.errorsText(check.errors)}`);
    return;
  }
  counts.accepted++;
  for (const mutant of mutantsOf(schema, example)) {
    counts.mutants++;
    if (!check(mutant)) counts.refused++;
  }
}

/** Returns the example as a value of another type, and without each property that the schema requires. */
function mutantsOf(schema, example) {
  const isTyped = schema.type !== undefined || schema.enum !== undefined;
  const other = typeof example === 'object' ? 'wrong' : { wrong: true };
  const required =
    typeof example === 'object' && example !== null && schema.type === 'object' ? (schema.required ?? []) : [];
  const without = required
    .filter((name) => name in example)
    .map((name) => Object.fromEntries(Object.entries(example).filter(([key]) => key !== name)));
  return [...(isTyped ? [other] : []), ...without];
}
