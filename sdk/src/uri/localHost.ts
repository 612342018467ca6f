/** Returns whether the host of a URL is the local machine: the connection cannot be intercepted. */
export function isLocalHost({ hostname }: URL): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127\.[\d.]+$/.test(hostname)
  );
}
