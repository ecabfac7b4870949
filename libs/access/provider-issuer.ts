const GUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Whether `issuer`, as ID tokens name it, is that of the provider at the configured address. An address of metadata goes
 * with every issuer, since only the metadata name it; one that stands for tenants, with every issuer of its origin.
 */
export function isIssuerOf(configured: string | null, issuer: string): boolean {
  if (configured === null || !URL.canParse(configured) || !URL.canParse(issuer)) return configured === issuer;
  const [own, other] = [new URL(configured), new URL(issuer)];
  if (own.href === other.href || own.pathname.includes('/.well-known/')) return true;
  return namesOthers(own) && own.origin === other.origin;
}

/** Whether ID tokens name another issuer than the address, since it is one of tenants by another name than their id. */
function namesOthers({ hostname, pathname }: URL): boolean {
  if (hostname.endsWith('.b2clogin.com')) return true;
  return hostname === 'login.microsoftonline.com' && !GUID.test(pathname.split('/')[1] ?? '');
}
