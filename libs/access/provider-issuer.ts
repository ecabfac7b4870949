const GUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Whether `issuer`, as ID tokens name it, is that of the provider at the configured address. An address that stands for
 * issuers of other names, such as one of all tenants, goes with every issuer of its origin.
 */
export function isIssuerOf(configured: string | null, issuer: string): boolean {
  if (configured === null || !URL.canParse(configured) || !URL.canParse(issuer)) return configured === issuer;
  const [own, other] = [new URL(configured), new URL(issuer)];
  return own.href === other.href || (namesOthers(own) && own.origin === other.origin);
}

/** Whether ID tokens name another issuer than the address: one of its metadata, or of tenants by another name than their id. */
function namesOthers({ hostname, pathname }: URL): boolean {
  if (pathname.includes('/.well-known/') || hostname.endsWith('.b2clogin.com')) return true;
  return hostname === 'login.microsoftonline.com' && !GUID.test(pathname.split('/')[1] ?? '');
}
