/**
 * A random UUID of version 4 (RFC 9562), in lower case. `crypto.randomUUID` is there only where a browser trusts the
 * address: over HTTPS and on this machine.
 */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const digits = [...bytes].map((byte, index) => octet(index, byte)).join('');
  return [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join(
    '-',
  );
}

/** Two digits of the byte at a place, with the version in the seventh and the variant in the ninth. */
function octet(index: number, byte: number): string {
  const marked = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte;
  return marked.toString(16).padStart(2, '0');
}
