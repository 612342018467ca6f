/** The prompts that the suite gets. */

import { embedded, image, type Server } from '@mcp-gen/sdk';
import { PNG } from './media.js';

export function addPrompts(server: Server): void {
  const complete = ['test value', 'other value'];
  server.prompt('test_simple_prompt', { description: 'Says something' }, () => 'Hello');
  server.prompt(
    'test_prompt_with_arguments',
    {
      description: 'Says what it is given',
      arguments: { arg1: { required: true, complete }, arg2: { required: true, complete } },
    },
    ({ arg1, arg2 }) => `${arg1} and ${arg2}`,
  );
  server.prompt(
    'test_prompt_with_embedded_resource',
    { description: 'Shows a resource', arguments: { resourceUri: { required: true } } },
    ({ resourceUri }) => ({ role: 'user', content: embedded(resourceUri, 'A resource') }),
  );
  server.prompt('test_prompt_with_image', { description: 'Shows a picture' }, () => ({
    role: 'user',
    content: image(PNG, 'image/png'),
  }));
}
