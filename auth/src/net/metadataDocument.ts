/**
 * Returns whether a response contains the metadata of an issuer. Some servers answer every path with a page and status 200. The body stays
 * readable.
 */
export async function isMetadata(response: Response): Promise<boolean> {
  if (response.status !== 200) return false;
  const value: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return typeof value === 'object' && value !== null && 'issuer' in value;
}
