/** The two pages of the sandbox: the proxy, which stands between a host and a view, and the shell, which becomes the view. */

import * as UiMethod from '@mcp-gen/protocol/extensions/apps/methods';
import { PERMISSION_FEATURES } from '../host/policy.js';

/** What the shell tells the proxy when it can take HTML. Views cannot: the proxy passes nothing on that begins like this. */
const SHELL_READY = 'ui/notifications/sandbox-shell-ready';

/** The methods between the parts of a sandbox. */
const INTERNAL = 'ui/notifications/sandbox-';

/**
 * The script of the proxy. It passes messages on between the host, whose origin is in its URL, and one view. The frame of a view is loaded twice:
 * as the shell, and when the shell has become the view. Whatever is loaded after that is not the view: it was reloaded, or has navigated to a
 * new shell, an empty page, or the error page of a navigation that the policy blocks. Then the frame is removed, and the host is told.
 */
export const PROXY_SCRIPT = `
const query = new URLSearchParams(location.search);
const host = query.get('host');
const features = ${JSON.stringify(PERMISSION_FEATURES)};
const toHost = (message) => parent.postMessage({ jsonrpc: '2.0', ...message }, host);
let view, html, state = 'empty', isReady = false, loads = 0;
addEventListener('message', ({ source, origin, data }) => {
  const method = String(data?.method);
  if (source === parent && origin === host) {
    if (method === '${UiMethod.uiNotificationsSandboxResourceReady}') {
      if (state === 'empty') open(data.params);
    } else if (state === 'shown') view.contentWindow.postMessage(data, '*');
    else if (state === 'ended' && method === '${UiMethod.uiResourceTeardown}') toHost({ id: data.id, result: {} });
  } else if (state !== 'ended' && source === view?.contentWindow) {
    if (method === '${SHELL_READY}') {
      if (isReady) return end();
      isReady = true;
      fill();
    } else if (state === 'shown' && !method.startsWith('${INTERNAL}')) parent.postMessage(data, host);
  }
});
function open(params) {
  state = 'loading';
  html = params.html;
  view = document.createElement('iframe');
  view.title = document.title = query.get('title');
  view.sandbox = 'allow-scripts allow-forms';
  view.allow = Object.keys(features).filter((name) => params.permissions?.[name]).map((name) => features[name] + ' *').join('; ');
  view.src = 'view?' + new URLSearchParams({ csp: JSON.stringify(params.csp ?? {}) });
  view.addEventListener('load', () => {
    if (++loads > 2) end();
    else fill();
  });
  document.body.append(view);
}
function fill() {
  if (!isReady || loads !== 1) return;
  view.contentWindow.postMessage(html, '*');
  state = 'shown';
}
function end() {
  if (state === 'ended') return;
  state = 'ended';
  view.remove();
  toHost({ method: '${UiMethod.uiNotificationsRequestTeardown}' });
}
toHost({ method: '${UiMethod.uiNotificationsSandboxProxyReady}', params: {} });
`;

/** The style of the proxy. */
export const PROXY_STYLE =
  'html, body, iframe { margin: 0; padding: 0; border: 0; width: 100%; height: 100%; display: block; overflow: hidden }';

/** The page of the proxy. */
export const PROXY_PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>App</title><style>${PROXY_STYLE}</style></head><body><script>${PROXY_SCRIPT}</script></body></html>`;

/** The page that becomes the view: its policy is that of its response, and stays. */
export const SHELL_PAGE = `<!doctype html><meta charset="utf-8"><title>App</title><script>
addEventListener('message', ({ source, data }) => {
  if (source !== parent) return;
  document.open();
  document.write(data);
  document.close();
}, { once: true });
parent.postMessage({ method: '${SHELL_READY}' }, '*');
</script>`;
