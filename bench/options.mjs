import { parseArgs } from 'node:util';

/**
 * Reads the options of a program. With `--help`, or an invalid option, prints how the program is used, and ends it.
 *
 * @param usage what to print
 * @param config what `parseArgs` is given
 */
export function readOptions(usage, { options, ...config }) {
  let read;
  try {
    read = parseArgs({ ...config, options: { ...options, help: { type: 'boolean', short: 'h' } } });
  } catch (error) {
    fail(error.message, usage);
  }
  if (!read.values.help) return read;
  console.log(usage);
  process.exit(0);
}

/** Prints what is wrong, and how the program is used, and ends it. */
export function fail(message, usage) {
  console.error(`${message}\n${usage}`);
  process.exit(2);
}
