// Checks the examples of a document with the schemas of its tools: as they are, and with one mistake.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { BODY } from '../../dist/openapi/call.js';
import { sampleOf } from '../../dist/openapi/sample.js';
import { newSettings } from '../../dist/openapi/toolSettings.js';
import { makeTools, openApi } from '../../dist/openapi/toolSet.js';
import { DocumentSchemas } from './documentSchemas.mjs';
import { mistakesIn } from './mistakes.mjs';

/** The most mistakes that are tried for one example, from all its places. */
const MOST_MISTAKES = 20;

/**
 * Returns how many examples the schemas of the tools accept, and how many mistakes they refuse.
 *
 * `wronglyRefused` are examples that the document's own schemas accept, and the tools do not. A mistake counts if the document's own schema
 * refuses it. `missed` counts those that a tool accepts, by the keyword of the document.
 */
export async function judgeExamples(document) {
  const api = await openApi({ from: document });
  const { tools } = makeTools(api, newSettings(document, [], api.operations));
  const judge = new Judge(new DocumentSchemas(api.document));
  for (const tool of tools) {
    const { call } = tool.calls[0];
    const { parameters, body, success } = call.operation.details();
    const { properties, $defs } = tool.input;
    const part = (name) => ({ ...properties?.[name], ...($defs && { $defs }) });
    const check = (schema, content, direction, what) => {
      const examples = content.examples.filter((example) => example !== undefined);
      const all = examples.length > 0 ? examples : judge.samplesOf(content.schema, api.references, direction);
      judge.add(schema, content.schema.pointer, all, `${tool.name} ${what}`);
    };
    for (const { argument, name, in: place } of call.parameters) {
      const parameter = parameters.find((each) => each.name === name && each.in === place);
      if (parameter !== undefined) check(part(argument), parameter, 'input', argument);
    }
    if (call.body?.kind === 'json') check(part(BODY), body, 'input', 'body');
    if (tool.output) check(tool.output, success.content, 'output', 'output');
  }
  return judge.counts;
}

class Judge {
  #schemas;
  counts = { examples: 0, accepted: 0, wronglyRefused: [], mistakes: 0, refused: 0, missed: {} };

  constructor(schemas) {
    this.#schemas = schemas;
  }

  /** Returns a value of the examples of properties, if there are any, and the document's schema accepts it. */
  samplesOf(schema, references, direction) {
    const [sample, plain] = [true, false].map((useExamples) =>
      sampleOf(schema, { references, direction, useExamples }),
    );
    const isMade = sample === undefined || JSON.stringify(sample) === JSON.stringify(plain);
    return isMade || !this.#schemas.accept(schema.pointer, sample) ? [] : [sample];
  }

  add(schema, pointer, examples, what) {
    if (examples.length === 0) return;
    const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });
    const accepts = ajv.compile(schema);
    for (const example of examples) {
      this.counts.examples++;
      if (accepts(example)) {
        this.counts.accepted++;
        this.#tryMistakes(accepts, pointer, example);
      } else if (this.#schemas.accept(pointer, example)) {
        this.counts.wronglyRefused.push(`${what}: ${ajv.errorsText(accepts.errors)}`);
      }
    }
  }

  #tryMistakes(accepts, pointer, example) {
    for (const { keyword, value } of spread(mistakesIn(this.#schemas, pointer, example), MOST_MISTAKES)) {
      if (this.#schemas.accept(pointer, value)) continue;
      this.counts.mistakes++;
      if (accepts(value)) this.counts.missed[keyword] = (this.counts.missed[keyword] ?? 0) + 1;
      else this.counts.refused++;
    }
  }
}

/** Returns so many of a list, at equal distances. */
function spread(list, most) {
  if (list.length <= most) return list;
  return Array.from({ length: most }, (_, index) => list[Math.floor((index * list.length) / most)]);
}
