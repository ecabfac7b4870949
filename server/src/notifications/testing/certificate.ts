import { generateKeyPairSync, sign } from 'node:crypto';

/** A key and the certificate that it has signed itself, both as PEM. */
export interface SelfSigned {
  readonly key: string;
  readonly cert: string;
}

const DAY_MS = 86_400_000;
const ECDSA_WITH_SHA256 = sequence(Buffer.from('06082a8648ce3d040302', 'hex'));
const COMMON_NAME = Buffer.from('0603550403', 'hex');
const ALTERNATIVE_NAMES = Buffer.from('0603551d11', 'hex');

/** Makes a certificate for an IPv4 address that is good from yesterday to tomorrow. */
export function selfSignedCertificate(address: string): SelfSigned {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(tagged(0x31, sequence(COMMON_NAME, tagged(0x0c, Buffer.from(address)))));
  const addresses = sequence(tagged(0x87, Buffer.from(address.split('.').map(Number))));
  const extensions = sequence(sequence(ALTERNATIVE_NAMES, tagged(0x04, addresses)));
  const body = sequence(
    ...[tagged(0xa0, tagged(0x02, Buffer.from([2]))), tagged(0x02, Buffer.from([1])), ECDSA_WITH_SHA256],
    ...[name, sequence(moment(Date.now() - DAY_MS), moment(Date.now() + DAY_MS)), name],
    ...[publicKey.export({ type: 'spki', format: 'der' }), tagged(0xa3, extensions)],
  );
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', body, privateKey)]);
  const bytes = sequence(body, ECDSA_WITH_SHA256, tagged(0x03, signature));
  const cert = `-----BEGIN CERTIFICATE-----\n${bytes.toString('base64')}\n-----END CERTIFICATE-----\n`;
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert };
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(0x30, ...parts);
}

/** A value of the distinguished encoding rules, up to 64 KiB long. */
function tagged(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const { length } = body;
  // Browsers take the shortest spelling of a length only.
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}

function moment(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replaceAll(/\D/g, '');
  return tagged(0x17, Buffer.from(`${digits.slice(2, 14)}Z`));
}
