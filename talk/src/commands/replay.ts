import type { AddCommand } from './command.js';

/** `replay`: answers a client as a recorded server did. */
export const addReplay: AddCommand = (program, run) => {
  program
    .command('replay')
    .summary('answer a client over stdio as a recorded server did')
    .description(
      'Answer a client over stdio as the server of a recording did. The first message of the client that differs from the recording ends the connection ' +
        'with an error that shows the difference.',
    )
    .argument('<file>', 'the recording')
    .action((file: string) => run(async (running) => (await import('../actions/replayTo.js')).replayTo(file, running)));
};
