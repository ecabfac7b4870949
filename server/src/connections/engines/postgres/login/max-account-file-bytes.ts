/** What a certificate, a key, a service file or a password file may have; they have some kilobytes. */
export const MAX_ACCOUNT_FILE_BYTES = 4 * 1024 * 1024;
