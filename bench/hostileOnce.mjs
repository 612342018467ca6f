// Checks one value with one validator, in a thread of its own, and says how that ended.
import { Validator } from '@cfworker/json-schema';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parentPort, workerData } from 'node:worker_threads';
import { hostileSchemas } from '../test/support/hostileSchemas.mjs';

const { contender, name, ours } = workerData;

/** What makes a function of a schema that says whether a value is as it says. */
const CONTENDERS = {
  async ours(schema) {
    const { compileJsonSchema } = await import(`data:text/javascript;base64,${ours}`);
    const check = compileJsonSchema(schema);
    return (value) => {
      const [issue] = check(value);
      if (issue?.message.endsWith(', got more')) throw new Error('stopped');
      return issue === undefined;
    };
  },
  '@cfworker'(schema) {
    const validator = new Validator(schema, '2020-12');
    return (value) => validator.validate(value).valid;
  },
  Ajv(schema) {
    return new Ajv2020({ strict: false }).compile(schema);
  },
};

const [schema, value] = hostileSchemas[name].make();
const compile = CONTENDERS[contender];
// Loaded, so that what is measured is the check alone.
(await compile({}))({});
parentPort.postMessage('ready');

const started = performance.now();
let outcome;
try {
  outcome = (await compile(schema))(value) ? 'accepted' : 'refused';
} catch (error) {
  outcome = error.message;
}
parentPort.postMessage(`${outcome} after ${(performance.now() - started).toFixed(0)} ms`);
