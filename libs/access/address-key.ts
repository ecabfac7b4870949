const IPV4_IN_IPV6 = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i;
const NETWORK_GROUPS = 4;
const ALL_GROUPS = 8;

/**
 * What addresses are counted by: an IPv4 address by itself, an IPv6 address by its /64 network, since an owner of one
 * address of it has all. Anything else stands for itself.
 */
export function addressKey(address: string): string {
  const inner = IPV4_IN_IPV6.exec(address)?.[1];
  if (inner !== undefined) return inner;
  if (!address.includes(':')) return address;
  return `${groupsOf(address).slice(0, NETWORK_GROUPS).join(':')}::/64`;
}

function groupsOf(address: string): string[] {
  const [head = '', tail] = address.toLowerCase().replace(/%.*/s, '').split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = Math.max(0, ALL_GROUPS - before.length - after.length);
  return [...before, ...Array<string>(missing).fill('0'), ...after].map((group) => group.replace(/^0+(?=.)/, ''));
}
