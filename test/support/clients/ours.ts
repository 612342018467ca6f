/** Our client, connected to a server. */

import { onTestFinished } from 'vitest';
import { GENERATED } from '../generated.js';
import { Mailbox } from '../mailbox.js';
import { connectOurs, connectOursOverHttp } from '../ourClient.js';
import type { SESSION_IDS } from '../schemas.js';
import type { Address, OpenOptions, ReceivedNotification, TestClient } from './client.js';

type SessionId = (typeof SESSION_IDS)[number];
type Side = (typeof GENERATED)[SessionId]['revision']['client'];

/** Connects, and closes the connection when the test is over, unless it stays. */
export async function connectOurClient(address: Address, options: OpenOptions = {}): Promise<TestClient> {
  const { revision: asked = '2025-11-25', answers = {} } = options;
  const { revision, ClientStub } = GENERATED[asked as SessionId];
  const notifications = new Mailbox<ReceivedNotification>();
  const { session, errors, sessionId } = await connectTo(address, {
    revisions: [revision],
    handlers: { ...answering(revision.client, answers), ...listening(revision.client, notifications) },
    capabilities: {
      ...(answers['roots/list'] && { roots: { listChanged: true } }),
      ...(answers['elicitation/create'] && { elicitation: { form: {}, url: {} } }),
    },
  });
  if (options.stays !== true) onTestFinished(() => session.close());
  const stub = new ClientStub(session);
  return {
    revision: session.revision,
    server: session.peer,
    instructions: session.instructions,
    sessionId,
    notifications,
    errors,
    readsAllPages: false,
    ping: () => stub.ping(),
    listTools: () => stub.listTools(),
    callTool: (params, given) => stub.callTool(params, given),
    listResources: (params) => stub.listResources(params),
    listResourceTemplates: () => stub.listResourceTemplates(),
    readResource: (params) => stub.readResource(params),
    subscribe: (params) => stub.subscribe(params),
    unsubscribe: (params) => stub.unsubscribe(params),
    listPrompts: () => stub.listPrompts(),
    getPrompt: (params) => stub.getPrompt(params),
    complete: (params) => stub.complete(params),
    setLevel: (params) => stub.setLevel(params),
    rootsListChanged: () => stub.rootsListChanged(),
    close: () => session.close(),
  };
}

async function connectTo(address: Address, options: Parameters<typeof connectOurs>[1]) {
  if (address.over === 'stdio') return { ...(await connectOurs(address.args, options)), sessionId: undefined };
  const { url, fetch } = address;
  return connectOursOverHttp(url, options, { retry: { retryDelay: 100 }, ...(fetch && { fetch }) });
}

/** The handlers of the requests for which there are answers. */
function answering({ requests }: Side, answers: NonNullable<OpenOptions['answers']>): object {
  const handled = Object.entries(requests).filter(([method]) => answers[method] !== undefined);
  return Object.fromEntries(handled.map(([method, { name }]) => [name, answers[method]]));
}

/** The handlers of all notifications. */
export function listening({ notifications }: Side, { put }: Mailbox<ReceivedNotification>): object {
  const handled = Object.entries(notifications).filter(([, entry]) => !('lifecycle' in entry));
  return Object.fromEntries(handled.map(([method, { name }]) => [name, (params: unknown) => put({ method, params })]));
}
