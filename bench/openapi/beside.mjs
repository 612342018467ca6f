// Compares a server of a public document with the one that FastMCP for Python imports: tools, tokens, and calls that succeed.
import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { parseDocument } from '../../dist/openapi/parseDocument.js';
import { startJudge } from './judge.mjs';
import { compile, scaffold } from './project.mjs';

/** The documents that are compared by default. */
export const BESIDE = ['petstore', 'figma', 'asana'];

const PYTHON = process.env.MCP_PYTHON ?? 'python3';
const CHARACTERS_PER_TOKEN = 4;

/** Returns the figures of both servers. */
export async function measureBeside(document, project) {
  await scaffold(document, project);
  const { errors } = await compile(project);
  if (errors.length > 0) return { problems: errors.slice(0, 5) };
  const { examples } = await import(pathToFileURL(join(project, 'dist/generated/examples.js')).href);
  const calls = examples.filter(({ skip }) => skip === false);
  const judge = await startJudge(calls);
  try {
    const ours = await measureOurs(project, calls, judge);
    const theirs = await measureFastMcp(document, project, calls, judge);
    const failed = [...ours.outcomes].filter(([, outcome]) => outcome !== 'ok');
    return {
      operations: examples.length,
      ours: summary(ours),
      fastmcp: summary(theirs),
      problems: failed.slice(0, 5).map(([index, outcome]) => `${calls[index].operation}: ${outcome}`),
    };
  } finally {
    await judge.close();
  }
}

async function measureOurs(project, calls, judge) {
  // A server whose document states no URL does not start without one.
  process.env.MEASURED_URL = judge.url;
  const { createServer } = await import(pathToFileURL(join(project, 'dist/server.js')).href);
  const { testClient } = await import(pathToFileURL(join(project, 'node_modules/@mcp-gen/sdk/dist/testing.js')).href);
  const client = await testClient(createServer(judge.url));
  const tools = await client.tools().all();
  const outcomes = new Map();
  for (const [index, { tool, arguments: given }] of calls.entries()) {
    judge.expect(index);
    const result = await client.callTool(tool, given).catch((error) => ({ isError: true, text: error.message }));
    outcomes.set(index, result.isError === true ? result.text : 'ok');
  }
  await client.close();
  return { tools, outcomes };
}

async function measureFastMcp(document, project, calls, judge) {
  const plain = join(project, 'document.json');
  const job = join(project, 'job.json');
  await writeFile(plain, JSON.stringify(await parseDocument(await readFile(document, 'utf8'), document)));
  await writeFile(job, JSON.stringify({ document: plain, mock: judge.url, calls: await splitCalls(project, calls) }));
  const program = fileURLToPath(new URL('fastmcp_once.py', import.meta.url));
  const { stdout } = await promisify(execFile)(PYTHON, [program, job], { maxBuffer: 1e9 });
  const { tools, outcomes, ...others } = JSON.parse(stdout);
  return { ...others, tools, outcomes: new Map(Object.entries(outcomes)) };
}

/** Splits the arguments of calls into parameters and bodies of operations, since other servers name them otherwise. */
async function splitCalls(project, calls) {
  const generated = join(project, 'dist/generated');
  const files = (await readdir(generated)).filter((file) => file.endsWith('.js'));
  const modules = await Promise.all(files.map((file) => import(pathToFileURL(join(generated, file)).href)));
  const byName = new Map(modules.flatMap(Object.values).map((tool) => [tool?.name, tool?.call]));
  return calls.map(({ tool, operation, arguments: given }) => ({
    operation,
    parameters: byName
      .get(tool)
      .parameters.filter(({ argument }) => given[argument] !== undefined)
      .map(({ argument, in: place, name }) => ({ in: place, name, value: given[argument] })),
    body: given.body,
  }));
}

function summary({ tools, outcomes }) {
  const text = tools.map(({ name, title, description, inputSchema }) =>
    JSON.stringify({ name, title, description, inputSchema }),
  );
  const succeeded = [...outcomes.values()].filter((outcome) => outcome === 'ok').length;
  const reasons = [...outcomes.values()].filter((outcome) => outcome !== 'ok');
  return {
    tools: tools.length,
    tokens: Math.round(text.join('').length / CHARACTERS_PER_TOKEN),
    succeeded,
    reasons: reasons.slice(0, 10),
  };
}

/** Returns the head and the rows of the table of the page. */
export function besideTable(rows) {
  const head = ['document', 'server', 'tools', 'tokens', 'calls that succeed'];
  const body = rows.flatMap(({ name, operations, ours, fastmcp }) =>
    ours === undefined
      ? [[name, '–', '–', '–', '–']]
      : [
          [name, 'mcp-gen', ours],
          [name, 'FastMCP', fastmcp],
        ].map(([of, server, { tools, tokens, succeeded }]) => [
          of,
          server,
          tools,
          tokens.toLocaleString('en'),
          `${succeeded} of ${operations}`,
        ]),
  );
  return [head, body];
}
