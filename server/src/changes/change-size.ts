import type { ChangeCounts } from '#libs/api';

/** How much a change set does, as a sentence without values: `2 rows added, 1 statement`. */
export function sizeText({ inserts, updates, deletes, statements }: ChangeCounts): string {
  const parts = [
    inserts > 0 ? `${counted(inserts, 'row')} added` : '',
    updates > 0 ? `${counted(updates, 'row')} changed` : '',
    deletes > 0 ? `${counted(deletes, 'row')} removed` : '',
    statements > 0 ? counted(statements, 'statement') : '',
  ];
  return parts.filter((part) => part !== '').join(', ') || 'Nothing';
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
