/** Prints the next incidents: `node client.ts http://127.0.0.1:3000/mcp push`, or `poll`, or `webhook`. */

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from '@mcp-gen/sdk/client';
import type { EventDelivery } from './generated/types.ts';
import { events } from './events.ts';
import { WebhookReceiver } from './receiver.ts';

const [url = 'http://127.0.0.1:3000/mcp', delivery = 'push'] = process.argv.slice(2);

const http = createServer((request, response) => void receiver.handle(request, response)).listen(0, '127.0.0.1');
await once(http, 'listening');
const receiver = new WebhookReceiver(`http://127.0.0.1:${(http.address() as AddressInfo).port}/hook`);

const client = await connect(url, { extensions: [events()], headers: { authorization: 'Bearer demo' } });
const found = client.extension(events);
if (found === undefined) throw new Error('The server has no events');
for (const { name, description } of await found.list()) console.log(`${name}: ${description}`);

const subscription = await found.subscribe(
  'incident.created',
  { severity: 'P1' },
  {
    onEvent: ({ data }) => console.log(data['incidentId']),
    onGap: () => console.log('Incidents may be missing'),
    onError: (error) => console.error(error),
  },
  { delivery: delivery as EventDelivery, receiver },
);

process.once('SIGINT', () => {
  subscription.close();
  http.close();
  void client.close();
});
await subscription.closed;
