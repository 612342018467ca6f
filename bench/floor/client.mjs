// The least client that could call the echo tool: over stdio a map of what waits, over HTTP a request of Node for each call.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';

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
  const agent = new Agent({ keepAlive: true });
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  let last = 0;
  return {
    async call(text) {
      const body = call(++last, text);
      const asked = request(url, {
        method: 'POST',
        agent,
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      });
      asked.end(body);
      const [answer] = await once(asked, 'response');
      let read = '';
      for await (const chunk of answer.setEncoding('utf8')) read += chunk;
      return JSON.parse(read.slice(read.indexOf('{'))).result;
    },
    close: () => agent.destroy(),
  };
}
