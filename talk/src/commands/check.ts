import type { CheckOptions } from '../actions/checkConformance.js';
import { addConnectionOptions } from '../connection.js';
import { SERVER, type AddCommand } from './command.js';

/** `check`: whether a server conforms to the protocol. */
export const addCheck: AddCommand = (program, run) => {
  const command = program
    .command('check')
    .summary('check whether a server conforms to the protocol')
    .description(
      'Check whether a server conforms to the protocol, in every revision that it supports. Of its tools, only those are called that are ' +
        'made for checks (docs/conformance.md). Each fault is shown with the requirement of the specification.',
    )
    .argument('<server>', SERVER)
    .option('--only <part>', 'run only the checks whose names contain this', '')
    .option('--sse', 'the URL is the stream of events of HTTP with SSE, as in 2024-11-05')
    .option('--strict', 'fail for warnings, too: recommendations that the server does not follow')
    .option('--all', 'show the checks that passed or do not apply, too')
    .action((server: string, options: CheckOptions) =>
      run(async (running) =>
        (await import('../actions/checkConformance.js')).checkConformance(server, options, running),
      ),
    );
  addConnectionOptions(command);
};
