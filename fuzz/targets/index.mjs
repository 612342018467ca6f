import { aloneHttpServer } from './aloneHttpServer.mjs';
import { expressions } from './expressions.mjs';
import { heldHttpServer, heldStdioServer } from './heldServer.mjs';
import { httpClient } from './httpClient.mjs';
import { httpServer } from './httpServer.mjs';
import { httpSockets } from './httpSockets.mjs';
import { aloneMemoryClient, memoryClient } from './memoryClient.mjs';
import { memoryServer } from './memoryServer.mjs';
import { stdioClient } from './stdioClient.mjs';
import { aloneStdioServer, stdioServer, stdioServerChild } from './stdioServer.mjs';

/** What is fuzzed. A target has a `name`, makes a round from a `Random`, and runs it under a `Probe`. */
export const targets = [
  memoryServer,
  memoryClient,
  stdioServer,
  stdioServerChild,
  stdioClient,
  httpServer,
  httpSockets,
  httpClient,
  aloneMemoryClient,
  aloneStdioServer,
  aloneHttpServer,
  heldStdioServer,
  heldHttpServer,
  expressions,
];
