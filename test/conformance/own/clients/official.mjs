// What the clients on the official SDK have in common.

const ROOTS = { roots: [{ uri: 'file:///workspace' }] };

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
  on('sampling/createMessage', () => ({
    role: 'assistant',
    model: 'none',
    content: { type: 'text', text: 'sampled' },
  }));
  on('elicitation/create', ({ params }) => {
    return params.mode === 'url' ? { action: 'accept' } : { action: 'accept', content: { name: 'Ada' } };
  });
  if (scenario !== 'without-roots') on('roots/list', () => ROOTS);
}

/** Does what the scenario says. */
export async function play(scenario, { listTools, callTool, close }) {
  const echo = async (text) => console.log((await callTool('echo', { text })).content[0].text);
  try {
    if (scenario === 'cancel') await callTool('slow', {}, { signal: AbortSignal.timeout(150) }).catch(() => undefined);
    else if (scenario === 'timeout') await callTool('slow', {}, { timeout: 150 }).catch(() => undefined);
    else if (scenario !== 'auth') console.log((await allTools(listTools)).join(' '));
    await echo('one');
    await echo('two');
    if (scenario === 'auth') await echo('three');
  } finally {
    await close();
  }
}

/** The names of all tools. What reads all pages by itself names no next one. */
async function allTools(listTools) {
  const names = [];
  let cursor;
  do {
    const page = await listTools(cursor === undefined ? undefined : { cursor });
    names.push(...page.tools.map(({ name }) => name));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return names;
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
