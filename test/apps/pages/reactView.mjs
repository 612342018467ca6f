/** A view on React, in its strict mode, which mounts each component twice. It is unmounted and mounted again. */

import { useView } from '@mcp-gen/apps/view/react';
import { createElement, StrictMode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';

const { addEventListener, document } = globalThis;

const APP = { name: 'react', version: '1.0.0' };

const seen = { mounted: 0, initialized: 0, closed: undefined };
const views = new Set();
addEventListener('message', ({ data }) => {
  if (data.result?.hostInfo !== undefined) seen.initialized++;
});

function Theme() {
  const { view, context } = useView(APP);
  if (view !== undefined) views.add(view);
  return createElement('p', {}, context?.theme);
}

function Result({ then }) {
  const { view, error, input, result } = useView(APP);
  useEffect(() => {
    seen.mounted++;
  }, []);
  useEffect(() => {
    if (view === undefined || input === undefined || result === undefined) return;
    views.add(view);
    const text = document.querySelector('main').innerText;
    const report = { ...seen, views: views.size, text, input, result: result.structuredContent };
    void view.callTool('report', report).then(() => then(view));
  }, [view, input, result, then]);
  return createElement('p', {}, error === undefined ? result?.structuredContent.city : String(error));
}

function mount(then) {
  const root = createRoot(document.querySelector('main'));
  root.render(createElement(StrictMode, {}, createElement(Theme), createElement(Result, { then })));
  return root;
}

document.body.append(document.createElement('main'));
const root = mount((view) => {
  root.unmount();
  setTimeout(async () => {
    seen.closed = await view.callTool('report').catch(({ message }) => message);
    mount(() => undefined);
  }, 100);
});
