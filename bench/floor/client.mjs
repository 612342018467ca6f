// The least client that could call the echo tool: over stdio a map of what waits, over HTTP a `fetch` for each call.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const call = (id, text) =>
  JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'echo', arguments: { text } } });

export function overStdio([program, ...args]) {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting = new Map();
  let rest = '';
  let last = 0;
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    for (const line of lines) {
      const { id, result } = JSON.parse(line);
      waiting.get(id)(result);
      waiting.delete(id);
    }
  });
  return {
    call: (text) =>
      new Promise((resolve) => {
        waiting.set(++last, resolve);
        child.stdin.write(`${call(last, text)}\n`);
      }),
    async close() {
      child.stdin.end();
      await once(child, 'exit');
    },
  };
}

export function overHttp(url) {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  let last = 0;
  return {
    async call(text) {
      const body = await (await fetch(url, { method: 'POST', headers, body: call(++last, text) })).text();
      return JSON.parse(body.slice(body.indexOf('{'))).result;
    },
    close() {},
  };
}
