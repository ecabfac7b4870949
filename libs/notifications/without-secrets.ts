/** Shorter parts of an address are words that many texts have. */
const MIN_PART = 8;
/** A shorter secret would take half of each text out. */
const MIN_SECRET = 4;
const MASK = '…';

/**
 * A text without secrets that its sender quotes: servers repeat what they were asked for. They may be there as they are, as
 * a part of an address, in JSON, in base64, or in base64 with the name of a user, as SMTP sends them.
 */
export function withoutSecrets(text: string, secrets: readonly string[], user = ''): string {
  const forms = new Set(secrets.flatMap((secret) => formsOf(secret, user)));
  // The longest first: a shorter one may be a part of it.
  const ordered = [...forms].filter((form) => form.length >= MIN_SECRET).sort((a, b) => b.length - a.length);
  return ordered.reduce((rest, form) => rest.replaceAll(form, MASK), text);
}

function formsOf(secret: string, user: string): string[] {
  const plain = [secret, ...partsOfAddress(secret)];
  const written = plain.flatMap((form) => [form, encodeURIComponent(form), JSON.stringify(form).slice(1, -1)]);
  return [...written, base64(secret), base64(`\0${user}\0${secret}`), base64(`${user}\0${user}\0${secret}`)];
}

/** Of an address whatever is not its server: the path, what follows it, and each part that is no short word. */
function partsOfAddress(secret: string): string[] {
  if (!URL.canParse(secret)) return [];
  const { pathname, search } = new URL(secret);
  const parts = [...pathname.split('/'), ...search.split(/[?&=]/)].filter((part) => part.length >= MIN_PART);
  return [secret.slice(secret.indexOf(pathname)), pathname, `${pathname}${search}`, ...parts];
}

function base64(text: string): string {
  return btoa(String.fromCodePoint(...new TextEncoder().encode(text)));
}
