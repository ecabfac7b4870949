import ssh2 from 'ssh2';

/** A key pair, as texts. */
export type SshKeyPair = ReturnType<typeof ssh2.utils.generateKeyPairSync>;

/** A new key pair, its private key under a passphrase where one is given. ssh2 makes one of 200 that it cannot read. */
export function sshKeyPair(passphrase?: string): SshKeyPair {
  for (;;) {
    const lock = passphrase === undefined ? undefined : { cipher: 'aes256-ctr', passphrase, rounds: 16 };
    const keys = ssh2.utils.generateKeyPairSync('ed25519', lock);
    const read = [ssh2.utils.parseKey(keys.public), ssh2.utils.parseKey(keys.private, passphrase)];
    if (!read.some((key) => key instanceof Error)) return keys;
  }
}
