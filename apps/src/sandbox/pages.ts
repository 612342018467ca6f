/** The two pages of the sandbox: the proxy, which stands between a host and a view, and the shell, which becomes the view. */

import * as UiMethod from '@mcp-gen/protocol/extensions/apps/methods';

/** What the shell tells the proxy when it can take HTML. Views cannot: the proxy passes nothing on that begins like this. */
const SHELL_READY = 'ui/notifications/sandbox-shell-ready';

/** The methods between the parts of a sandbox. */
const INTERNAL = 'ui/notifications/sandbox-';

/**
 * The script of the proxy. It passes messages on between the host, whose origin is in its URL, and the view. A view that navigates becomes a
 * new shell, or an error page: neither receives anything any more.
 */
export const PROXY_SCRIPT = `
const query = new URLSearchParams(location.search);
const host = query.get('host');
const toHost = (message) => parent.postMessage(message, host);
let view, html, isShown = false;
addEventListener('message', ({ source, origin, data }) => {
  const method = String(data?.method);
  if (source === parent && origin === host) {
    if (method === '${UiMethod.uiNotificationsSandboxResourceReady}') {
      if (view === undefined) open(data.params);
    } else if (isShown) view.contentWindow.postMessage(data, '*');
  } else if (view !== undefined && source === view.contentWindow) {
    if (method === '${SHELL_READY}') {
      if (isShown) end();
      else source.postMessage(html, '*');
      isShown = true;
    } else if (isShown && !method.startsWith('${INTERNAL}')) toHost(data);
  }
});
function open(params) {
  html = params.html;
  view = document.createElement('iframe');
  view.title = document.title = query.get('title');
  view.sandbox = 'allow-scripts allow-forms';
  view.allow = query.get('allow');
  view.src = 'view?' + new URLSearchParams({ csp: JSON.stringify(params.csp ?? {}) });
  document.body.append(view);
}
function end() {
  view.remove();
  view = undefined;
  toHost({ jsonrpc: '2.0', method: '${UiMethod.uiNotificationsRequestTeardown}' });
}
toHost({ jsonrpc: '2.0', method: '${UiMethod.uiNotificationsSandboxProxyReady}', params: {} });
`;

const STYLE =
  'html, body, iframe { margin: 0; padding: 0; border: 0; width: 100%; height: 100%; display: block; overflow: hidden }';

/** The style of the proxy, for the hash of its policy. */
export const PROXY_STYLE = STYLE;

/** The page of the proxy. */
export const PROXY_PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>App</title><style>${STYLE}</style></head><body><script>${PROXY_SCRIPT}</script></body></html>`;

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
