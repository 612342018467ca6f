// Checks the examples of a document with the schemas of its tools: as they are, and with one mistake.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { dereference, validate } from '@cfworker/json-schema';
import { BODY } from '../../dist/openapi/call.js';
import { newSettings } from '../../dist/openapi/toolSettings.js';
import { makeTools, openApi } from '../../dist/openapi/toolSet.js';

/**
 * Returns how many examples the schemas accept, and how many mistakes they refuse. `wronglyRefused` has those that the document's own schemas
 * accept.
 */
export async function judgeExamples(document) {
  const api = await openApi({ from: document });
  const { tools } = makeTools(api, newSettings(document, [], api.operations));
  const counts = { examples: 0, accepted: 0, mutants: 0, refused: 0, wronglyRefused: [], notAccepted: [] };
  for (const tool of tools) {
    const { call } = tool.calls[0];
    const { parameters, body, success } = call.operation.details();
    const input = tool.input;
    const part = (name) => ({ ...input.properties[name], ...(input.$defs && { $defs: input.$defs }) });
    const judge = (schema, { examples, schema: { pointer } }, what) => {
      for (const example of examples) judgeOne(counts, { schema, example, pointer, api, what: `${tool.name} ${what}` });
    };
    for (const { argument, name, in: place } of call.parameters) {
      const parameter = parameters.find((each) => each.name === name && each.in === place);
      if (parameter !== undefined) judge(part(argument), parameter, argument);
    }
    if (call.body?.kind === 'json') judge(part(BODY), body, 'body');
    if (tool.output) judge(tool.output, success.content, 'output');
  }
  return {
    ...counts,
    notAccepted: counts.notAccepted.slice(0, 10),
    wronglyRefused: counts.wronglyRefused.slice(0, 10),
  };
}

function judgeOne(counts, { schema, example, pointer, api, what }) {
  if (example === undefined) return;
  const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });
  const check = ajv.compile(schema);
  counts.examples++;
  if (!check(example)) {
    const problem = `${what}: ${ajv.errorsText(check.errors)}`;
    counts.notAccepted.push(problem);
    if (isAccepted(api, pointer, example)) counts.wronglyRefused.push(problem);
    return;
  }
  counts.accepted++;
  for (const mutant of mutantsOf(schema, example)) {
    counts.mutants++;
    if (!check(mutant)) counts.refused++;
  }
}

/** Returns whether the schema of the document accepts an example. Draft 4 is the nearest to the schemas of OpenAPI 3.0. */
function isAccepted(api, pointer, example) {
  const { version } = api.document;
  const root = (api.schemas ??= withoutData(api.document.root));
  api.lookup ??= dereference(root);
  const schema = pointer
    .slice(2)
    .split('/')
    .reduce((value, part) => value?.[unescaped(part)], root);
  return validate(example, schema, Number(version) > 3 ? '2020-12' : '4', api.lookup).valid;
}

/** Returns a document without examples and defaults, in which an id is none of a schema. */
function withoutData(value) {
  if (Array.isArray(value)) return value.map(withoutData);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => !['example', 'examples', 'default'].includes(key));
  return Object.fromEntries(kept.map(([key, each]) => [key, withoutData(each)]));
}

function unescaped(part) {
  return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
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
