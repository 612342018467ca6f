/** The tool that the official JSON Schemas are derived with, run as the specification runs it. */

import { createRequire } from 'node:module';
import { join } from 'node:path';
import { buildGenerator, generateSchema, getDefaultArgs, ts } from 'typescript-json-schema';

const ARGS = { ...getDefaultArgs(), defaultNumberType: 'integer', required: true, skipLibCheck: true } as const;

/** The path of the schema, which is only in memory. */
const SCHEMA = '/schema.ts';

/** The library of the tool's own compiler. Its files are parsed once. */
const library = new Map<string, ts.SourceFile | undefined>();
const LIBRARY = join(
  createRequire(import.meta.url).resolve('typescript-json-schema'),
  '../../node_modules/typescript/lib',
);

/**
 * Derives the JSON Schema of a schema text, in the dialect that the tool writes.
 *
 * @param strictNullChecks whether null in a union is derived, too. The specification runs the tool without. Default false
 * @throws with what its compiler reports
 */
export function runOfficialTool(text: string, strictNullChecks = false): object {
  const program = programOf(text, strictNullChecks);
  const generator = buildGenerator(program, ARGS, [SCHEMA]);
  if (generator === null) throw new Error(`The official tool refuses the schema: ${errorsOf(program).join('; ')}`);
  const schema = generateSchema(program, '*', ARGS, [SCHEMA], generator);
  if (schema === null) throw new Error('The official tool derives nothing');
  return schema;
}

function programOf(text: string, strictNullChecks: boolean): ts.Program {
  const schema = ts.createSourceFile(SCHEMA, text, ts.ScriptTarget.ES2022, true);
  const host: ts.CompilerHost = {
    getSourceFile: (path, target) => (path === SCHEMA ? schema : libraryFile(path, target)),
    getDefaultLibFileName: () => join(LIBRARY, 'lib.es5.d.ts'),
    writeFile: () => undefined,
    getCurrentDirectory: () => '/',
    getCanonicalFileName: (path) => path,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    fileExists: (path) => path === SCHEMA,
    readFile: (path) => (path === SCHEMA ? text : undefined),
  };
  const options = { noEmit: true, skipLibCheck: true, types: [], target: ts.ScriptTarget.ES5, strictNullChecks };
  return ts.createProgram([SCHEMA], options, host);
}
function libraryFile(path: string, target: ts.ScriptTarget | ts.CreateSourceFileOptions): ts.SourceFile | undefined {
  if (!library.has(path)) {
    const text = ts.sys.readFile(path);
    library.set(path, text === undefined ? undefined : ts.createSourceFile(path, text, target));
  }
  return library.get(path);
}

function errorsOf(program: ts.Program): readonly string[] {
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}
