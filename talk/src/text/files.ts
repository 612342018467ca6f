/** Keeps the files of results: images, audio, and other data. */

import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plainLine } from '@mcp-gen/sdk/client';
import type { Command } from 'commander';
import type { Terminal } from '../terminal.js';
import { inlineImage } from './inlineImages.js';
import type { FoundFile } from './values.js';

/** The extension of the name of a file. It comes from a table, not from the server. */
const EXTENSIONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'image/png': 'png',
    'image/jpeg': 'jpg',
    'image/gif': 'gif',
    'image/webp': 'webp',
    'image/svg+xml': 'svg',
    'audio/mpeg': 'mp3',
    'audio/wav': 'wav',
    'audio/ogg': 'ogg',
    'video/mp4': 'mp4',
    'application/pdf': 'pdf',
    'application/json': 'json',
    'text/plain': 'txt',
    'text/html': 'html',
  }),
);

/** Maximum number of images that are shown of one result. */
const MAX_IMAGES = 10;

/** The option of the folder for files. */
export const OUT = [
  '--out <folder>',
  'keep images, audio, and other files in this folder (default: one for temporary files)',
] as const;

/** Maximum number of files of one result. */
const MAX_FILES = 100;

/** The option about images. */
export interface ImageOptions {
  readonly images: boolean;
}

/** Adds the option about images to a command. */
export function addImageOption(command: Command): Command {
  return command.option('--no-images', 'save images to files, even if the terminal can show them');
}

/**
 * Returns a function that shows an image if the terminal can, and keeps all other files, and returns what is printed in their place.
 *
 * @param folder where all files are kept, images too. Default: images that are shown are not kept, and all others are in a new folder
 */
export function fileShower(
  { images: isWanted }: ImageOptions,
  { images, columns }: Terminal,
  folder?: string,
): (file: FoundFile) => string {
  const keep = fileKeeper(folder);
  let left = isWanted && images !== undefined ? MAX_IMAGES : 0;
  return (file) => {
    const shown = left > 0 && images !== undefined ? inlineImage(file, images, columns) : undefined;
    if (shown === undefined) return keep(file);
    left--;
    return folder === undefined ? shown : `${shown}\n${keep(file)}`;
  };
}

/**
 * Returns a function that writes files into a folder, and returns what is shown in their place. Nothing is overwritten, and no name comes from a
 * server.
 *
 * @param folder default: a new one for temporary files
 */
export function fileKeeper(folder?: string): (file: FoundFile) => string {
  let count = 0;
  let place = folder;
  return ({ data, mimeType }) => {
    const bytes = Buffer.from(data, 'base64');
    const about = `${plainLine(mimeType, 60)}, ${bytes.length} bytes`;
    if (++count > MAX_FILES) return `(${about}: not saved, since the result has more than ${MAX_FILES} files)`;
    place ??= mkdtempSync(join(tmpdir(), 'mcp-talk-'));
    mkdirSync(place, { recursive: true });
    const [type = ''] = mimeType.toLowerCase().split(';');
    const extension = EXTENSIONS.get(type.trim()) ?? 'bin';
    for (let number = count; ; number++) {
      const path = join(place, `result-${number}.${extension}`);
      try {
        writeFileSync(path, bytes, { flag: 'wx', mode: 0o600 });
        return `(${about}: ${path})`;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
    }
  };
}
