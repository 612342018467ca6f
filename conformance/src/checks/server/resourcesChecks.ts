/** Checks of resources. */

import type { Check } from '../../check.js';
import { capability, listOf, resource } from '../../offer.js';
import { must, quoted } from '../../violation.js';
import { isObject, itemsOf } from '../../wire/message.js';
import { isBase64 } from './content.js';
import { mustHaveCode } from './fixture.js';

const HAS = [capability('resources')];
const UNKNOWN = 'fixture://nowhere/to/be/found';

export const RESOURCE_CHECKS: readonly Check[] = [
  {
    id: 'resources-capability',
    rows: ['resources-capability'],
    async run(peer) {
      const connection = await peer.connection();
      const { result } = await connection.ask('resources/list', {});
      const isDeclared = isObject(connection.offered['resources']);
      must(
        isDeclared || itemsOf(result, 'resources').length === 0,
        'The server has resources, and does not declare them',
      );
    },
  },
  {
    id: 'resources-read',
    rows: ['lifecycle-version-respected', 'lifecycle-version-binding', 'resources-list-answered'],
    needs: [resource('fixture://text')],
    async run(peer) {
      const connection = await peer.connection();
      const [contents] = itemsOf(await connection.result('resources/read', { uri: 'fixture://text' }), 'contents');
      const isText = contents?.['uri'] === 'fixture://text' && contents['text'] === 'A text';
      must(isText, `Expected the text of fixture://text, got ${quoted(contents)}`);
    },
  },
  {
    id: 'resources-binary',
    rows: ['resources-binary'],
    needs: [resource('fixture://binary')],
    async run(peer) {
      const connection = await peer.connection();
      const [contents] = itemsOf(await connection.result('resources/read', { uri: 'fixture://binary' }), 'contents');
      const isPng = isBase64(contents?.['blob']) && String(contents?.['blob']).startsWith('iVBORw0KGgo');
      must(isPng, `Expected a picture in base64, got ${quoted(contents)}`);
    },
  },
  {
    id: 'resources-not-found',
    rows: ['resources-not-found'],
    needs: HAS,
    async run(peer) {
      const connection = await peer.connection();
      mustHaveCode(await connection.failure('resources/read', { uri: UNKNOWN }), -32002);
    },
  },
  {
    id: 'resources-not-found-params',
    rows: ['resources-not-found-params', 'resources-not-found-not-empty', 'base-codes-retired'],
    needs: HAS,
    async run(peer) {
      const connection = await peer.connection();
      mustHaveCode(await connection.failure('resources/read', { uri: UNKNOWN }), -32602);
    },
  },
  {
    id: 'resources-internal-error',
    rows: ['resources-internal-error'],
    needs: [resource('fixture://broken')],
    async run(peer) {
      const connection = await peer.connection();
      mustHaveCode(await connection.failure('resources/read', { uri: 'fixture://broken' }), -32603);
    },
  },
  {
    id: 'resources-uri-checked',
    rows: ['resources-uri-checked'],
    needs: HAS,
    async run(peer) {
      const connection = await peer.connection();
      for (const uri of ['not a uri', '', 'file:///../../etc/passwd', 42]) {
        const { result, error } = await connection.ask('resources/read', { uri });
        must(error !== undefined, `Expected an error for the URI ${quoted(uri)}, got ${quoted(result)}`);
      }
    },
  },
  {
    id: 'resources-custom-scheme',
    rows: ['resources-custom-scheme'],
    needs: HAS,
    async run(peer) {
      const connection = await peer.connection();
      for (const { uri } of (await listOf(connection, 'resources/list', 'resources')).flat()) {
        const isValid = typeof uri === 'string' && /^[A-Za-z][A-Za-z0-9+.-]*:/.test(uri);
        must(isValid, `Expected a URI with a scheme of RFC 3986, got ${quoted(uri)}`);
      }
    },
  },
];
