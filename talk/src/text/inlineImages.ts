/**
 * Shows images in terminals that can. What a terminal is sent of a server are letters of base64 alone, which are known to be a PNG or JPEG of a
 * bounded size: terminals decode images in the process of all their windows.
 */

import type { FoundFile } from './values.js';

/** How a terminal shows images: https://sw.kovidgoyal.net/kitty/graphics-protocol and https://iterm2.com/documentation-images.html. */
export type ImageProtocol = 'kitty' | 'iterm2';

/** Maximum characters of base64 of an image: about 3 MB. */
const MAX_LENGTH = 4 * 1024 * 1024;
/** Maximum pixels of an image: small files can have very many. */
const MAX_PIXELS = 25_000_000;
/** Characters that one sequence of kitty carries. */
const CHUNK = 4_096;
/** The width of a character, as far as it is known. */
const PIXELS_A_COLUMN = 8;

/**
 * Returns how the terminal of a process shows images; undefined if it does not, or nobody knows: the environment says which terminal it is.
 * Multiplexers do not pass images on.
 */
export function imageProtocol({ stdout, env }: Pick<NodeJS.Process, 'stdout' | 'env'>): ImageProtocol | undefined {
  const { TERM = '', TERM_PROGRAM = '', LC_TERMINAL = '' } = env;
  if (!stdout.isTTY || env['TMUX'] !== undefined || env['STY'] !== undefined || TERM === 'dumb') return undefined;
  if (/^xterm-(?:kitty|ghostty)$/.test(TERM) || TERM_PROGRAM === 'ghostty' || env['KITTY_WINDOW_ID'] !== undefined) {
    return 'kitty';
  }
  return /^(?:iTerm\.app|WezTerm)$/.test(TERM_PROGRAM) || LC_TERMINAL === 'iTerm2' ? 'iterm2' : undefined;
}

/** Returns what shows an image in a terminal with so many columns; undefined if it cannot be shown there, or may not. */
export function inlineImage({ data, mimeType }: FoundFile, protocol: ImageProtocol, columns = 80): string | undefined {
  const [type] = mimeType.toLowerCase().split(';');
  const isPng = type === 'image/png';
  // Terminals with the protocol of kitty decode no other compressed format.
  if (!isPng && (protocol === 'kitty' || type !== 'image/jpeg')) return undefined;
  if (data.length > MAX_LENGTH || data.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(data)) return undefined;
  const bytes = Buffer.from(data, 'base64');
  const size = isPng ? sizeOfPng(bytes) : sizeOfJpeg(bytes);
  if (size === undefined || size.width * size.height > MAX_PIXELS) return undefined;
  const isWide = size.width > columns * PIXELS_A_COLUMN;
  if (protocol === 'iterm2') {
    const width = isWide ? `width=${columns};` : '';
    return `\u001b]1337;File=inline=1;size=${bytes.length};${width}preserveAspectRatio=1:${data}\u0007`;
  }
  const chunks: string[] = [];
  for (let at = 0; at < data.length; at += CHUNK) {
    // q=2: the terminal does not answer, which would be read as input.
    const first = at === 0 ? `a=T,f=100,q=2,${isWide ? `c=${columns},` : ''}` : '';
    const hasMore = at + CHUNK < data.length ? 1 : 0;
    chunks.push(`\u001b_G${first}m=${hasMore};${data.slice(at, at + CHUNK)}\u001b\\`);
  }
  return chunks.join('');
}

/** The size of an image in pixels. */
interface Size {
  readonly width: number;
  readonly height: number;
}

function sizeOfPng(bytes: Buffer): Size | undefined {
  if (bytes.length < 33 || bytes.toString('latin1', 0, 8) !== '\u0089PNG\r\n\u001a\n') return undefined;
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  return sized(bytes.readUInt32BE(16), bytes.readUInt32BE(20));
}

/** Reads segments up to the one of the frame. */
function sizeOfJpeg(bytes: Buffer): Size | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff;) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return sized(bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5));
    at += 2 + Math.max(bytes.readUInt16BE(at + 2), 2);
  }
  return undefined;
}

function sized(width: number, height: number): Size | undefined {
  return width > 0 && height > 0 ? { width, height } : undefined;
}
