import type { State } from '../../platform/index.js';
import type { DemoContribution, DemoItem } from './demo-contribution.js';
import type { DemoContributions } from './demo-contributions.js';
import { DemoItemRecord } from './demo-item.entity.js';

/** A thing that was made for the demo, with the contribution that made it. */
export interface MadeItem {
  readonly contribution: DemoContribution;
  readonly item: DemoItem;
}

/** What was made for the demo of a state directory (`DemoHome.id`), in the order in which it was made. */
export async function madeItems(state: State, contributions: DemoContributions, home: string): Promise<MadeItem[]> {
  const records = await state.manager.findBy(DemoItemRecord, { home });
  return contributions
    .all()
    .flatMap((contribution) =>
      records
        .filter(({ part }) => part === contribution.part)
        .map(({ itemId: id, kind, name, stamp }) => ({ contribution, item: { id, kind, name, stamp } })),
    );
}

/** Forgets that a thing was made for the demo. */
export async function forgetItem(state: State, { contribution: { part }, item }: MadeItem): Promise<void> {
  await state.transaction((manager) => manager.delete(DemoItemRecord, { part, itemId: item.id }));
}
