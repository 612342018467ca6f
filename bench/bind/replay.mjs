// Calls tools through the client and through the modules.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import ts from 'typescript';
import { connect } from '@mcp-gen/sdk/client';
import { resolveServer } from '@mcp-gen/sdk/host';
import { methodsOf } from './methods.mjs';
import { recordedCalls } from './servers.mjs';

/**
 * Calls tools through the client and through the module, and keeps what they returned. Each has a process of the server and an empty
 * folder of its own, since servers remember what they did.
 */
export async function replay(folder, rows, all, work) {
  const calls = [];
  for (const { name, className } of rows) {
    const own = recordedCalls(work).filter(([server]) => server === name);
    if (own.length === 0) continue;
    const text = await readFile(join(folder, `ours/${name}.ts`), 'utf8');
    const file = join(folder, `ours/${name}.mjs`);
    const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
    await writeFile(file, ts.transpileModule(text, { compilerOptions }).outputText);
    const module = await import(pathToFileURL(file).href);
    const methods = methodsOf(text);
    const run = async (call) => {
      await rm(work, { recursive: true, force: true });
      await mkdir(work);
      const { target, options } = resolveServer(name, all[name]);
      const client = await connect(target, { ...options, stderr: 'ignore' });
      const bound = new module[className](client);
      const results = [];
      for (const [, tool, input] of own) results.push(plain(await call(client, bound.tools, tool, input)));
      await client.close();
      return results;
    };
    const direct = await run((client, _, tool, input) => client.callTool(tool, input));
    const through = await run((_, tools, tool, input) => tools[methods.get(tool)](input));
    for (const [index, [, tool, input]] of own.entries()) {
      const result = direct[index];
      if (result.isError) throw new Error(`The call of ${tool} of ${name} failed: ${JSON.stringify(result.content)}`);
      calls.push({ server: name, tool, input, result, isSame: isDeepStrictEqual(result, through[index]) });
    }
  }
  return calls;
}

function plain({ content, structuredContent, isError }) {
  return { content, structuredContent, isError };
}
