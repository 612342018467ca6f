/** Gives a server so many tools. */
export function addTools(server, count) {
  const input = { type: 'object', properties: { text: { type: 'string' }, times: { type: 'integer' } } };
  for (let index = 0; index < count; index++) {
    server.tool(`tool${index}`, { description: `Does the work of tool ${index}`, input }, () => 'done');
  }
}
