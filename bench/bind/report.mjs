// The figures, and a table of them.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { COMPILERS } from './compile.mjs';

export async function summarize(folder, rows, http, calls, compiled, programs) {
  const bytes = async (...paths) => {
    const texts = await Promise.all(paths.map((path) => readFile(join(folder, path), 'utf8').catch(() => '')));
    return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  };
  // What does not parse types nothing: every valid call is refused, and no wrong one is.
  const refused = (side, kind, { name, calls: { length } }) => {
    const { errors, broken } = programs[`${side} ${kind}`];
    if (broken.has(name)) return kind === 'calls' ? length : 0;
    return new Set(errors.filter(({ file }) => file.endsWith(`/${name}.${kind}.ts`)).map(({ line }) => line)).size;
  };
  const judged = (side, row) => ({
    validRefused: refused(side, 'calls', row),
    wrongAccepted: row.wrongCalls.length - refused(side, 'wrong', row),
  });
  const servers = [];
  for (const row of rows) {
    const compiles = (side, ending = '.ts') =>
      COMPILERS.filter((compiler) => {
        const { errors, broken } = compiled[compiler][side];
        return !broken.has(row.name) && !errors.some(({ file }) => file.endsWith(`/${row.name}${ending}`));
      }).length;
    servers.push({
      server: row.name,
      tools: row.tools.length,
      unknownTypes: row.problems.length,
      calls: row.calls.length,
      wrongCalls: row.wrongCalls.length,
      ours: { compilers: compiles('ours'), ...judged('ours', row), bytes: await bytes(`ours/${row.name}.ts`) },
      theirs: {
        compilers: row.isTheirs ? compiles('theirs', '.client.ts') : 0,
        compilersOfTypes: row.isTheirs ? compiles('theirs', '.d.ts') : 0,
        ...judged('theirs', row),
        bytes: await bytes(`theirs/${row.name}.client.ts`, `theirs/${row.name}.d.ts`),
      },
      functions: { compilers: compiles('functions'), ...row.sizes },
    });
  }
  return {
    servers,
    http: http.map(({ name, isSame, calls: own }) => ({ name, isSame, ...callFigures(own) })),
    calls: callFigures(calls),
    callsByServer: rows.map(({ name }) => ({
      server: name,
      ...callFigures(calls.filter((each) => each.server === name)),
    })),
    unequal: calls.filter(({ isSame }) => !isSame).map(({ server, tool, outcomes }) => ({ server, tool, outcomes })),
    instantiations: Object.fromEntries(
      COMPILERS.map((compiler) => [
        compiler,
        { ours: compiled[compiler].ours.instantiations, theirs: compiled[compiler].theirs.instantiations },
      ]),
    ),
    errors: programs['ours calls'].errors.slice(0, 20),
  };
}

/** Calls, how many were answered with a result and with an error, and how many are equal. Calls whose answer is another each time count apart. */
function callFigures(calls) {
  const steady = calls.filter(({ isSteady }) => isSteady);
  return {
    calls: calls.length,
    servers: new Set(calls.map(({ server }) => server)).size,
    unsteady: calls.length - steady.length,
    answers: steady.filter(({ isAnswer }) => isAnswer).length,
    errors: steady.filter(({ isAnswer }) => !isAnswer).length,
    equal: steady.filter(({ isSame }) => isSame).length,
  };
}

function callsText({ calls, servers, unsteady, answers, errors, equal }) {
  return (
    `${calls} calls of ${servers} ${servers === 1 ? 'server' : 'servers'}: ${answers} answered with a result, ${errors} with an error, ` +
    `${unsteady} with another answer each time. Of the ${answers + errors}, ${equal} are equal through the module and through callTool.`
  );
}

export function report({ servers, http, calls, callsByServer, unequal, instantiations, errors }) {
  const row = (cells) => `| ${cells.join(' | ')} |`;
  const sides = [
    ['ours', 'mcp-gen'],
    ['theirs', 'mcporter'],
  ];
  const header = ['server', 'tools', 'calls', 'wrong calls'].concat(
    sides.flatMap(([, title]) => [`${title}: compiles`, 'valid refused', 'wrong accepted', 'bytes']),
    ['functions: tokens', 'tools/list: tokens'],
  );
  console.log(row(header));
  console.log(row(header.map((_, index) => (index === 0 ? '---' : '--:'))));
  for (const each of servers) {
    const { server, tools, calls, wrongCalls, ours, functions } = each;
    const cells = sides.flatMap(([side]) => {
      const { compilers, compilersOfTypes = compilers, validRefused, wrongAccepted, bytes } = each[side];
      const compiles =
        side === 'ours'
          ? `${ours.compilers}/${COMPILERS.length}`
          : `types ${compilersOfTypes}/${COMPILERS.length}, client ${compilers}/${COMPILERS.length}`;
      return [compiles, validRefused, wrongAccepted, bytes];
    });
    console.log(
      row([server, tools, calls, wrongCalls, ...cells, functions.tokens?.declarations, functions.tokens?.list]),
    );
  }
  const sum = (value) => servers.reduce((total, each) => total + (value(each) ?? 0), 0);
  const sums = sides.flatMap(([side]) => [
    '',
    ...['validRefused', 'wrongAccepted', 'bytes'].map((name) => sum((each) => each[side][name])),
  ]);
  const tokens = ['declarations', 'list'].map((name) => sum(({ functions }) => functions.tokens?.[name]));
  console.log(
    row([
      '**all**',
      sum((each) => each.tools),
      sum((each) => each.calls),
      sum((each) => each.wrongCalls),
      ...sums,
      ...tokens,
    ]),
  );
  console.log(`\n${callsText(calls)}`);
  const callHeader = ['server', 'calls', 'results', 'errors', 'changing', 'equal'];
  console.log(row(callHeader));
  console.log(row(callHeader.map((_, index) => (index === 0 ? '---' : '--:'))));
  for (const each of callsByServer) {
    console.log(row([each.server, each.calls, each.answers, each.errors, each.unsteady, each.equal]));
  }
  for (const each of unequal)
    console.log(`not equal: ${each.server} ${each.tool}: ${JSON.stringify(each.outcomes).slice(0, 600)}`);
  for (const { name, isSame, ...own } of http) {
    console.log(`${name} over HTTP: the module is ${isSame ? 'the same as' : 'not that of'} stdio. ${callsText(own)}`);
  }
  for (const [compiler, { ours, theirs }] of Object.entries(instantiations)) {
    console.log(`${compiler}: ${ours} instantiations, mcporter ${theirs}`);
  }
  for (const { file, line, message } of errors) console.log(`${file}:${line}: ${message}`);
}
