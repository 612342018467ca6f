// Sends 30 requests before it answers its own, and reads all answers. The argument is the number of requests at a time.
import { createInterface } from 'node:readline';

const ANSWERS = 30;
const concurrency = Number(process.argv[2]);
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

let called;
let asked = 0;
let answered = 0;
const ask = () => send({ id: ++asked, method: 'places/list' });

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params, result } = JSON.parse(line);
  if (method === 'initialize') {
    const { protocolVersion } = params;
    send({ id, result: { protocolVersion, capabilities: {}, serverInfo: { name: 'attentive', version: '1.0.0' } } });
  } else if (method === 'plain/do') {
    called = id;
    for (let count = 0; count < concurrency; count++) ask();
  } else if (result !== undefined) {
    answered++;
    if (answered === ANSWERS) send({ id: called, result: { answered } });
    else if (asked < ANSWERS) ask();
  }
});
