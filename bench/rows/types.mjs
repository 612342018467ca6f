import { fileURLToPath } from 'node:url';
import ts from 'typescript-5.9';

const folder = fileURLToPath(new URL('../types/', import.meta.url));

/** Checks a program, and returns how often the compiler had to instantiate a type for it. */
export function instantiations(file) {
  const { config } = ts.readConfigFile(`${folder}tsconfig.json`, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
  const program = ts.createProgram([`${folder}${file}`], options);
  const errors = ts.getPreEmitDiagnostics(program);
  if (errors.length > 0) throw new Error(ts.formatDiagnostics(errors, host));
  return program.getInstantiationCount();
}

const host = { getCanonicalFileName: (name) => name, getCurrentDirectory: () => folder, getNewLine: () => '\n' };

/** What the types of a server with one tool ask of the compiler. The floor is its schema alone. */
export const rows = [
  {
    row: 'types: instantiations of a one-tool program, TypeScript 5.9',
    unit: 'instantiations',
    better: 'lower',
    target: { text: '<= a third of SDK v2', met: (values) => values.ours <= values['SDK v2'] / 3 },
    measure: () => ({
      floor: instantiations('floor.ts'),
      ours: instantiations('ours.ts'),
      'SDK v2': instantiations('sdk-v2.ts'),
    }),
  },
];
