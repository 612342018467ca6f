// Opens the conversation, then asks without end and reads nothing more.
process.stdin.once('data', (line) => {
  const { id, params } = JSON.parse(line);
  process.stdin.pause();
  const { protocolVersion } = params;
  const result = { protocolVersion, capabilities: {}, serverInfo: { name: 'asking', version: '1.0.0' } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
  const questions = `{"jsonrpc":"2.0","id":"${'x'.repeat(10_000)}","method":"ping"}\n`.repeat(100);
  const ask = () => process.stdout.write(questions, ask);
  ask();
});
