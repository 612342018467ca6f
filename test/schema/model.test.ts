/** The published JSON Schema of the protocol model describes every model, and nothing that is not one. */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadProtocol } from '../../generator/protocols.js';
import { MODEL_FORMAT, type ProtocolModel } from '../../generator/model/modelFormat.js';
import { modelOf } from '../../generator/model/protocolModel.js';
import { SchemaProblems } from '../../generator/problems.js';
import { readProjectFile, REVISION_IDS, ROOT } from '../support/schemas.js';

const schema = JSON.parse(readProjectFile('schema/model.schema.json')) as {
  readonly $id: string;
  readonly $defs: { readonly [name: string]: { readonly properties?: { readonly kind?: { const?: string } } } };
};
const ajv = new Ajv2020({ allErrors: false, allowUnionTypes: true });
const validate = ajv.compile(schema);

/** What is wrong with a value, as `pointer message`. */
function problemsOf(value: unknown): readonly string[] {
  return validate(value) ? [] : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
}

const CONSTRUCTS = join(ROOT, 'test/golden/constructs');

/** The models of the small schemas that are valid, each of which shows one construct. */
async function constructModels(): Promise<readonly ProtocolModel[]> {
  const models: ProtocolModel[] = [];
  for (const name of readdirSync(CONSTRUCTS)) {
    try {
      models.push(modelOf(await loadProtocol(join(CONSTRUCTS, name, 'schema.ts'), '2025-03-27')));
    } catch (error) {
      if (!(error instanceof SchemaProblems)) throw error;
    }
  }
  return models;
}

let released: readonly ProtocolModel[];
let model: ProtocolModel;

beforeAll(async () => {
  const models = [];
  for (const id of REVISION_IDS) models.push(modelOf(await loadProtocol(join(ROOT, 'schema', id, 'schema.ts'))));
  released = models;
  const first = models.find(({ revision }) => revision === '2025-11-25');
  if (!first) throw new Error('Revision 2025-11-25 is missing');
  model = first;
});

test('the model of every revision is valid', () => {
  expect(released.map((each) => [each.revision, problemsOf(each)])).toEqual(REVISION_IDS.map((id) => [id, []]));
});

test('so are the models of drafts, with their open decisions', async () => {
  const models = await constructModels();
  expect(models.length).toBeGreaterThan(20);
  expect(models.flatMap(({ openDecisions }) => openDecisions)).not.toEqual([]);
  expect(models.flatMap(problemsOf)).toEqual([]);
});

test('every kind of declaration and type that it describes is in a model', async () => {
  const text = JSON.stringify([...released, ...(await constructModels())]);
  const kinds = Object.values(schema.$defs).flatMap(({ properties }) => properties?.kind?.const ?? []);
  expect(kinds.length).toBeGreaterThan(10);
  expect(kinds.filter((kind) => !text.includes(`"kind":"${kind}"`))).toEqual([]);
});

test('it names the version of the format', () => {
  expect(schema.$id).toBe(`urn:mcp-gen:model:${MODEL_FORMAT}`);
});

describe('a model is refused', () => {
  /** The model after a change to a copy of it. */
  function changed(change: (copy: Mutable) => void): unknown {
    const copy = structuredClone(model) as unknown as Mutable;
    change(copy);
    return copy;
  }

  interface Mutable {
    [property: string]: unknown;
    messages: { [property: string]: unknown; params: { [property: string]: unknown } }[];
    declarations: { [property: string]: unknown }[];
  }

  const messageAt = (copy: Mutable, index = 0): Mutable['messages'][number] => {
    const message = copy.messages[index];
    if (!message) throw new Error('The model has no messages');
    return message;
  };
  const interfaceOf = (copy: Mutable): Mutable['declarations'][number] => {
    const found = copy.declarations.find(({ kind }) => kind === 'interface');
    if (!found) throw new Error('The model has no interfaces');
    return found;
  };

  const PLACE = { file: '2025-11-25/schema.ts', line: 1, column: 1 };
  const PROPERTY = { name: 'a', optional: false, docs: { text: '', tags: [] }, place: PLACE };

  const CASES: { readonly [what: string]: readonly [change: (copy: Mutable) => void, problem: string] } = {
    'of another format': [(copy) => (copy['format'] = 1), '/format must be equal to constant'],
    'without a revision': [(copy) => delete copy['revision'], " must have required property 'revision'"],
    'with a property that no reader knows': [(copy) => (copy['extra'] = 1), ' must NOT have additional properties'],
    'with an unknown era': [(copy) => (copy['era'] = 'ice'), '/era must be equal to one of the allowed values'],
    'with an unknown sender': [
      (copy) => (messageAt(copy)['senders'] = ['host']),
      '/messages/0/senders/0 must be equal to one of the allowed values',
    ],
    'whose request has no results': [
      (copy) => (messageAt(copy)['results'] = []),
      '/messages/0/results must NOT have fewer than 1 items',
    ],
    'whose params are a name only': [
      (copy) => (messageAt(copy).params = 'CallToolRequestParams' as never),
      '/messages/0/params must be object',
    ],
    'whose notification has results': [
      (copy) => (messageAt(copy, copy.messages.length - 1)['results'] = ['Result']),
      ' must NOT have additional properties',
    ],
    'with a declaration without docs': [
      (copy) => delete interfaceOf(copy)['docs'],
      " must have required property 'docs'",
    ],
    'with an unknown kind of type': [
      (copy) => (interfaceOf(copy)['properties'] = [{ ...PROPERTY, type: { kind: 'tuple' } }]),
      '/type must match exactly one schema in oneOf',
    ],
    'with a place outside the file': [
      (copy) => (interfaceOf(copy)['place'] = { ...PLACE, line: 0 }),
      '/place/line must be >= 1',
    ],
  };

  test.each(Object.entries(CASES))('%s', (_, [change, problem]) => {
    expect(problemsOf(changed(change))).toContainEqual(expect.stringMatching(`${escaped(problem)}$`));
  });

  test('but not after a change of nothing', () => {
    expect(problemsOf(changed(() => undefined))).toEqual([]);
  });
});

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
