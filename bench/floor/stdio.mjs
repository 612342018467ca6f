// The least program that could be an echo server on stdio: parse each line, switch on the method, stringify an answer.
let rest = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (chunk) => {
  const lines = (rest + chunk).split('\n');
  rest = lines.pop();
  let out = '';
  for (const line of lines) {
    const { id, method, params } = JSON.parse(line);
    const result = answer(method, params);
    if (result !== undefined) out += `${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`;
  }
  if (out !== '') process.stdout.write(out);
});

function answer(method, params) {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'echo', version: '1.0.0' },
      };
    case 'tools/call':
      if (typeof params.arguments.text !== 'string') throw new TypeError('text must be a string');
      return { content: [{ type: 'text', text: params.arguments.text }] };
    default:
      return undefined;
  }
}
