/** Files that views want to save. */

import type { McpUiDownloadFileRequestParams } from '@mcp-gen/protocol/extensions/apps';
import type { DownloadedFile } from './consent.js';
import { webUrl } from './webUrl.js';

/** Maximum characters of a name. */
const MAX_NAME_LENGTH = 200;

/** Control characters, what changes the direction of text, what is invisible, and what names of files cannot have. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}<>:"|?*]/gu;

/** Returns the files of a request; undefined if one is a link to anything but the web. */
export function filesOf({ contents }: McpUiDownloadFileRequestParams): readonly DownloadedFile[] | undefined {
  const isAllowed = contents.every((content) => 'resource' in content || webUrl(content.uri) !== undefined);
  return isAllowed ? contents.map((content) => ({ name: nameOf(content), content })) : undefined;
}

/** The last part of the URI is the name: never a path, nor one that a path could end with. */
function nameOf(content: McpUiDownloadFileRequestParams['contents'][number]): string {
  const uri = 'resource' in content ? content.resource.uri : content.uri;
  const [path = ''] = uri.split(/[?#]/, 1);
  const name = (decoded(path).split(/[/\\]/).at(-1) ?? '').replace(UNSAFE, '').replace(/^[. ]+|(?<![. ])[. ]+$/g, '');
  return name === '' ? 'download' : Array.from(name).slice(-MAX_NAME_LENGTH).join('');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
