/**
 * Tells whether an IP address is one that the public internet does not route to a stranger: loopback, private,
 * link-local, unspecified, multicast (decisions 4), and the carrier-shared, site-local and reserved ranges beside them.
 */

/** IPv4 networks as [first address, prefix length]. */
const CLOSED_IPV4: readonly (readonly [number, number])[] = [
  [ipv4(0, 0, 0, 0), 8], // unspecified, "this network"
  [ipv4(10, 0, 0, 0), 8], // private
  [ipv4(100, 64, 0, 0), 10], // shared by carriers and overlay networks
  [ipv4(127, 0, 0, 0), 8], // loopback
  [ipv4(169, 254, 0, 0), 16], // link-local, cloud metadata
  [ipv4(172, 16, 0, 0), 12], // private
  [ipv4(192, 168, 0, 0), 16], // private
  [ipv4(224, 0, 0, 0), 4], // multicast
  [ipv4(240, 0, 0, 0), 4], // reserved, broadcast
];

function ipv4(a: number, b: number, c: number, d: number): number {
  return ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
}

function isClosedIpv4(address: number): boolean {
  return CLOSED_IPV4.some(([network, bits]) => address >>> (32 - bits) === network >>> (32 - bits));
}

/**
 * The eight groups of an IPv6 address as the URL standard writes it: lower-case hex, `::` at most once, no dotted tail.
 */
function ipv6Groups(text: string): number[] {
  const [head = '', tail] = text.split('::');
  const parse = (part: string): number[] => (part === '' ? [] : part.split(':').map((group) => parseInt(group, 16)));
  if (tail === undefined) return parse(head);
  const front = parse(head);
  const back = parse(tail);
  return [...front, ...Array<number>(Math.max(0, 8 - front.length - back.length)).fill(0), ...back];
}

/** The IPv4 address that an IPv6 address stands for or is tunnelled to, or null. */
function embeddedIpv4(groups: readonly number[]): number | null {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = groups;
  const last = ((g << 16) | h) >>> 0;
  const startsWithZeros = a === 0 && b === 0 && c === 0 && d === 0;
  if (startsWithZeros && e === 0 && (f === 0 || f === 0xffff)) return last; // compatible, mapped
  if (startsWithZeros && e === 0xffff && f === 0) return last; // translated
  if (a === 0x64 && b === 0xff9b && c === 0 && d === 0 && e === 0 && f === 0) return last; // NAT64
  if (a === 0x2002) return ((b << 16) | c) >>> 0; // 6to4
  if (a === 0x2001 && b === 0) return ~last >>> 0; // Teredo: the client's address, inverted
  return null;
}

function isClosedIpv6(groups: readonly number[]): boolean {
  const [a = 0, b = 0, c = 0] = groups;
  if ((a & 0xfe00) === 0xfc00) return true; // unique local
  if ((a & 0xff80) === 0xfe80) return true; // link-local and site-local
  if ((a & 0xff00) === 0xff00) return true; // multicast
  if (a === 0x64 && b === 0xff9b && c === 1) return true; // NAT64 for local use
  const v4 = embeddedIpv4(groups); // covers `::` and `::1`, which are 0.0.0.0 and 0.0.0.1 in disguise
  return v4 !== null && isClosedIpv4(v4);
}

/**
 * What a host as serialised by the URL standard is: a name, or an address that is open or closed to the public.
 * The standard has already turned decimal, octal, hexadecimal and short notations into plain dotted form.
 */
export function classifyHost(host: string): 'name' | 'public-address' | 'closed-address' {
  if (host.startsWith('[')) return isClosedIpv6(ipv6Groups(host.slice(1, -1))) ? 'closed-address' : 'public-address';
  const dotted = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(host);
  if (!dotted) return 'name';
  const [, a, b, c, d] = dotted;
  return isClosedIpv4(ipv4(Number(a), Number(b), Number(c), Number(d))) ? 'closed-address' : 'public-address';
}
