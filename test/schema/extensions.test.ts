/** Official extension schemas as they are, beside the newest revision: read, compiled, and checked by the TypeScript compiler. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { deriveJsonSchema } from '../../generator/protocols.js';
import { emitFolder } from '../support/emitProtocols.js';
import { allMessages } from '../../generator/model/protocol.js';
import { definitionsOf } from '../../generator/model/fingerprints.js';
import { testUnless } from '../support/omissions.js';
import { OFFICIAL, ROOT } from '../support/schemas.js';
import { TABLES } from '../support/tables.js';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { typeErrors } from '../support/typeErrors.js';

const REVISION = '2026-07-28';
const SCHEMAS = join(ROOT, 'schema');

/** For each extension: its identifier, the capability behind its methods, who sends what, as a project says it in a file of its own, and what the generated code has then. */
const EXTENSIONS = [
  {
    file: 'ext-tasks/schema.ts',
    id: 'io.modelcontextprotocol/tasks',
    capability: 'extensions.io.modelcontextprotocol/tasks',
    // The label is that of a module that it imports.
    source: 'schema.ts (2026-07-28)',
    directions: `
      export type ClientRequest = GetTaskRequest | UpdateTaskRequest | CancelTaskRequest;
      export type ServerNotification = TaskStatusNotification;`,
    undirected: ['tasks/get', 'tasks/update', 'tasks/cancel', 'notifications/tasks'],
    types: ['CreateTaskResult', 'GetTaskRequestParams', 'TasksExtensionCapability'],
  },
  {
    file: 'ext-apps/spec.types.d.ts',
    id: 'io.modelcontextprotocol/ui',
    capability: undefined,
    source: 'spec.types.d.ts (2026-01-26)',
    directions: `
      export type ClientRequest =
        | McpUiOpenLinkRequest | McpUiDownloadFileRequest | McpUiMessageRequest | McpUiUpdateModelContextRequest
        | McpUiInitializeRequest | McpUiRequestDisplayModeRequest;
      export type ServerRequest = McpUiResourceTeardownRequest;
      export type ClientNotification =
        | McpUiSandboxProxyReadyNotification | McpUiSizeChangedNotification | McpUiRequestTeardownNotification
        | McpUiInitializedNotification;
      export type ServerNotification =
        | McpUiSandboxResourceReadyNotification | McpUiToolInputNotification | McpUiToolInputPartialNotification
        | McpUiToolResultNotification | McpUiToolCancelledNotification | McpUiHostContextChangedNotification;`,
    undirected: ['ui/open-link', 'ui/initialize', 'ui/notifications/tool-input'],
    types: ['McpUiHostContext', 'McpUiStyles', 'McpUiInitializeRequestParams', 'SANDBOX_PROXY_READY_METHOD'],
  },
];

for (const { file, id, capability, source, directions, undirected, types } of EXTENSIONS) {
  const path = OFFICIAL === undefined ? '' : join(OFFICIAL, 'extensions', file);
  const missing =
    OFFICIAL === undefined
      ? 'MCP_OFFICIAL_SCHEMAS is not set'
      : existsSync(path)
        ? undefined
        : `MCP_OFFICIAL_SCHEMAS has no extensions/${file}`;

  testUnless(missing, `${file}: what it does not say are open decisions`, async () => {
    const extensions = [{ file: path }];
    const { protocols } = await emitFolder([REVISION], SCHEMAS, { extensions, completeness: 'draft' });
    const messages = protocols.flatMap(({ openDecisions }) => openDecisions.map(({ message }) => message));
    for (const method of undirected) expect(messages).toContainEqual(expect.stringContaining(`(${method})`));
  });

  testUnless(missing, `${file}: with a file that says who sends what, its code compiles`, async () => {
    const folder = await temporaryFolder({ 'directions.ts': directions });
    const extensions = [{ file: path }, { file: join(folder, 'directions.ts'), revisions: [REVISION] }];
    const { protocols, files } = await emitFolder([REVISION], SCHEMAS, { extensions });
    expect(protocols[0]?.sources).toEqual([`${REVISION}/schema.ts`, source, 'directions.ts']);
    const messages = protocols.flatMap(allMessages);
    expect(messages.map(({ method }) => method)).toEqual(expect.arrayContaining(undirected));
    const own = messages.filter(({ declaration }) => declaration.place.file.endsWith(file));
    const rows = TABLES.methods.filter(({ extension }) => extension === id);
    expect(own.map(({ method }) => method).toSorted()).toEqual(rows.map(({ method }) => method).toSorted());
    expect(new Set(own.map((message) => message.capability))).toEqual(new Set([capability]));
    for (const name of types) expect(protocols[0]?.definitions.find(name)).toBeDefined();
    expect(typeErrors(new Map(files.map((each) => [each.path, each.text])))).toEqual([]);
  });

  testUnless(missing, `${file}: has a JSON Schema`, async () => {
    const json = await deriveJsonSchema(join(SCHEMAS, REVISION, 'schema.ts'), [{ file: path }]);
    expect(Object.keys(definitionsOf(JSON.parse(json)))).toEqual(
      expect.arrayContaining(types.filter((name) => !/Params$|^[A-Z_]+$/.test(name))),
    );
  });
}
