// A server that says that it counts another amount than it does: `node --expose-gc miscounting.mjs stdio <factor>`.
const send = process.send.bind(process);
const factor = Number(process.argv[3]);

process.send = ({ counted, ...told }) => send({ ...told, counted: Math.round(counted * factor) });

await import('../../fuzz/programs/held.mjs');
