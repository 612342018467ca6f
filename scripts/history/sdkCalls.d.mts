import type { Revision } from '@mcp-gen/runtime';
import type { LoadedSdk } from './judge.mjs';
import type { NewMessage, SentMessage } from './roundTrips.mjs';

export function sendBySdk(
  sdk: LoadedSdk,
  revision: Revision,
  messages: readonly NewMessage[],
  sampleOf: (definition: string) => unknown,
): Promise<readonly SentMessage[]>;
