/** Measures time of the processor: that of the clock grows with whatever else runs on the machine. */

/** The milliseconds of this process so far, by all of its threads. */
export function ownTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * What an act takes, in milliseconds of the processor: in this process, and in the server's that a client calls.
 *
 * @param client one of a server that has the tool `time`. Default: there is no other process
 */
export async function timeOf(act, client) {
  const time = async () => ownTime() + (client ? Number((await client.callTool('time', {})).text) : 0);
  const before = await time();
  await act();
  return (await time()) - before;
}
