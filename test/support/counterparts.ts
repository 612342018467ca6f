/** Programs of other people from earlier years, which `npm run platforms` installs apart. */

import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SupportedRevision } from '../../sdk/src/revisions.js';
import { ROOT } from './schemas.js';

const APART = join(ROOT, 'test/counterparts');

/** Why there are none; undefined if there are. */
export const COUNTERPARTS_MISSING: string | undefined = existsSync(join(APART, 'node_modules'))
  ? undefined
  : 'older versions of the official package are not installed: npm run platforms';

/** A version of the official package, whose newest revision is not the newest one. */
export interface OlderSdk {
  /** The name under which it is installed. */
  readonly name: string;
  /** The revision that its clients ask for, and its servers answer with. */
  readonly revision: SupportedRevision;
  /** Its transports over HTTP, by the paths of its servers. */
  readonly http: readonly ('sse' | 'mcp')[];
  /** Whether a server can have instructions, and a client read them. Default true. */
  readonly instructs?: boolean;
  /** The error of its servers for a resource that does not exist, where it is not the one that the revision asks for. */
  readonly resourceNotFound?: -32602;
}

export const OLDER_SDKS: readonly OlderSdk[] = [
  { name: 'sdk-1.0', revision: '2024-11-05', http: ['sse'], instructs: false },
  // The first one with Streamable HTTP, in a revision that does not have it yet.
  { name: 'sdk-1.10', revision: '2024-11-05', http: ['sse', 'mcp'] },
  { name: 'sdk-1.12', revision: '2025-03-26', http: ['sse', 'mcp'], resourceNotFound: -32602 },
  { name: 'sdk-1.20', revision: '2025-06-18', http: ['sse', 'mcp'], resourceNotFound: -32602 },
  { name: 'sdk-1.24', revision: '2025-11-25', http: ['sse', 'mcp'], resourceNotFound: -32602 },
];

/** The arguments of Node for a server or a client on a version. */
export const olderProgram = (program: 'client' | 'server', { name }: OlderSdk): readonly string[] => [
  join(APART, `${program}.mjs`),
  name,
];

/** A server in Rust, whose library ends the program at a first message that is not `initialize`. */
export interface RustServer {
  readonly name: string;
  readonly revision: SupportedRevision;
  readonly command: readonly string[];
  /** Why it cannot be run here; undefined if it can. */
  readonly missing: string | undefined;
  /** A call that needs neither network nor files, and a part of the text of its result. */
  readonly call: readonly [tool: string, args: { readonly [name: string]: string }, text: string];
}

/** The packages are for Linux on x64; npm leaves them out elsewhere. */
function rustServer(
  dependency: string,
  [program, ...args]: readonly [string, ...string[]],
  about: Pick<RustServer, 'revision' | 'call'>,
): RustServer {
  const path = join(APART, 'node_modules', dependency, 'bin', program);
  const missing = existsSync(path) ? undefined : `${program} is not installed: npm run platforms`;
  return { ...about, name: program, command: [path, ...args], missing };
}

export const RUST_SERVERS: readonly RustServer[] = [
  rustServer('@onshape-mcp/linux-x64', ['onshape-mcp'], {
    revision: '2025-11-25',
    call: ['onshape_mcp_get_started', {}, 'Onshape MCP server'],
  }),
  rustServer('@vaulttools/mcp-linux-x64', ['vaulttools-mcp', '--allowed-dir', tmpdir()], {
    revision: '2024-11-05',
    call: ['vaulttools_dev_color_convert', { color: '#ff0000', to_format: 'rgb' }, '255,0,0'],
  }),
];
