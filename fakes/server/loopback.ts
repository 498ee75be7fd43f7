/** What is on this machine and nowhere else. */

const LOOPBACK = /^(?:localhost|.+\.localhost|(?:::ffff:)?127(?:\.\d{1,3}){3}|\[?::1\]?)$/i;

/** Whether a name or address, as in a URL or not, leads back to this machine. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK.test(hostname);
}
