// The client of the suite on the sdk of this project.
import { dirname } from 'node:path';
import { authorizationCode } from '@mcp-gen/auth/client';
import { connect } from '@mcp-gen/sdk/client';
import { play } from './play.mjs';

const CHECKED_REVISIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'];

/** Does what the scenario says, and calls `print` with the texts of the results. */
export async function run({ scenario, revision, url, command }, print) {
  const client = await connect(url ?? command, {
    name: 'client',
    version: '1.0.0',
    revisions: CHECKED_REVISIONS.slice(0, CHECKED_REVISIONS.indexOf(revision) + 1),
    timeout: 3_000,
    ...(url === undefined && { stderr: 'ignore', shutdownTimeout: 300 }),
    ...(scenario !== 'without-roots' && { roots: [process.cwd()] }),
    ...(scenario === 'auth' && { auth: authorizationCode({ receiver, allowHttp: true }) }),
    elicitation: { form: () => ({ action: 'accept', content: { name: 'Ada' } }), url: () => 'accept' },
    sampling: {
      model: () => ({ role: 'assistant', model: 'none', content: { type: 'text', text: 'sampled' } }),
      review: { before: (request) => scenario !== 'decline' && request },
    },
    onError: () => undefined,
  });
  await play(scenario, print, {
    callTool: (...args) => client.callTool(...args),
    allTools: () => client.tools().all(),
    changeRoots: () => client.setRoots([dirname(process.cwd())]),
    close: () => client.close(),
  });
}

/** A person who agrees at once. */
const receiver = {
  open: async () => ({
    redirectUri: 'http://127.0.0.1:3000/callback',
    async authorize(url) {
      const response = await fetch(url, { redirect: 'manual' });
      return new URL(response.headers.get('location'), url);
    },
    close: async () => undefined,
  }),
};
