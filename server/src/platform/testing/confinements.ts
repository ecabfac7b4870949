import { bubblewrapFor } from '../children/bubblewrap.js';

/** The values of `WORKBENCH_CONFINEMENT` to test with: where bubblewrap does not work, `auto` is what `off` is. */
export async function confinements(): Promise<readonly ('auto' | 'off')[]> {
  return (await bubblewrapFor('auto')) === null ? ['auto'] : ['auto', 'off'];
}
