/** Checks of prompts. */

import type { Check } from '../../check.js';
import { capability, prompt } from '../../offer.js';
import type { Peer } from '../../peer.js';
import { must, quoted } from '../../violation.js';
import { fieldsOf, isObject, itemsOf, type Fields } from '../../wire/message.js';
import { mustBeMedia, mustBeResource } from './content.js';
import { mustHaveCode } from './fixture.js';

export const PROMPT_CHECKS: readonly Check[] = [
  {
    id: 'prompts-capability',
    rows: ['prompts-capability', 'prompts-negotiated'],
    async run(peer) {
      const connection = await peer.connection();
      const { result } = await connection.ask('prompts/list', {});
      const isDeclared = isObject(connection.offered['prompts']);
      must(isDeclared || itemsOf(result, 'prompts').length === 0, 'The server has prompts, and does not declare them');
    },
  },
  {
    id: 'prompts-get',
    rows: ['lifecycle-version-respected', 'lifecycle-version-binding', 'prompts-list-answered'],
    needs: [prompt('greeting')],
    async run(peer) {
      const content = await contentOf(peer, 'greeting', { name: 'Ada' });
      must(content['text'] === 'Greet Ada', `Expected "Greet Ada", got ${quoted(content)}`);
    },
  },
  {
    id: 'prompts-unknown',
    rows: ['prompts-unknown'],
    needs: [capability('prompts')],
    async run(peer) {
      const connection = await peer.connection();
      mustHaveCode(await connection.failure('prompts/get', { name: 'no_such_prompt' }), -32602);
    },
  },
  {
    id: 'prompts-missing-arguments',
    rows: ['prompts-missing-arguments', 'prompts-arguments-checked'],
    needs: [prompt('greeting')],
    async run(peer) {
      const connection = await peer.connection();
      mustHaveCode(await connection.failure('prompts/get', { name: 'greeting', arguments: {} }), -32602);
    },
  },
  {
    id: 'prompts-internal-error',
    rows: ['prompts-internal-error'],
    needs: [prompt('broken')],
    async run(peer) {
      const connection = await peer.connection();
      mustHaveCode(await connection.failure('prompts/get', { name: 'broken' }), -32603);
    },
  },
  {
    id: 'prompts-image',
    rows: ['prompts-image'],
    needs: [prompt('picture')],
    async run(peer) {
      const content = await contentOf(peer, 'picture');
      must(content['type'] === 'image', `Expected an image, got ${quoted(content)}`);
      mustBeMedia(content);
    },
  },
  {
    id: 'prompts-audio',
    rows: ['prompts-audio'],
    needs: [prompt('sound')],
    async run(peer) {
      const content = await contentOf(peer, 'sound');
      must(content['type'] === 'audio', `Expected audio, got ${quoted(content)}`);
      mustBeMedia(content);
    },
  },
  {
    id: 'prompts-resource',
    rows: ['prompts-resource'],
    needs: [prompt('document')],
    async run(peer) {
      const content = await contentOf(peer, 'document');
      must(content['type'] === 'resource', `Expected an embedded resource, got ${quoted(content)}`);
      mustBeResource(content);
    },
  },
];

/** The content of the first message of a prompt. */
async function contentOf(peer: Peer, name: string, args: Fields = {}): Promise<Fields> {
  const connection = await peer.connection();
  const [message] = itemsOf(await connection.result('prompts/get', { name, arguments: args }), 'messages');
  const { role } = message ?? {};
  must(
    role === 'user' || role === 'assistant',
    `Expected a message of the user or the assistant, got ${quoted(message)}`,
  );
  return fieldsOf(message, 'content');
}
