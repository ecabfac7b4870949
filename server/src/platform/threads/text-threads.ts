import { Injectable } from '@nestjs/common';
import type { OnModuleDestroy } from '@nestjs/common';
import { TextThread } from './text-thread.js';
import { runTextTask } from './text-tasks.js';
import type { TextTaskAnswer, TextTaskArguments, TextTaskName } from './text-tasks.js';

/** Texts up to this length are read in place: that takes a few milliseconds, less than the way to a thread. */
const INLINE_CHARACTERS = 20_000;
/** YAML of that length takes a hundred milliseconds: the parser compares each key with all others. */
const INLINE_YAML_CHARACTERS = 1_000;

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
    if (!args.some((one) => typeof one === 'string' && one.length > most)) return runTextTask(name, args);
    const [first, ...others] = this.threads;
    const idlest = others.reduce((best, one) => (best !== undefined && best.load <= one.load ? best : one), first);
    return (await idlest?.ask({ name, args })) as TextTaskAnswer<Name>;
  }
}
