/** What a hostile client does over stdio. Each attack writes until its signal aborts, and reads nothing. */
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const OPENING = [
  {
    id: 'open',
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
  },
  { method: 'notifications/initialized' },
];

const LONG = 'x'.repeat(10_000);

const line = (message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;

export const OPENING_LINES = OPENING.map(line).join('');

export const PING = line({ id: 'ping', method: 'ping' });

/** Writes lines as fast as the server takes them. Returns their number. */
async function flood({ stdin, signal }, makeLine) {
  let count = 0;
  for (; !signal.aborted && stdin.writable; count++) {
    // A server that no longer reads is not disturbed for a moment: what waits here is not its own, and has to be worked off at the end.
    if (stdin.writableLength > 100_000) await pause(10);
    else stdin.write(makeLine(count));
    if (count % 100 === 0) await pause(0);
  }
  return count;
}

export const stdioAttacks = {
  // Lines are long, so that few calls fit into the buffers between the processes: each takes 5 MB to work off.
  'stdio: large results that nobody reads': (context) =>
    flood(context, (id) => line({ id, method: 'tools/call', params: { name: 'large', arguments: { text: LONG } } })),
  'stdio: malformed lines': (context) =>
    flood(context, (count) => ['{\n', '[1,\n', 'x'.repeat(1_000) + '\n'][count % 3]),
};
