// Increments a counter in a store of credentials, under its lock: node increment.mjs <folder> <times>. With `hold` instead of a number it
// takes the lock, says so, and keeps it until the process is killed.
import { FileTokenStore } from '@mcp-gen/auth/node';
import { setTimeout as sleep } from 'node:timers/promises';

const [folder, times] = process.argv.slice(2);
const store = new FileTokenStore({ folder });

if (times === 'hold') {
  await store.lock('counter', async () => {
    console.log('locked');
    await sleep(600_000);
  });
}
for (let i = 0; i < Number(times); i++) {
  await store.lock('counter', async () => {
    const { count = 0 } = (await store.get('counter')) ?? {};
    await sleep(Math.random() * 3);
    await store.set('counter', { count: count + 1 });
  });
}
