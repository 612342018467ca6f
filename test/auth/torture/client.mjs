// A client in a process of its own, which calls a tool whenever its parent says so: node client.mjs <ours|theirs> <url> <folder> <skew>.
// The person agrees to every login at once. <skew>: milliseconds by which the clock of this process is wrong.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [whose, url, folder, skew] = process.argv.slice(2);
const RealDate = Date;
const now = Date.now;
globalThis.Date = class extends RealDate {
  constructor(...args) {
    super(...(args.length === 0 ? [now() + Number(skew)] : args));
  }
  static now() {
    return now() + Number(skew);
  }
};

const REDIRECT = 'http://127.0.0.1:9/callback';

async function agree(authorize) {
  const response = await fetch(authorize, { redirect: 'manual' });
  const location = response.headers.get('location');
  if (location === null) throw new Error(`The authorization server shows an error page: ${await response.text()}`);
  return new URL(location);
}

async function ours() {
  const { connect } = await import('@mcp-gen/sdk/client');
  const { authorizationCode } = await import('@mcp-gen/auth/client');
  const { FileTokenStore } = await import('@mcp-gen/auth/node');
  const receiver = {
    open: async () => ({ redirectUri: REDIRECT, authorize: agree, close: async () => undefined }),
  };
  const auth = authorizationCode({ receiver, store: new FileTokenStore({ folder }), allowHttp: true });
  let client;
  return async () => {
    client ??= await connect(url, { auth, revisions: ['2025-11-25'], onError: () => undefined });
    await client.callTool('work');
  };
}

// As the documentation of the package does it: a provider that keeps everything in a file, and one attempt after a login.
async function theirs() {
  const { Client, StreamableHTTPClientTransport, UnauthorizedError } = await import('@modelcontextprotocol/client');
  mkdirSync(folder, { recursive: true });
  const file = (name) => join(folder, `${name}.json`);
  const read = (name) => {
    try {
      return JSON.parse(readFileSync(file(name), 'utf8'));
    } catch {
      return undefined;
    }
  };
  const write = (name, value) => {
    const temporary = `${file(name)}.${process.pid}`;
    writeFileSync(temporary, JSON.stringify(value));
    renameSync(temporary, file(name));
  };
  let verifier;
  let callback;
  const authProvider = {
    redirectUrl: REDIRECT,
    clientMetadata: { redirect_uris: [REDIRECT], client_name: 'torture', token_endpoint_auth_method: 'none' },
    clientInformation: () => read('client') ?? undefined,
    saveClientInformation: (value) => write('client', value),
    tokens: () => read('tokens') ?? undefined,
    saveTokens: (value) => write('tokens', value),
    saveCodeVerifier: (value) => void (verifier = value),
    codeVerifier: () => verifier,
    invalidateCredentials: (what) => {
      if (what === 'all' || what === 'client') write('client', null);
      if (what === 'all' || what === 'tokens') write('tokens', null);
    },
    redirectToAuthorization: async (authorize) => void (callback = await agree(authorize)),
  };
  let client;
  const attempt = async () => {
    const transport = new StreamableHTTPClientTransport(new URL(url), { authProvider });
    const made = new Client({ name: 'torture', version: '1' });
    try {
      await made.connect(transport);
    } catch (error) {
      if (!(error instanceof UnauthorizedError) || callback === undefined) throw error;
      const { searchParams } = callback;
      callback = undefined;
      await transport.finishAuth(searchParams.get('code'));
      return undefined;
    }
    return made;
  };
  return async () => {
    client ??= (await attempt()) ?? (await attempt());
    if (client === undefined) throw new Error('Still unauthorized after a login');
    try {
      await client.callTool({ name: 'work', arguments: {} });
    } catch (error) {
      if (!(error instanceof UnauthorizedError) || callback === undefined) throw error;
      client = undefined;
      const transport = new StreamableHTTPClientTransport(new URL(url), { authProvider });
      const { searchParams } = callback;
      callback = undefined;
      await transport.finishAuth(searchParams.get('code'));
      client = await attempt();
      if (client === undefined) throw new Error('Still unauthorized after a login', { cause: error });
      await client.callTool({ name: 'work', arguments: {} });
    }
  };
}

const call = await (whose === 'ours' ? ours() : theirs());
process.on('message', () => {
  call().then(
    () => process.send({ ok: true }),
    (error) => process.send({ ok: false, error: `${error.name}: ${error.message}` }),
  );
});
process.send({ ready: true });
