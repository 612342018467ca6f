/** Images of results in terminals that can show them. */

import { spawnSync } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { imageProtocol, inlineImage } from '../../talk/src/text/inlineImages.js';
import { testUnless } from '../support/omissions.js';
import { ROOT } from '../support/schemas.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

/** Returns a PNG that says that it has a size. */
function png(width: number, height: number, more = 0): string {
  const chunk = (type: string, data: Buffer): Buffer => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
  };
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = chunk('IDAT', Buffer.concat([deflateSync(Buffer.alloc(width + 1)), Buffer.alloc(more)]));
  return Buffer.concat([signature, chunk('IHDR', header), data]).toString('base64');
}

/** Returns a JPEG with a comment before the frame. */
function jpeg(width: number, height: number): string {
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xfe, 0, 4, 1, 2]), frame]).toString('base64');
}

test.each<[env: NodeJS.ProcessEnv, protocol: string | undefined]>([
  [{ TERM: 'xterm-kitty' }, 'kitty'],
  [{ TERM: 'xterm-ghostty' }, 'kitty'],
  [{ TERM: 'xterm-256color', KITTY_WINDOW_ID: '1' }, 'kitty'],
  [{ TERM: 'xterm-256color', TERM_PROGRAM: 'iTerm.app' }, 'iterm2'],
  [{ TERM: 'xterm-256color', TERM_PROGRAM: 'WezTerm' }, 'iterm2'],
  [{ TERM: 'xterm-256color', LC_TERMINAL: 'iTerm2' }, 'iterm2'],
  [{ TERM: 'xterm-256color', TERM_PROGRAM: 'Apple_Terminal' }, undefined],
  [{ TERM: 'xterm-kitty', TMUX: '/tmp/tmux' }, undefined],
  [{ TERM: 'screen', STY: '1', TERM_PROGRAM: 'iTerm.app' }, undefined],
  [{ TERM: 'dumb', TERM_PROGRAM: 'iTerm.app' }, undefined],
  [{}, undefined],
])('%j has the protocol %s', (env, protocol) => {
  const stdout = { isTTY: true } as NodeJS.WriteStream & { fd: 1 };
  expect(imageProtocol({ stdout, env })).toBe(protocol);
  expect(imageProtocol({ stdout: { ...stdout, isTTY: false } as typeof stdout, env })).toBe(undefined);
});

describe('what a terminal is sent', () => {
  test('is base64 in the sequences of kitty, in chunks', () => {
    const data = png(10, 10, 9_000);
    const sent = inlineImage({ data, mimeType: 'image/png' }, 'kitty') ?? '';
    const parts = [...sent.matchAll(new RegExp(String.raw`\u001b_G([^;]*);([A-Za-z0-9+/=]*)\u001b\\`, 'gu'))];
    expect(parts.map(([whole]) => whole).join('')).toBe(sent);
    expect(parts.map(([, keys]) => keys)).toEqual(['a=T,f=100,q=2,m=1', 'm=1', 'm=0']);
    expect(parts.map(([, , part]) => part).join('')).toBe(data);
  });

  test('is base64 in the sequence of iTerm2', () => {
    const data = jpeg(10, 10);
    const sent = inlineImage({ data, mimeType: 'image/JPEG; q=1' }, 'iterm2');
    expect(sent).toBe(`\u001b]1337;File=inline=1;size=21;preserveAspectRatio=1:${data}\u0007`);
  });

  test('says the width of an image that is wider than the terminal', () => {
    const wide = { data: png(1_000, 10), mimeType: 'image/png' };
    expect(inlineImage(wide, 'kitty', 100)).toContain('c=100,');
    expect(inlineImage(wide, 'kitty', 200)).not.toContain('c=');
    expect(inlineImage(wide, 'iterm2', 100)).toContain('width=100;');
  });
});

test.each([
  ['what is not base64', `${png(10, 10)}\u001b[2J`, 'image/png'],
  ['an end of the sequence', `${png(10, 10).slice(0, -4)}\u0007AAA`, 'image/png'],
  ['a line break', `${png(10, 10).slice(0, 40)}\n${png(10, 10).slice(41)}`, 'image/png'],
  ['half a group', png(10, 10).slice(0, -1), 'image/png'],
  ['nothing', '', 'image/png'],
  ['a JPEG that is said to be a PNG', jpeg(10, 10), 'image/png'],
  ['a PNG that is said to be a JPEG', png(10, 10), 'image/jpeg'],
  ['text', Buffer.from('hello hello hello hello hello hello hello').toString('base64'), 'image/png'],
  ['the beginning of a PNG', png(10, 10).slice(0, 16), 'image/png'],
  ['a PNG with very many pixels', png(100_000, 100_000), 'image/png'],
  ['a PNG without pixels', png(0, 10), 'image/png'],
  ['a JPEG with very many pixels', jpeg(60_000, 60_000), 'image/jpeg'],
  [
    'a JPEG without a frame',
    Buffer.from([0xff, 0xd8, 0xff, 0xfe, 0, 0, 0, 0, 0, 0, 0, 0]).toString('base64'),
    'image/jpeg',
  ],
  ['a very large file', png(10, 10, 4_000_000), 'image/png'],
  ['another type', png(10, 10), 'image/svg+xml'],
])('%s is not shown', (_name, data, mimeType) => {
  expect(inlineImage({ data, mimeType }, 'iterm2')).toBe(undefined);
  expect(inlineImage({ data, mimeType }, 'kitty')).toBe(undefined);
});

test('a JPEG is not shown with the protocol of kitty, which has none', () => {
  expect(inlineImage({ data: jpeg(10, 10), mimeType: 'image/jpeg' }, 'kitty')).toBe(undefined);
});

testUnless(
  spawnSync('script', ['--version']).error === undefined ? undefined : 'script is not installed',
  'a terminal shows the first images of a result, and others are files',
  async () => {
    const folder = await temporaryFolder();
    const image = { type: 'image', data: png(10, 10), mimeType: 'image/png' };
    const answers = {
      initialize: {
        protocolVersion: '2025-11-25',
        capabilities: { tools: {} },
        serverInfo: { name: 'x', version: '1' },
      },
      'tools/list': { tools: [{ name: 'draw', inputSchema: { type: 'object' } }] },
      'tools/call': { content: [...Array.from({ length: 12 }, () => image), { ...image, data: 'AAAA' }] },
    };
    await writeFile(join(folder, 'answers.json'), JSON.stringify(answers));
    const program = [process.execPath, join(ROOT, 'talk/dist/bin.js'), 'call', 'draw'];
    const server = ['--', process.execPath, join(ROOT, 'test/fixtures/scripted.mjs'), join(folder, 'answers.json')];
    const run = (TERM: string, ...options: readonly string[]): string =>
      spawnSync('script', ['-qec', `'${[...program, ...options, ...server].join("' '")}'`, '/dev/null'], {
        encoding: 'utf8',
        env: { PATH: process.env['PATH'], TERM, TMPDIR: folder, HOME: folder },
      }).stdout;
    const shown = (text: string): number => text.split('\u001b_Ga=T').length - 1;
    const saved = (text: string): number => text.split('(image/png, ').length - 1;
    const inline = run('xterm-kitty');
    expect([shown(inline), saved(inline)]).toEqual([10, 3]);
    const both = run('xterm-kitty', '--out', join(folder, 'kept'));
    expect([shown(both), saved(both)]).toEqual([10, 13]);
    expect(await readdir(join(folder, 'kept'))).toHaveLength(13);
    for (const files of [run('xterm-kitty', '--no-images'), run('xterm-256color')]) {
      expect([shown(files), saved(files)]).toEqual([0, 13]);
    }
    const json = run('xterm-kitty', '--json');
    expect(shown(json)).toBe(0);
  },
);
