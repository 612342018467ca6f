/** A view that shows its result, and reports what it has seen to its server. */

import { connectView } from '@mcp-gen/apps/view';

const view = await connectView({ name: 'chart', version: '1.0.0' });
view.onResult(({ structuredContent }) => {
  const { city } = structuredContent as { readonly city: string };
  document.body.innerHTML = `<h1>${city}</h1><p style="height: 300px">below</p>`;
  void report(structuredContent);
});

async function report(result: unknown): Promise<void> {
  const color = getComputedStyle(document.documentElement).getPropertyValue('--color-text-primary');
  const { theme } = document.documentElement.dataset;
  const opened = await view.openLink('https://example.com/');
  let input: unknown;
  view.onInput((value) => (input = value));
  await view.callTool('report', { seen: { result, input, theme, color, opened, host: view.host.name } });
}
