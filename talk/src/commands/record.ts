import type { RecordOptions } from '../actions/recordBetween.js';
import { addConnectionOptions } from '../connection.js';
import { SERVER, type AddCommand } from './command.js';

/** `record`: stands between a client and a server, and records what they say. */
export const addRecord: AddCommand = (program, run) => {
  const command = program
    .command('record')
    .summary('record what a client and a server say')
    .description(
      'Stand between a client and a server, and record what the server receives and sends. Without a command, the client starts this command ' +
        'in place of the server, and speaks over stdio. A command after -- is started with the URL of the server in place of {url}.',
    )
    .argument('<server>', SERVER)
    .option('--out <file>', 'the recording: one message a line', 'session.jsonl')
    .action((server: string, options: RecordOptions) =>
      run(async (running) => (await import('../actions/recordBetween.js')).recordBetween(server, options, running)),
    );
  addConnectionOptions(command);
};
