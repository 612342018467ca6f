// Attacks a server over HTTP until it is killed: `node attacker.mjs <url> <attack> <connections> <addresses>`. Prints a line when it begins.
import { attacks } from './attacks.mjs';
import { Caller } from './wire.mjs';

const [url, name, connections, addresses] = process.argv.slice(2);
// Each attacker has an address of its own, so that limits by address do not hit the good client.
let hasBegun = false;
const onSend = () => {
  if (!hasBegun) console.log('attacking');
  hasBegun = true;
};
const callers = Array.from(
  { length: Number(addresses) },
  (_, index) => new Caller(url, `127.0.0.${2 + index}`, { connections: Number(connections), onSend }),
);
const { signal } = new AbortController();
await attacks[name]({ callers, connections: Number(connections), signal });
