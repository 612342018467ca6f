// What a client does in each scenario, whatever package it is made with.

/**
 * Does what the scenario says.
 *
 * @param print called with each line of the output
 * @param client `callTool(name, args, { signal, timeout, onProgress })`, `allTools()`, `changeRoots()`, and `close()`
 */
export async function play(scenario, print, { callTool, allTools, changeRoots, close }) {
  const echo = async (text, options) => print((await callTool('echo', { text }, options)).content[0].text);
  try {
    switch (scenario) {
      case 'cancel':
        await callTool('slow', {}, { signal: AbortSignal.timeout(150) }).catch(() => undefined);
        break;
      case 'timeout':
        await callTool('slow', {}, { timeout: 150 }).catch(() => undefined);
        break;
      case 'progress': {
        const follow = (text) =>
          echo(text, { onProgress: ({ progress }) => print(`progress of ${text}: ${progress}`) });
        await Promise.all([follow('one'), follow('two')]);
        return;
      }
      case 'errors':
        for (const status of ['401', '403', '415', '429']) await echo(status).catch(() => print(`refused ${status}`));
        await echo('last');
        return;
      case 'auth':
        break;
      default:
        print((await allTools()).map(({ name }) => name).join(' '));
    }
    await echo('one');
    if (scenario === 'roots') await changeRoots();
    await echo('two');
    if (scenario === 'auth') await echo('three');
  } finally {
    await close();
  }
}
