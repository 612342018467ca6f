/** How the protocol names its methods. New messages follow these conventions. */

/** Returns the notification that a list has changed: `notifications/tools/list_changed` for `tools/list`. */
export function listChangeOf(method: string): string | undefined {
  const [, list] = /^([^/]+)\/(?:.+\/)?list$/.exec(method) ?? [];
  return list === undefined ? undefined : `notifications/${list}/list_changed`;
}

/** Returns the method of a notification without what all of them begin with: `tools/list_changed`. */
export function withoutKind(notification: string): string {
  return notification.replace(/^notifications\//, '');
}
