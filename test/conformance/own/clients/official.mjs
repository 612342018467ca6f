// What the clients on the official SDK have in common.

import { play } from './play.mjs';

let roots = [{ uri: 'file:///workspace' }];

/** What the client declares. */
export function capabilitiesFor(scenario) {
  return {
    sampling: {},
    elicitation: { form: {}, url: {} },
    ...(scenario !== 'without-roots' && { roots: { listChanged: true } }),
  };
}

/** Answers what servers ask. @param on registers the answer to a method */
export function answer(on, scenario) {
  on('sampling/createMessage', () => {
    if (scenario === 'decline') throw Object.assign(new Error('User rejected sampling request'), { code: -1 });
    return { role: 'assistant', model: 'none', content: { type: 'text', text: 'sampled' } };
  });
  on('elicitation/create', ({ params }) => {
    return params.mode === 'url' ? { action: 'accept' } : { action: 'accept', content: { name: 'Ada' } };
  });
  if (scenario !== 'without-roots') on('roots/list', () => ({ roots }));
}

/** Does what the scenario says, with a client of either version. @param callTool takes the name, the arguments, and options of requests */
export async function playWith(client, scenario, { callTool, close }) {
  await play(scenario, console.log, {
    callTool: (name, args, { onProgress, ...options } = {}) =>
      callTool(name, args, { ...options, ...(onProgress && { onprogress: onProgress }) }),
    allTools: () => allTools(client),
    changeRoots() {
      roots = [{ uri: 'file:///elsewhere' }];
      return client.sendRootsListChanged();
    },
    close,
  });
}

/** All tools. A function that reads all pages returns no cursor. */
async function allTools(client) {
  const tools = [];
  let cursor;
  do {
    const page = await client.listTools(cursor === undefined ? undefined : { cursor });
    tools.push(...page.tools);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return tools;
}

/** Keeps what belongs to a login, of a person who agrees at once. */
export class Login {
  redirectUrl = 'http://127.0.0.1:3000/callback';
  clientMetadata = {
    client_name: 'client',
    redirect_uris: [this.redirectUrl],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
  code;
  #client;
  #tokens;
  #verifier;

  clientInformation() {
    return this.#client;
  }
  saveClientInformation(client) {
    this.#client = client;
  }
  tokens() {
    return this.#tokens;
  }
  saveTokens(tokens) {
    this.#tokens = tokens;
  }
  saveCodeVerifier(verifier) {
    this.#verifier = verifier;
  }
  codeVerifier() {
    return this.#verifier;
  }
  async redirectToAuthorization(url) {
    const response = await fetch(url, { redirect: 'manual' });
    this.code = new URL(response.headers.get('location')).searchParams.get('code');
  }
}
