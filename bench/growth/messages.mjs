import { timeOf } from './cpu.mjs';
import { connected } from './program.mjs';

/** Up to 50 MB, each twice the one before. */
const MEGABYTES = [1.5625, 3.125, 6.25, 12.5, 25, 50];
const MB = 1_000_000;

/** What is sent: one string, or values whose JSON takes 10 bytes each; of these a message may have a million. */
const PARAMS = {
  'one string': { sizes: MEGABYTES, make: (megabytes) => 'x'.repeat(megabytes * MB) },
  'many values': {
    sizes: MEGABYTES.filter((megabytes) => megabytes < 7),
    make: (megabytes) => Array.from({ length: (megabytes * MB) / 10 }, (_, index) => 100_000_000 + index),
  },
};

const over = (transport, act) => async () => {
  const { client, close } = await connected(transport);
  return { measure: (size) => act(client, size), close };
};

/** The time of one call with a large message, one way. */
export const curves = ['stdio', 'json', 'sse'].flatMap((transport) => [
  ...Object.entries(PARAMS).map(([what, { sizes, make }]) => ({
    curve: `request, ${what}, ${transport}`,
    size: 'MB',
    unit: 'ms of CPU',
    sizes,
    open: over(transport, (client, size) => {
      const value = make(size);
      return timeOf(() => client.callTool('take', { value }), client);
    }),
  })),
  {
    curve: `answer, one string, ${transport}`,
    size: 'MB',
    unit: 'ms of CPU',
    sizes: MEGABYTES,
    open: over(transport, (client, size) => timeOf(() => client.callTool('give', { characters: size * MB }), client)),
  },
]);
