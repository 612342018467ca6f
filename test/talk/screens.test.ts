/** What people see in a real terminal, kept as goldens. Update them: `npx vitest run -u test/talk/screens.test.ts`. */

import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { endProcessesOf } from '../../scripts/mutants/processes.mjs';
import { leaveOut } from '../support/omissions.js';
import { ROOT } from '../support/schemas.js';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { openScreen, TMUX_MISSING, type Screen } from '../support/tmux.js';
import { PROGRAM } from './talk.js';

const SERVER = `${process.execPath} ${join(ROOT, 'test/talk/fixtures/screens.mjs')}`;

/** Opens a terminal in which the program and the server have short names. */
async function open(): Promise<Screen> {
  const folder = await temporaryFolder();
  // What keeps connections would go on for minutes.
  onTestFinished(() => endProcessesOf(folder));
  const screen = openScreen(folder, { SERVER, XDG_RUNTIME_DIR: folder });
  screen.type(`PS1='$ '; mcp-talk() { ${process.execPath} ${PROGRAM} "$@"; }; clear`);
  await expect.poll(screen.text).toBe('$');
  return screen;
}

/** Waits until the screen shows something, and then the prompt if the command has ended. */
async function until(screen: Screen, shown: RegExp): Promise<void> {
  await expect.poll(screen.text).toMatch(shown);
}

async function golden(screen: Screen, name: string): Promise<void> {
  await expect(`${screen.text()}\n`).toMatchFileSnapshot(`../golden/screens/${name}.txt`);
}

const DONE = /\n\$$/;

if (TMUX_MISSING !== undefined) leaveOut('what people see in a terminal', TMUX_MISSING);

describe.skipIf(TMUX_MISSING !== undefined)('in a terminal', () => {
  test.each([
    ['list', ['mcp-talk list "$SERVER"']],
    ['info', ['mcp-talk info "$SERVER"']],
    ['call', ['mcp-talk call "$SERVER" forecast city=Rome days=3', 'mcp-talk call "$SERVER" storm; echo $?']],
    [
      'mistakes',
      [
        'mcp-talk call "$SERVER" forcast city=Rome; echo $?',
        'mcp-talk call "$SERVER" forecast cty=Rome days=9; echo $?',
        'mcp-talk read weather weather://stations; echo $?',
      ],
    ],
  ])('%s', async (name, lines) => {
    const screen = await open();
    for (const line of lines) {
      const before = screen.text();
      screen.type(line);
      await expect
        .poll(() => screen.text().length > before.length + line.length + 2 && DONE.test(screen.text()))
        .toBe(true);
    }
    await golden(screen, name);
  });

  test('a form is filled in, corrected, and sent', async () => {
    const screen = await open();
    screen.type('mcp-talk call "$SERVER" subscribe');
    await until(screen, /E-mail.*: $|E-mail[^\n]*:$/);
    screen.type('nobody');
    await until(screen, /unit[^\n]*:$/);
    screen.type('');
    await until(screen, /daily[^\n]*:$/);
    screen.type('yes');
    await until(screen, /(?:E-mail[^]*){2}:$/);
    screen.type('ada@example.com');
    await until(screen, /(?:\nunit[^]*){2}:$/);
    screen.type('F');
    await until(screen, /(?:\ndaily[^]*){2}:$/);
    screen.type('no');
    await until(screen, /Send this\?[^\n]*$/);
    screen.type('y');
    await until(screen, DONE);
    await golden(screen, 'form');
  });

  test('Ctrl-C at a question ends the call', async () => {
    const screen = await open();
    screen.type('mcp-talk call "$SERVER" subscribe; echo "code $?"');
    await until(screen, /E-mail[^\n]*:$/);
    screen.press('C-c');
    await until(screen, /code 130\n\$$/);
    screen.type('clear; mcp-talk call "$SERVER" subscribe --keep; echo "code $?"');
    await until(screen, /E-mail[^\n]*:$/);
    screen.press('C-c');
    await until(screen, /code 130\n\$$/);
  });

  test('progress is shown in one line, and Ctrl-C ends the call', async () => {
    const screen = await open();
    screen.type('mcp-talk call "$SERVER" measure; echo $?');
    await until(screen, /1 of 3: reading the thermometer$/);
    await golden(screen, 'progress');
    screen.press('C-c');
    await until(screen, DONE);
    await golden(screen, 'interrupted');
  });

  test('colors are those of a terminal, and none where the user wants none', async () => {
    const screen = await open();
    screen.type('mcp-talk list "$SERVER"');
    await until(screen, DONE);
    expect(screen.styled()).toContain('\u001B[36mforecast\u001B[39m(city: string');
    screen.type('clear; NO_COLOR=1 mcp-talk list "$SERVER"');
    await until(screen, /Prompts[^]*\n\$$/);
    // oxlint-disable-next-line no-control-regex -- sequences are what is looked for
    expect(screen.styled()).not.toMatch(/\u001B\[\d+m[a-z]/);
  });
});
