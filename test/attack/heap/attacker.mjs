// Attacks a server over HTTP until it is killed: `node attacker.mjs <url> <attack> <connections>`. Prints a line when it begins.
import { attacks } from './attacks.mjs';
import { Caller } from './wire.mjs';

const [url, name, connections] = process.argv.slice(2);
// Each attacker has an address of its own, so that limits by address do not hit the good client.
let hasBegun = false;
const onSend = () => {
  if (!hasBegun) console.log('attacking');
  hasBegun = true;
};
const caller = new Caller(url, '127.0.0.2', { connections: Number(connections), onSend });
const { signal } = new AbortController();
await attacks[name]({ caller, connections: Number(connections), signal });
