/** Whether a host, with or without the brackets of an IPv6 address in a URL, is the local machine (RFC 6761, 6.3 for names). */
export function isLoopback(host: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/.test(host);
}
