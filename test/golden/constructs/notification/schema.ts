export interface Notification {
  method: string;
  params?: {
    _meta?: { [key: string]: unknown };
    [key: string]: unknown;
  };
}

/**
 * Has no params of its own.
 *
 * It may be sent at any time.
 */
export interface ReadyNotification extends Notification {
  method: 'notifications/ready';
}

export interface MovedNotification extends Notification {
  method: 'notifications/moved';
  params: { to: string };
}

export type ClientNotification = ReadyNotification;
export type ServerNotification = ReadyNotification | MovedNotification;
