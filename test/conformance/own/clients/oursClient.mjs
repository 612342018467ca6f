// The client of the suite on the sdk of this project.
import { authorizationCode } from '@mcp-gen/auth/client';
import { connect } from '@mcp-gen/sdk/client';

const REVISIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'];

/** Does what the scenario says, and calls `print` with the texts of the results. */
export async function run({ scenario, revision, url, command }, print) {
  const client = await connect(url ?? command, {
    name: 'client',
    version: '1.0.0',
    revisions: REVISIONS.slice(0, REVISIONS.indexOf(revision) + 1),
    timeout: 3_000,
    ...(url === undefined && { stderr: 'ignore', shutdownTimeout: 300 }),
    ...(scenario !== 'without-roots' && { roots: [process.cwd()] }),
    ...(scenario === 'auth' && { auth: authorizationCode({ receiver, allowHttp: true }) }),
    elicitation: { form: () => ({ action: 'accept', content: { name: 'Ada' } }), url: () => 'accept' },
    sampling: { model: () => ({ role: 'assistant', model: 'none', content: { type: 'text', text: 'sampled' } }) },
    onError: () => undefined,
  });
  const echo = async (text) => print((await client.callTool('echo', { text })).content[0].text);
  try {
    if (scenario === 'cancel') {
      const signal = AbortSignal.timeout(150);
      await client.callTool('slow', {}, { signal }).catch(() => undefined);
    } else if (scenario === 'timeout') {
      await client.callTool('slow', {}, { timeout: 150 }).catch(() => undefined);
    } else if (scenario !== 'auth') print((await client.tools().all()).map(({ name }) => name).join(' '));
    await echo('one');
    await echo('two');
    if (scenario === 'auth') await echo('three');
  } finally {
    await client.close();
  }
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
