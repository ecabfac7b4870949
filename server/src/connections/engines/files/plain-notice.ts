import type { Notice } from '#libs/api';
import type { PlainCsv } from '#libs/files';

/** The severity of the notice about a plain CSV file. */
const PLAIN = 'DEBUG';

/** Says that every reader takes a CSV file apart alike; its detail has the file's shape as JSON. */
export function plainNotice(path: string, plain: PlainCsv): Notice {
  const detail = JSON.stringify(plain);
  return { severity: PLAIN, message: `${path}: plain CSV.`, sqlstate: null, detail, hint: null };
}

/** What such a notice says; null for another notice. */
export function plainOfNotice({ severity, detail }: Notice): PlainCsv | null {
  return severity === PLAIN && detail !== null ? (JSON.parse(detail) as PlainCsv) : null;
}
