/** Finds the servers of a site, and connects to the first one: `node client.ts http://127.0.0.1:3000`. */

import { connect } from '@mcp-gen/sdk/client';
import { differences, discover, endpointOf } from './discover.ts';

const site = process.argv[2] ?? 'http://127.0.0.1:3000';
// This machine is allowed only if the user has named it.
const allowLocal = new URL(site).protocol === 'http:';

const { cards, errors } = await discover(site, { allowLocal });
for (const { message } of errors) console.error(message);
for (const { card } of cards) console.log(`${card.name} ${card.version}: ${card.description}`);

const [first] = cards;
if (first !== undefined) {
  const { url, headers } = endpointOf(first, { allowLocal });
  const client = await connect(url, { headers });
  console.log(`Tools: ${(await client.tools().all()).map(({ name }) => name).join(', ')}`);
  const wrong = differences(first, client);
  if (wrong.length > 0) console.error(`The card is out of date: ${wrong.join(', ')}`);
  await client.close();
}
