// An API that accepts only the request of one example, in any encoding that means the same, and answers with the response of the example.
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';

/** Starts the API. `expect` names the example of the next call by its index; `GET /.expect/<index>` does the same for other processes. */
export async function startJudge(examples) {
  let expected;
  const server = createServer((request, response) => {
    const [, index] = /^\/\.expect\/(\d+)$/.exec(request.url) ?? [];
    if (index !== undefined) {
      expected = examples[Number(index)];
      response.end();
      return;
    }
    void answer(expected, request, response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    expect: (index) => (expected = examples[index]),
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

async function answer({ request: wanted, response: given }, request, response) {
  const bytes = await buffer(request);
  const problem = await differenceOf(wanted, request, bytes).catch((error) => error.message);
  if (problem !== undefined) {
    response.writeHead(400, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ message: problem }));
    return;
  }
  const { status, type, body, base64 } = given;
  response.writeHead(status, type === undefined ? {} : { 'content-type': type });
  response.end(base64 === undefined ? body : Buffer.from(base64, 'base64'));
}

async function differenceOf(wanted, { method, url, headers }, bytes) {
  if (method !== wanted.method) return `expected ${wanted.method}, got ${method}`;
  const [is, should] = [url, wanted.url].map((each) => new URL(each, 'http://api.example'));
  if (decodeURIComponent(is.pathname) !== decodeURIComponent(should.pathname))
    return `expected the path ${should.pathname}, got ${is.pathname}`;
  if (!isDeepStrictEqual(pairs(is.searchParams), pairs(should.searchParams)))
    return `expected the query ${should.search}, got ${is.search}`;
  for (const [name, value] of Object.entries(wanted.headers)) {
    if (name !== 'content-type' && headers[name] !== value)
      return `expected the header ${name}: ${value}, got ${headers[name]}`;
  }
  const body = await meaningOf(headers['content-type'] ?? '', bytes);
  const expected = meaningOfExample(wanted);
  return isDeepStrictEqual(body, expected) ? undefined : `expected the body ${shown(expected)}, got ${shown(body)}`;
}

function pairs(parameters) {
  return [...parameters].map((pair) => pair.join('=')).sort();
}

async function meaningOf(type, bytes) {
  if (bytes.length === 0) return undefined;
  if (type.startsWith('multipart/')) {
    const form = await new Response(bytes, { headers: { 'content-type': type } }).formData();
    const texts = [...form].map(
      async ([name, value]) => `${name}=${typeof value === 'string' ? value : await value.text()}`,
    );
    return (await Promise.all(texts)).sort();
  }
  if (type.startsWith('application/x-www-form-urlencoded')) return pairs(new URLSearchParams(bytes.toString()));
  return /[/+]json\b/.test(type) ? JSON.parse(bytes.toString()) : bytes.toString();
}

function meaningOfExample({ headers, body: { json, text, base64, parts } = {} }) {
  if (parts !== undefined)
    return parts.map((part) => `${part.name}=${part.text ?? Buffer.from(part.base64, 'base64').toString()}`).sort();
  if (base64 !== undefined) return Buffer.from(base64, 'base64').toString();
  const isForm = headers['content-type'] === 'application/x-www-form-urlencoded';
  return text !== undefined && isForm ? pairs(new URLSearchParams(text)) : (text ?? json);
}

function shown(value) {
  return (JSON.stringify(value) ?? 'none').slice(0, 200);
}
