import { Injectable } from '@nestjs/common';
import type { OnModuleDestroy } from '@nestjs/common';
import { TextThread } from './text-thread.js';
import { runTextTask } from './text-tasks.js';
import type { TextTaskAnswer, TextTaskArguments, TextTaskName } from './text-tasks.js';

/** Texts up to this length are read in place: that takes a few milliseconds, less than the way to a thread. */
const INLINE_CHARACTERS = 20_000;
/** YAML of that length takes a hundred milliseconds: the parser compares each key with all others. */
const INLINE_YAML_CHARACTERS = 1_000;

/** What an item of a list costs, in characters of a text. */
const ITEM_CHARACTERS = 20;

/** Reads texts that people send without holding up everybody else's requests. */
@Injectable()
export class TextThreads implements OnModuleDestroy {
  private readonly threads = [new TextThread(), new TextThread()];

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.threads.map((thread) => thread.close()));
  }

  /**
   * Does a task, in place for short texts and in a thread for long ones. Throws `text-too-hard` for a text that takes
   * longer than some seconds, and `too-many-requests`.
   */
  async run<Name extends TextTaskName>(name: Name, ...args: TextTaskArguments<Name>): Promise<TextTaskAnswer<Name>> {
    const most = name === 'readYaml' ? INLINE_YAML_CHARACTERS : INLINE_CHARACTERS;
    if (!args.some((one) => sizeOf(one) > most)) return runTextTask(name, args);
    const [first, ...others] = this.threads;
    const idlest = others.reduce((best, one) => (best !== undefined && best.load <= one.load ? best : one), first);
    return (await idlest?.ask({ name, args })) as TextTaskAnswer<Name>;
  }
}

/** The characters of a text; of a list, those of the texts of its items, and each item as if it had a word more. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (!Array.isArray(value)) return 0;
  return value.reduce<number>((total, item: unknown) => total + ITEM_CHARACTERS + textLength(item), 0);
}

function textLength(item: unknown): number {
  if (typeof item === 'string') return item.length;
  return typeof item === 'object' && item !== null && 'sql' in item ? String(item.sql).length : 0;
}
