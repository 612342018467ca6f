import { build } from 'esbuild';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { hostileSchemas } from '../../test/support/hostileSchemas.mjs';

const TIMEOUT = 10_000;
const CONTENDERS = ['ours', '@cfworker', 'Ajv'];

/** The compiler of schemas is within the sdk, and no entry of it. */
async function bundleOurs() {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../../sdk/src/schema/json/compileJsonSchema.ts', import.meta.url))],
    bundle: true,
    format: 'esm',
    write: false,
  });
  return Buffer.from(outputFiles[0].contents).toString('base64');
}

/** How a check ends: in words, since most do not end as they should. */
async function outcomeOf(workerData) {
  const worker = new Worker(new URL('../hostileOnce.mjs', import.meta.url), { workerData });
  try {
    return await new Promise((resolve) => {
      let timer;
      worker.on('error', (error) => resolve(error.message));
      worker.on('message', (message) => {
        clearTimeout(timer);
        if (message === 'ready') timer = setTimeout(resolve, TIMEOUT, `no end after ${TIMEOUT / 1000} s`);
        else resolve(message);
      });
    });
  } finally {
    await worker.terminate();
  }
}

/** Malicious schemas and values, each checked by our validator and by others. */
export const rows = Object.keys(hostileSchemas).map((name) => ({
  row: `hostile schema: ${name}`,
  unit: 'how it ends',
  better: 'sooner',
  target: { text: 'stopped, or refused', met: ({ ours }) => /^(?:stopped|refused) /.test(ours) },
  async measure() {
    const ours = await bundleOurs();
    const outcomes = {};
    for (const contender of CONTENDERS) outcomes[contender] = await outcomeOf({ contender, name, ours });
    return outcomes;
  },
}));
