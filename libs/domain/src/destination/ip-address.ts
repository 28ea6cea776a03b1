/**
 * Classifies IP addresses that are not publicly routable: loopback, private, link-local, unspecified, multicast
 * (decisions 4), and also the carrier-shared, site-local and reserved ranges.
 */

/** Whether an address belongs to a network. Addresses are numbers of 32 or 128 bits. */
type Network = (address: bigint) => boolean;

const CLOSED_IPV4: readonly Network[] = [
  ipv4Network('0.0.0.0/8'), // unspecified, "this network"
  ipv4Network('10.0.0.0/8'), // private
  ipv4Network('100.64.0.0/10'), // shared by carriers and overlay networks
  ipv4Network('127.0.0.0/8'), // loopback
  ipv4Network('169.254.0.0/16'), // link-local, cloud metadata
  ipv4Network('172.16.0.0/12'), // private
  ipv4Network('192.168.0.0/16'), // private
  ipv4Network('224.0.0.0/3'), // multicast, reserved, broadcast
];

const CLOSED_IPV6: readonly Network[] = [
  ipv6Network('fc00::/7'), // unique local
  ipv6Network('fe80::/9'), // link-local and site-local
  ipv6Network('ff00::/8'), // multicast
  ipv6Network('64:ff9b:1::/48'), // NAT64 for local use
];

/** IPv6 ranges whose addresses represent an IPv4 address or are tunnelled to one, and how to extract it. */
const EMBEDDED_IPV4: readonly { readonly isIn: Network; readonly ipv4: (address: bigint) => bigint }[] = [
  { isIn: ipv6Network('::/96'), ipv4: low32 }, // compatible; covers `::` and `::1`, which are 0.0.0.0 and 0.0.0.1
  { isIn: ipv6Network('::ffff:0:0/96'), ipv4: low32 }, // mapped
  { isIn: ipv6Network('::ffff:0:0:0/96'), ipv4: low32 }, // translated
  { isIn: ipv6Network('64:ff9b::/96'), ipv4: low32 }, // NAT64
  { isIn: ipv6Network('2002::/16'), ipv4: (address) => low32(address >> 80n) }, // 6to4
  { isIn: ipv6Network('2001::/32'), ipv4: (address) => low32(~address) }, // Teredo: the client's address, inverted
];

function low32(address: bigint): bigint {
  return BigInt.asUintN(32, address);
}

function ipv4Network(text: string): Network {
  return networkOf(text, 32, ipv4);
}

function ipv6Network(text: string): Network {
  return networkOf(text, 128, ipv6);
}

function networkOf(text: string, width: number, parse: (address: string) => bigint): Network {
  const slash = text.indexOf('/');
  const shift = BigInt(width - Number(text.slice(slash + 1)));
  const prefix = parse(text.slice(0, slash)) >> shift;
  return (address) => address >> shift === prefix;
}

function ipv4(text: string): bigint {
  return text.split('.').reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
}

/** An IPv6 address as the URL standard writes it: lower-case hex, `::` at most once, no dotted tail. */
function ipv6(text: string): bigint {
  const groupsOf = (address: string): string[] => address.split(':').filter((group) => group !== '');
  const full = text.replace('::', `:${'0:'.repeat(8 - groupsOf(text).length)}`);
  return groupsOf(full).reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n);
}

/** IPv6 prefixes in which a client's IPv4 address appears: IPv4-mapped, and translated by NAT64. */
const IPV4_OF_CLIENTS: readonly Network[] = [ipv6Network('::ffff:0:0/96'), ipv6Network('64:ff9b::/96')];

/**
 * The IPv4 address that an IPv6 address represents (decisions 5, "Addresses in addresses"), in every spelling; any
 * other address is returned unchanged.
 * @param address without brackets, zone and port.
 */
export function plainIpAddress(address: string): string {
  // Every address in the two prefixes contains one of these strings, so nearly all other addresses skip the parsing.
  if (!address.includes(':') || !/ffff|ff9b/i.test(address) || !URL.canParse(`http://[${address}]`)) return address;
  const number = ipv6(new URL(`http://[${address}]`).hostname.slice(1, -1));
  if (!IPV4_OF_CLIENTS.some((isIn) => isIn(number))) return address;
  return [24n, 16n, 8n, 0n].map((shift) => (low32(number) >> shift) & 255n).join('.');
}

function isClosedIpv4(address: bigint): boolean {
  return CLOSED_IPV4.some((isIn) => isIn(address));
}

function isClosedIpv6(address: bigint): boolean {
  const embedded = EMBEDDED_IPV4.find(({ isIn }) => isIn(address));
  if (embedded !== undefined) return isClosedIpv4(embedded.ipv4(address));
  return CLOSED_IPV6.some((isIn) => isIn(address));
}

/**
 * Whether a host, as the URL standard serialises it, is a name, a publicly routable address or one that is not. The URL
 * parser has already converted decimal, octal, hexadecimal and short notations to dotted form.
 */
export function classifyHost(host: string): 'name' | 'public-address' | 'closed-address' {
  const isIpv6 = host.startsWith('[');
  if (!isIpv6 && !/^\d{1,3}(?:\.\d{1,3}){3}$/.test(host)) return 'name';
  const isClosed = isIpv6 ? isClosedIpv6(ipv6(host.slice(1, -1))) : isClosedIpv4(ipv4(host));
  return isClosed ? 'closed-address' : 'public-address';
}
