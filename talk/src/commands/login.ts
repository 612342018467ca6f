import { plainLine, SUPPORTED_REVISIONS } from '@mcp-gen/sdk/client';
import { addConnectionOptions, reach, withClient, type ConnectionOptions } from '../connection.js';
import { ExitCode, MistakeError } from '../failures.js';
import { loginOf } from '../target/logins.js';
import type { AddCommand } from './command.js';

const URL_OR_NAME = 'a URL, or the name of a configured server with a URL';

/** `login`: logs in to a server, and keeps the tokens for all other commands. */
export const addLogin: AddCommand = (program, run) => {
  const command = program
    .command('login')
    .summary('log in to a server with OAuth')
    .description(
      'Log in to a server with OAuth. The tokens are kept in a folder that only you can read, for all other commands.',
    )
    .argument('<server>', URL_OR_NAME)
    .action((server: string, options: ConnectionOptions) =>
      run((running) =>
        withClient(server, { ...options, auth: true }, running, async (client) => {
          const { terminal, signal } = running;
          // A server may ask for credentials only where they are needed.
          if (client.server.capabilities.tools !== undefined) await client.tools({ signal }).all();
          terminal.print(`${plainLine(client.server.name)} accepts your requests.`);
          return ExitCode.done;
        }),
      ),
    );
  addConnectionOptions(command);
};

/** What became of the tokens. */
const FORGOTTEN = {
  none: 'There was no login.',
  deleted: 'The tokens are deleted. The authorization server did not revoke them: they stay valid until they expire.',
  revoked: 'The tokens are revoked and deleted.',
};

/** `logout`: revokes and deletes the tokens of a server. */
export const addLogout: AddCommand = (program, run) => {
  const command = program
    .command('logout')
    .summary('revoke and delete the tokens of a server')
    .argument('<server>', URL_OR_NAME)
    .action((server: string, options: ConnectionOptions) =>
      run(async ({ terminal, signal }) => {
        const { target } = await reach(server, [], options, terminal, signal);
        if (!(target instanceof URL)) throw new MistakeError('Only servers with a URL have logins');
        const login = await loginOf(target, options.login, false);
        terminal.print(
          FORGOTTEN[await login.forget({ server: target, fetch, revisions: SUPPORTED_REVISIONS, signal })],
        );
        return ExitCode.done;
      }),
    );
  addConnectionOptions(command);
};
