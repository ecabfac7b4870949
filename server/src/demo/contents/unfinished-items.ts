import type { PinoLogger } from 'nestjs-pino';
import type { Actor } from '#libs/access';
import type { State } from '../../platform/index.js';
import type { DemoItem } from './demo-contribution.js';
import type { DemoContributions } from './demo-contributions.js';
import { forgetItem, madeItems } from './made-items.js';
import type { MadeItem } from './made-items.js';

interface Deps {
  readonly state: State;
  readonly contributions: DemoContributions;
  readonly logger: PinoLogger;
}

/**
 * Removes what a start of a home that was cut off has made, since it is made again. What people have changed stays, with
 * what belongs to it, as does what cannot be removed. Returns what has stayed, by part.
 */
export async function removeUnfinished(deps: Deps, actor: Actor, home: string): Promise<Map<string, DemoItem[]>> {
  const { state, contributions, logger } = deps;
  const kept = new Map<string, DemoItem[]>();
  const keep = ({ contribution: { part }, item }: MadeItem) => kept.set(part, [...(kept.get(part) ?? []), item]);
  const unchanged: (MadeItem & { readonly group: string })[] = [];
  const changedGroups = new Set<string>();
  const warn = (error: unknown, { contribution: { part }, item: { id } }: MadeItem) =>
    logger.warn({ err: error, part, id }, 'a part of the demo could not be removed');

  for (const made of await madeItems(state, contributions, home)) {
    const { contribution, item } = made;
    try {
      const fate = await contribution.fateOf(actor, item);
      const group = (await contribution.groupOf?.(item)) ?? item.id;
      if (fate === 'gone') await forgetItem(state, made);
      else if (fate === 'unchanged') unchanged.push({ ...made, group });
      else {
        changedGroups.add(group);
        keep(made);
      }
    } catch (error) {
      warn(error, made);
      keep(made);
    }
  }
  // What was made last may rely on what was made first.
  for (const made of unchanged.reverse()) {
    if (changedGroups.has(made.group)) {
      keep(made);
      continue;
    }
    try {
      await made.contribution.remove(actor, made.item);
      await forgetItem(state, made);
    } catch (error) {
      warn(error, made);
      keep(made);
    }
  }
  return kept;
}
