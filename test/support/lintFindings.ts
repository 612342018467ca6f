import { join } from 'node:path';
import { runProgram } from './runCli.js';
import { ROOT } from './schemas.js';
import { temporaryFolder } from './temporaryFolder.js';

/** Returns what a lint rule of this repository says about some files: the messages for each of them. */
export async function lintFindings(
  rule: string,
  files: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const config = {
    jsPlugins: [join(ROOT, 'scripts/lintRules.mjs')],
    categories: { correctness: 'off' },
    rules: { [`mcp-gen/${rule}`]: 'error' },
  };
  const folder = await temporaryFolder({ 'config.json': JSON.stringify(config), ...Object.fromEntries(files) });
  const oxlint = join(ROOT, 'node_modules/oxlint/bin/oxlint');
  const { stdout } = await runProgram(folder, process.execPath, [oxlint, '-c', 'config.json', '-f', 'json']);
  const { diagnostics } = JSON.parse(stdout) as {
    readonly diagnostics: readonly { readonly message: string; readonly filename: string }[];
  };
  const of = (file: string): readonly string[] =>
    diagnostics.filter(({ filename }) => filename === file).map(({ message }) => message);
  return new Map([...files.keys()].map((file) => [file, of(file)]));
}
