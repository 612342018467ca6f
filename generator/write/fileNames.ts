/** Makes names of files from names of servers. */

/** Maximum characters of a name, without its extension. */
const MAX_LENGTH = 60;

/** Names that Windows reserves for devices. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)$/;

/** Returns a file name for each server: its letters and digits, in lower case. Duplicate names get a number. */
export function fileNames(servers: readonly string[], extension: string): readonly string[] {
  const taken = new Set<string>();
  return servers.map((server) => {
    const plain = server
      .slice(0, 4 * MAX_LENGTH)
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .slice(0, MAX_LENGTH);
    const trimmed = plain.replace(/^-|-$/g, '');
    const base = trimmed === '' ? 'server' : DEVICE.test(trimmed) ? `server-${trimmed}` : trimmed;
    let name = base;
    for (let number = 2; taken.has(name); number++) name = `${base}-${number}`;
    taken.add(name);
    return name + extension;
  });
}
