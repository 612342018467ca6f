// Calls tools through the client and through the modules.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import ts from 'typescript';
import { connect } from '@mcp-gen/sdk/client';
import { resolveServer } from '@mcp-gen/sdk/host';
import { methodsOf } from './methods.mjs';
import { validSample } from './sample.mjs';
import { recordedCalls } from './servers.mjs';

/** How many tools of a server without recorded calls are called, each with all of its arguments. */
const SAMPLED = 5;

/** Milliseconds that a call may take: servers without a network try again. */
const TIMEOUT = 30_000;

/**
 * Calls tools through the client twice, and then through the module, and keeps what they answered. Each time has a process of the server and
 * an empty folder of its own, since servers remember what they did.
 */
export async function replay(folder, rows, all, work, note) {
  const calls = [];
  for (const row of rows) {
    note(`calls of ${row.name} ...`);
    const { target, options } = resolveServer(row.name, all[row.name]);
    calls.push(...(await compareCalls(folder, row, work, () => connect(target, { ...options, stderr: 'ignore' }))));
  }
  return calls;
}

/** The calls of one server, through a client that `open` returns, and how their answers compare. */
export async function compareCalls(folder, row, work, open) {
  const bound = await loadModule(folder, row);
  const planned = plan(row, work);
  const run = async (call) => {
    await rm(work, { recursive: true, force: true });
    await mkdir(work);
    const client = await open();
    try {
      const outcomes = [];
      for (const [tool, input] of planned.calls) outcomes.push(await outcomeOf(call, client, tool, input));
      return outcomes;
    } finally {
      await client.close();
    }
  };
  const direct = (client, tool, input) => client.callTool(tool, input, { timeout: TIMEOUT });
  const first = await run(direct);
  const again = await run(direct);
  const through = await run((client, tool, input) =>
    new bound.Class(client).tools[bound.methods.get(tool)](input, { timeout: TIMEOUT }),
  );
  return planned.calls.map(([tool, input], index) => {
    const outcome = first[index];
    const isAnswer = outcome.error === undefined && outcome.isError === false;
    if (planned.isRecorded && !isAnswer) {
      throw new Error(`The call of ${tool} of ${row.name} failed: ${JSON.stringify(outcome)}`);
    }
    return {
      server: row.name,
      tool,
      input,
      isRecorded: planned.isRecorded,
      isAnswer,
      isSteady: isDeepStrictEqual(outcome, again[index]),
      isSame: isDeepStrictEqual(outcome, through[index]) || isDeepStrictEqual(again[index], through[index]),
      ...(isAnswer && { result: outcome }),
      ...(!isDeepStrictEqual(outcome, through[index]) && { outcomes: [outcome, again[index], through[index]] }),
    };
  });
}

async function loadModule(folder, { name, className }) {
  const text = await readFile(join(folder, `ours/${name}.ts`), 'utf8');
  const file = join(folder, `ours/${name}.mjs`);
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
  await writeFile(file, ts.transpileModule(text, { compilerOptions }).outputText);
  const module = await import(pathToFileURL(file).href);
  return { Class: module[className], methods: methodsOf(text) };
}

/** The recorded calls of a server; without any, one of each of its first tools. */
function plan({ name, tools }, work) {
  const recorded = recordedCalls(work).filter(([server]) => server === name);
  if (recorded.length > 0) return { isRecorded: true, calls: recorded.map(([, tool, input]) => [tool, input]) };
  const sampled = tools.flatMap(({ name: tool, inputSchema }) => {
    const input = validSample(inputSchema);
    return input === undefined ? [] : [[tool, input]];
  });
  return { isRecorded: false, calls: sampled.slice(0, SAMPLED) };
}

/** What a call came to: a result, or an error, which is compared by its class, its code, and its message. */
async function outcomeOf(call, client, tool, input) {
  try {
    const { content, structuredContent, isError } = await call(client, tool, input);
    return { content, structuredContent, isError };
  } catch (error) {
    return { error: { name: error.name, code: error.code, message: error.message } };
  }
}
