// Programs that call tools with recorded and sampled arguments, for the compiler to judge.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';
import { methodsOf } from './methods.mjs';
import { mutations, validatorOf, validSample } from './sample.mjs';

/**
 * Writes two programs for each server and side, with a call on each line: `calls` makes each recorded call, and one of each tool with all of
 * its arguments; in `wrong` one argument of each call has a type that the schema refuses.
 */
export async function writePrograms(folder, rows, calls) {
  for (const row of rows) {
    const own = calls.filter(({ server, isRecorded }) => server === row.name && isRecorded);
    const sampled = row.tools.flatMap(({ name, inputSchema }) => sampledCalls(name, inputSchema));
    row.calls = [...own, ...sampled.filter(({ isValid }) => isValid)];
    row.wrongCalls = sampled.filter(({ isValid }) => !isValid);
    const methods = methodsOf(await readFile(join(folder, `ours/${row.name}.ts`), 'utf8'));
    const head = `import type { ${row.className} } from './${row.name}.js'; declare const tools: ${row.className}['tools'];`;
    const signatures = row.isTheirs
      ? await signaturesOf(join(folder, `theirs/${row.name}.d.ts`))
      : { name: 'none', methods: new Map() };
    const theirHead = `import type { ${signatures.name} } from './${row.name}.js'; declare const tools: ${signatures.name};`;
    for (const [kind, list] of Object.entries({ calls: row.calls, wrong: row.wrongCalls })) {
      const ours = list.map((call, index) => ourCall(call, index, methods));
      const theirs = list.map((call, index) => theirCall(call, index, signatures));
      await writeFile(join(folder, `ours/${row.name}.${kind}.ts`), [head, ...ours, ''].join('\n'));
      await writeFile(join(folder, `theirs/${row.name}.${kind}.ts`), [theirHead, ...theirs, ''].join('\n'));
    }
  }
}

/** A call with all arguments, and those that differ from it in one of them, as far as Ajv is sure of them. */
function sampledCalls(tool, schema) {
  const input = validSample(schema);
  if (input === undefined) return [];
  const validate = validatorOf(schema);
  const wrong = mutations(input).filter((each) => !validate(each));
  return [{ tool, input, isValid: true }, ...wrong.map((each) => ({ tool, input: each, isValid: false }))];
}

function ourCall({ tool, input, result }, index, methods) {
  const call = `const r${index} = await tools.${methods.get(tool)}(${JSON.stringify(input)});`;
  const value = result?.structuredContent;
  if (value === undefined) return call;
  return `${call} if (!r${index}.isError && 'structuredContent' in r${index}) { const all: typeof r${index}.structuredContent = ${JSON.stringify(value)}; void all; }`;
}

function theirCall({ tool, input, result }, index, { methods }) {
  const method = methods.get(key(tool));
  if (method === undefined) return `missing_${index}();`;
  const given = new Map(Object.entries(input).map(([name, value]) => [key(name), JSON.stringify(value)]));
  const args = method.parameters.map((name) => given.get(key(name)) ?? 'undefined');
  const isMissing = Object.keys(input).some((name) => !method.parameters.some((each) => key(each) === key(name)));
  const call = `const r${index} = await tools[${JSON.stringify(method.name)}](${args.join(', ')});${isMissing ? ` missing_${index}();` : ''}`;
  const value = result?.structuredContent;
  return value === undefined ? call : `${call} { const all: typeof r${index} = ${JSON.stringify(value)}; void all; }`;
}

/** The methods of the interface that mcporter has written. */
async function signaturesOf(path) {
  const file = ts.createSourceFile(path, await readFile(path, 'utf8'), ts.ScriptTarget.ES2022, true);
  const [declared] = file.statements.filter(ts.isInterfaceDeclaration);
  const methods = new Map();
  for (const member of declared.members.filter(ts.isMethodSignature)) {
    const name = ts.isStringLiteral(member.name) ? member.name.text : member.name.getText();
    methods.set(key(name), { name, parameters: member.parameters.map((parameter) => parameter.name.getText()) });
  }
  return { name: declared.name.text, methods };
}

function key(name) {
  return name.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}
