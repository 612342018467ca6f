import { builtin } from '../builtin.js';
import { ConfigError } from './hostErrors.js';

/**
 * Reads a UTF-8 file.
 *
 * @param limit its maximum bytes
 * @throws {ConfigError} if it cannot be read, has more bytes, or is not UTF-8.
 */
export async function readTextFile(path: string, limit: number): Promise<string> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of builtin('node:fs').createReadStream(path, { end: limit })) chunks.push(chunk as Buffer);
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new ConfigError([`${path}: ${code === 'ENOENT' ? 'file not found' : message}`], { cause });
  }
  const bytes = Buffer.concat(chunks);
  if (bytes.length > limit) throw new ConfigError([`${path}: the file has more than ${limit} bytes`]);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new ConfigError([`${path}: the file is not UTF-8`], { cause });
  }
}
