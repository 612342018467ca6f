/** What a page in a browser does with our client; bundled for it by `test/interop/browser.test.ts`. */

import { connect, type Client } from '@mcp-gen/sdk/client';
import { Network } from './network.js';

/** What a page received from a server. */
export interface PageReport {
  readonly revision: string;
  readonly text: string;
  readonly reports: readonly object[];
  readonly updated: unknown;
  readonly sampled: string;
  readonly resumptions: number;
}

type Revision = '2025-11-25' | '2026-07-28';

async function use(url: string, revision: Revision): Promise<PageReport> {
  const network = new Network();
  const client = await connect(url, {
    revisions: [revision],
    fetch: network.fetch,
    sampling: {
      model: () => {
        // Without sessions, no stream can be resumed.
        if (revision === '2025-11-25') network.break();
        return { role: 'assistant', model: 'oracle', content: { type: 'text', text: 'Because.' } };
      },
    },
  });
  try {
    return { ...(await converse(client)), resumptions: network.resumptions };
  } finally {
    await client.close();
  }
}

async function converse(client: Client): Promise<Omit<PageReport, 'resumptions'>> {
  const { text } = await client.callTool('echo', { text: 'Grüße 🌍' });
  const reports: object[] = [];
  await client.callTool('count', { to: 3 }, { onProgress: (report) => reports.push(report) });
  const subscription = client.subscribe('note:///attic');
  await subscription.ready;
  await client.callTool('touch', { uri: 'note:///attic' });
  const { value: updated } = (await subscription.next()) as { readonly value: unknown };
  const { text: sampled } = await client.callTool('sample', { text: 'Why?' });
  return { revision: client.revision, text, reports, updated, sampled };
}

/** Uses each server in turn, with sessions and without. What fails is a string. */
export async function run({ urls }: { readonly urls: readonly string[] }): Promise<readonly unknown[]> {
  const outcomes: unknown[] = [];
  for (const url of urls) {
    for (const revision of ['2025-11-25', '2026-07-28'] as const) {
      outcomes.push(await use(url, revision).catch(String));
    }
  }
  return outcomes;
}
