const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
// eslint-disable-next-line no-control-regex -- These are what XML forbids.
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF\p{Surrogate}]/gu;

/** A text as HTML holds it, also between quotation marks. */
export function htmlText(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => ENTITIES[mark] ?? mark);
}

/**
 * A text as XML 1.0 holds it, also between quotation marks. XML cannot hold most control characters, nor half a surrogate
 * pair: `substitute` stands in their place.
 */
export function xmlText(text: string, substitute = ''): string {
  return htmlText(text.replace(FORBIDDEN, substitute));
}
