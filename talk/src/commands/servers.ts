import { plainLine } from '@mcp-gen/sdk/client';
import { addressText } from '@mcp-gen/sdk/host';
import { ExitCode } from '../failures.js';
import { chosenFiles, readConfigFiles } from '../target/configFiles.js';
import { jsonText } from '../text/values.js';
import type { AddCommand } from './command.js';

/** `servers`: the servers that hosts on this machine are configured with. Starts none of them. */
export const addServers: AddCommand = (program, run) => {
  program
    .command('servers')
    .summary('list the servers in the configuration files of hosts on this machine')
    .option('--config <file>', 'list those of this file only')
    .option('--json', 'print JSON')
    .action((options: { readonly json?: boolean; readonly config?: string }) =>
      run(async ({ terminal }) => {
        const files = await readConfigFiles(chosenFiles(options.config));
        if (options.json === true) {
          const servers = files.flatMap((each) =>
            each.servers.map(({ name, config, file }) => ({
              name,
              host: file.host,
              file: file.path,
              kind: kindOf(config),
            })),
          );
          terminal.print(
            jsonText({
              servers,
              problems: files.flatMap(({ file, problem }) =>
                problem === undefined ? [] : [{ file: file.path, problem }],
              ),
            }),
          );
          return ExitCode.done;
        }
        if (files.length === 0) terminal.note('No host on this machine has servers in its configuration.');
        for (const { file, servers, problem } of files) {
          terminal.print(`${terminal.paint('bold', file.host)}  ${plainLine(file.path, 1_000)}`);
          if (problem !== undefined) terminal.print(`  ${terminal.paint('red', plainLine(problem))}`);
          for (const { name, config } of servers) terminal.print(`  ${plainLine(name, 60)}  ${kindOf(config)}`);
        }
        return ExitCode.done;
      }),
    );
};

/** What could be a credential is not shown: neither arguments, nor the query of a URL. */
function kindOf(config: unknown): string {
  const { command, url } = (config ?? {}) as { readonly command?: unknown; readonly url?: unknown };
  if (typeof command === 'string') return `the program ${plainLine(command, 200)}`;
  return typeof url === 'string' ? plainLine(addressText({ url }), 200) : 'an invalid entry';
}
