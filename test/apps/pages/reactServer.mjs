/** A view on React, as a server renders it: without a window and a host. */

import { useView } from '@mcp-gen/apps/view/react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server.edge';

function View() {
  const { view, error, result } = useView({ name: 'react', version: '1.0.0' });
  return createElement('p', {}, [view, error, result].every((each) => each === undefined) ? 'Waiting' : 'Connected');
}

export const render = () => renderToStaticMarkup(createElement(View));
