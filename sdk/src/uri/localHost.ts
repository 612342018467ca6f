/** Whether the host of a URL is the machine that it is opened on: nothing on the way can listen. */
export function isLocalHost({ hostname }: URL): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127\.[\d.]+$/.test(hostname)
  );
}
