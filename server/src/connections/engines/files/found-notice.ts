import type { Notice } from '#libs/api';
import { NOTHING_FOUND } from '#libs/files';
import type { FoundReading } from '#libs/files';

/** The severity of the notice about how a file is read. */
const FOUND = 'LOG';

/** Says how a file is read that is imported; its detail has that as JSON. */
export function foundNotice(path: string, found: Partial<FoundReading>): Notice {
  const detail = JSON.stringify(found);
  return { severity: FOUND, message: `${path}: as it is read.`, sqlstate: null, detail, hint: null };
}

/** What such a notice says; null for another notice. */
export function foundOfNotice({ severity, detail }: Notice): FoundReading | null {
  if (severity !== FOUND || detail === null) return null;
  return { ...NOTHING_FOUND, ...(JSON.parse(detail) as Partial<FoundReading>) };
}
