/** How a command line is split, without a shell. */

import { describe, expect, test } from 'vitest';
import { parseCommandLine } from '../../../sdk/src/client/parseCommandLine.js';

describe('a command line', () => {
  test.each([
    { line: 'server', command: 'server', args: [] },
    { line: '  npx   -y\tsome-server ', command: 'npx', args: ['-y', 'some-server'] },
    { line: 'node "my server.js"', command: 'node', args: ['my server.js'] },
    { line: "node 'my server.js' --a='b c'd", command: 'node', args: ['my server.js', '--a=b cd'] },
    { line: 'node my\\ server.js', command: 'node', args: ['my server.js'] },
    {
      line: String.raw`C:\tools\server.exe --log C:\log`,
      command: 'C:\\tools\\server.exe',
      args: ['--log', 'C:\\log'],
    },
    { line: String.raw`node "say \"hi\" C:\x"`, command: 'node', args: ['say "hi" C:\\x'] },
    { line: `node "" ''`, command: 'node', args: ['', ''] },
    { line: `node '$HOME' "a|b" 'x;y' '|'`, command: 'node', args: ['$HOME', 'a|b', 'x;y', '|'] },
    { line: 'fetch https://example.org/?a=1&b=2', command: 'fetch', args: ['https://example.org/?a=1&b=2'] },
    { line: 'node server.js A=b', command: 'node', args: ['server.js', 'A=b'] },
    { line: 'node price=5$', command: 'node', args: ['price=5$'] },
  ])('$line', ({ line, command, args }) => {
    expect(parseCommandLine(line)).toEqual({ command, args });
  });

  test.each([
    { line: '', says: 'The command line is empty' },
    { line: '   ', says: 'The command line is empty' },
    { line: `'' x`, says: 'The command line is empty' },
    { line: 'node "server.js', says: 'Unclosed quote (")' },
    { line: 'server | tee log', says: 'operator |' },
    { line: 'cd x && server', says: 'operator &&' },
    { line: 'server 2> log', says: 'operator 2>' },
    { line: 'server &', says: 'operator &' },
    { line: 'server $HOME', says: 'Shell variable or command substitution in the command line' },
    { line: 'server "${HOME}/x"', says: 'Shell variable or command substitution in the command line' },
    { line: 'server `date`', says: 'Shell variable or command substitution in the command line' },
    { line: 'server $(date)', says: 'Shell variable or command substitution in the command line' },
    { line: 'KEY=value node server.js', says: 'Variable KEY in the command line. Set it with the option "env"' },
  ])('$line is refused', ({ line, says }) => {
    expect(() => parseCommandLine(line)).toThrow(TypeError);
    expect(() => parseCommandLine(line)).toThrow(says);
  });
});
