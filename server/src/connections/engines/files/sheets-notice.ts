import type { Notice } from '#libs/api';

/** The severity of the notice that names the sheets of a workbook, a line each in its detail. */
export const SHEETS = 'NOTICE';

/** Says which sheet of a workbook is read where there are several; its detail has the names of all. */
export function sheetsNotice(path: string, sheet: string, sheets: readonly string[]): Notice {
  const message = `${path}: the sheet “${sheet}” of ${sheets.length}.`;
  return { severity: SHEETS, message, sqlstate: null, detail: sheets.join('\n'), hint: null };
}
