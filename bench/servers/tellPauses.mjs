// Prints the longest pause of the event loop since the last time, in milliseconds, for each line of standard input.
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
process.stdin.on('data', () => {
  console.log(delay.max / 1e6);
  delay.reset();
});
