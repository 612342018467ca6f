/** The names in the tables of the migration pages exist, in the library that is left and in this one. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { declaredNames, namesIn, plainExpression } from '../support/declaredNames.js';
import { testUnless } from '../support/omissions.js';
import { readProjectFile, ROOT } from '../support/schemas.js';
import { typeErrors } from '../support/typeErrors.js';

const PACKAGES = join(ROOT, 'node_modules');

/** A column of the tables: the packages that it is about, and the types of the values whose members it names. */
interface Column {
  /** The folder that the packages are in. */
  readonly packages: string;
  /** The packages, in this folder. */
  readonly folders: readonly string[];
  readonly types: { readonly [value: string]: string };
}

const MCP_GEN: Column = {
  packages: PACKAGES,
  folders: ['@mcp-gen/runtime/dist', '@mcp-gen/sdk/dist', '@mcp-gen/auth/dist'],
  types: {
    server: "import('@mcp-gen/sdk').Server",
    context: "import('@mcp-gen/sdk').Context",
    registered: "import('@mcp-gen/sdk').ToolRegistration<undefined, undefined>",
    handler: "ReturnType<typeof import('@mcp-gen/sdk/http').createHandler>",
    guard: "import('@mcp-gen/auth/server').ProtectedResource",
    client: "import('@mcp-gen/sdk/client').Client",
  },
};

const PAGES: readonly { readonly page: string; readonly library: string; readonly column: Column }[] = [
  {
    page: 'docs/migrating.md',
    library: 'version 1',
    column: {
      packages: PACKAGES,
      folders: ['@modelcontextprotocol/sdk/dist/esm'],
      types: {
        server: "import('@modelcontextprotocol/sdk/server/mcp.js').McpServer",
        registered: "import('@modelcontextprotocol/sdk/server/mcp.js').RegisteredTool",
        extra: "Parameters<import('@modelcontextprotocol/sdk/server/mcp.js').ToolCallback>[0]",
        client: "import('@modelcontextprotocol/sdk/client/index.js').Client",
      },
    },
  },
  {
    page: 'docs/migrating-v2.md',
    library: 'version 2',
    column: {
      packages: PACKAGES,
      folders: ['server', 'client', 'core', 'node'].map((name) => `@modelcontextprotocol/${name}/dist`),
      types: {
        server: "import('@modelcontextprotocol/server').McpServer",
        registered: "import('@modelcontextprotocol/server').RegisteredTool",
        ctx: "import('@modelcontextprotocol/server').ServerContext",
        inputRequired: "typeof import('@modelcontextprotocol/server').inputRequired",
        handler: "import('@modelcontextprotocol/server').McpHttpHandler",
        client: "import('@modelcontextprotocol/client').Client",
      },
    },
  },
  {
    page: 'docs/migrating-fastmcp.md',
    library: 'FastMCP',
    column: {
      packages: join(ROOT, 'test/comparison/node_modules'),
      folders: ['fastmcp/dist'],
      types: {
        server: "import('fastmcp').FastMCP",
        context: "import('fastmcp').Context<undefined>",
        session: "import('fastmcp').FastMCPSession",
      },
    },
  },
];

describe.each(PAGES)('$page', ({ page, library, column }) => {
  const missing = existsSync(join(column.packages, column.folders[0] ?? ''))
    ? undefined
    : `${library} is not installed: npm run comparison`;

  testUnless(missing, 'every name of the other library exists', () => {
    expect(unknownIn(expressionsIn(page, library, 0), column)).toEqual([]);
  });

  test('every name of mcp-gen exists', () => {
    expect(unknownIn(expressionsIn(page, library, 1), MCP_GEN)).toEqual([]);
  });
});

test('finds names that do not exist', () => {
  const wrong = ['`server.tools(name)`', '`context.log.inform(data)`', '`serveHttps(server, { hostnam })`'];
  expect(
    unknownIn(
      wrong.map((cell) => cell.slice(1, -1)),
      MCP_GEN,
    ),
  ).toEqual(['serveHttps', 'hostnam', 'server.tools', 'context.log.inform']);
});

/** The code in a column of the tables that map the names of a library. */
function expressionsIn(page: string, library: string, column: number): readonly string[] {
  const tables = readProjectFile(page).split(/\n\n+/);
  const rows = tables
    .map((table) => table.split('\n').map((row) => row.split(/(?<!\\)\|/).slice(1, -1)))
    .filter(([head = []]) => head[0]?.trim() === library)
    .flatMap(([, , ...body]) => body);
  expect(rows.length).toBeGreaterThan(25);
  return rows.flatMap((cells) =>
    [...(cells[column] ?? '').matchAll(/`([^`]+)`/g)].map(([, code = '']) => plainExpression(code)),
  );
}

/** The names that packages do not declare, and the members that values do not have. */
function unknownIn(expressions: readonly string[], { packages, folders, types }: Column): readonly string[] {
  const known = folders.map((folder) => declaredNames(join(packages, folder)));
  const chain = new RegExp(`(?<![\\w.])(?:${Object.keys(types).join('|')})(?:\\??\\.\\w+)+`, 'g');
  const members = [...new Set(expressions.flatMap((expression) => expression.match(chain) ?? []))];
  const names = new Set(expressions.flatMap((expression) => namesIn(expression.replace(chain, ''))));
  const undeclared = [...names].filter((name) => !known.some((declared) => declared.has(name)));
  return [...undeclared, ...withoutType(members, types, packages)];
}

/** The chains of members, such as `server.server.onerror`, that the compiler does not find in the types. */
function withoutType(members: readonly string[], types: Column['types'], packages: string): readonly string[] {
  const lines = members.map((member, index) => {
    const [value = '', ...path] = member.split(/\??\./);
    const type = path.reduce((of, name) => `NonNullable<${of}>['${name}']`, types[value] ?? 'never');
    return `export type Member${index} = ${type};`;
  });
  return typeErrors(new Map([['members.ts', lines.join('\n')]]), packages).map(({ line }) => members[line] ?? '');
}
