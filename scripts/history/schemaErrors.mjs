// What TypeScript itself rejects in a schema: such a version is an error of its authors, which no compiler can correct.
import { join } from 'node:path';
import ts from 'typescript';

/**
 * Returns the errors of TypeScript in the schema.ts of a folder, each with its place: `schema.ts(12,3): TS2304 Cannot find name 'X'.`
 *
 * @param folder that of the version
 */
export function schemaErrors(folder) {
  const path = join(folder, 'schema.ts');
  const options = {
    noEmit: true,
    strict: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    types: [],
  };
  const program = ts.createProgram([path], options);
  return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, code, messageText }) => {
    const { line, character } = file?.getLineAndCharacterOfPosition(start) ?? { line: 0, character: 0 };
    return `schema.ts(${line + 1},${character + 1}): TS${code} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}
