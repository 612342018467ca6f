/** Checks of the headers and metadata that repeat what a request says, in revisions without sessions. */

import type { Check } from '../../check.js';
import { must, quoted } from '../../violation.js';
import { mustHaveCode } from './fixture.js';

const PREFIX = 'io.modelcontextprotocol/';

export const HEADER_CHECKS: readonly Check[] = [
  {
    id: 'header-version-mismatch',
    rows: ['headers-version-mismatch', 'headers-mismatch-status', 'headers-mismatch-code'],
    transports: ['http'],
    async run(peer) {
      const connection = await peer.connection();
      const { error, status } = await connection.ask(
        'tools/list',
        {},
        { headers: { 'mcp-protocol-version': '2025-11-25' } },
      );
      must(
        error !== undefined && status === 400,
        `Expected 400 for a header that names another version, got ${status}`,
      );
      mustHaveCode(error, -32020);
    },
  },
  {
    id: 'header-method-mismatch',
    rows: ['headers-mismatch', 'headers-mismatch-status', 'headers-mismatch-code'],
    transports: ['http'],
    async run(peer) {
      const connection = await peer.connection();
      const { error, status } = await connection.ask('tools/list', {}, { headers: { 'mcp-method': 'prompts/list' } });
      must(error !== undefined && status === 400, `Expected 400 for a header that names another method, got ${status}`);
      mustHaveCode(error, -32020);
    },
  },
  {
    id: 'meta-missing',
    rows: ['base-meta-missing', 'base-meta-missing-status'],
    async run(peer) {
      const connection = await peer.connection();
      const headers = connection.headersFor('tools/list', {});
      const { error, status } = await connection.ask(
        'tools/list',
        { _meta: { [`${PREFIX}clientCapabilities`]: null } },
        { headers },
      );
      must(error !== undefined, 'Expected an error for a request without its required metadata');
      mustHaveCode(error, -32602);
      if (peer.transport === 'http') must(status === 400, `Expected 400 for a request without metadata, got ${status}`);
    },
  },
  {
    id: 'version-unsupported',
    rows: ['versioning-unsupported'],
    async run(peer) {
      const connection = await peer.connection();
      const version = '1999-12-31';
      const { error } = await connection.ask(
        'tools/list',
        { _meta: { [`${PREFIX}protocolVersion`]: version } },
        { headers: { 'mcp-protocol-version': version } },
      );
      const { supported } = (error?.['data'] ?? {}) as { readonly supported?: unknown };
      const isListed = Array.isArray(supported) && supported.includes(peer.revision);
      must(isListed, `Expected an error that lists ${peer.revision} in data.supported, got ${quoted(error)}`);
    },
  },
  {
    id: 'method-unknown-status',
    rows: ['headers-method-unknown'],
    transports: ['http'],
    async run(peer) {
      const connection = await peer.connection();
      const { error, status } = await connection.ask('unknown/method', {});
      must(error !== undefined && status === 404, `Expected 404 for an unknown method, got ${status}`);
      mustHaveCode(error, -32601);
    },
  },
];
