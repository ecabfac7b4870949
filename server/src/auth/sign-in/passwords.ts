import { availableParallelism } from 'node:os';
import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { TaskQueue } from '#libs/async';
import { Problem } from '../../platform/index.js';

/** The parameters that OWASP recommends for Argon2id: 19 MiB, two passes, one lane. */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashing is meant to be slow: more at a time would starve everything else that the process does, which needs a core. */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1));

/** Attempts that may wait; further ones are refused. */
const MAX_WAITING = 512;
const COME_BACK_MS = 5000;

/** Hashes and checks passwords, a few at a time. */
@Injectable()
export class Passwords {
  private readonly tasks = new TaskQueue(AT_ONCE);
  private decoy: Promise<string> | null = null;

  /** What to store of a password. Throws `too-many-requests` when too many wait. */
  hash(password: string): Promise<string> {
    return this.inTurn(() => hash(password, ARGON2ID));
  }

  /**
   * Whether a password is that of which `stored` was kept. Without one (null: no one, or someone who has none) it
   * takes the same time to say no. Throws `too-many-requests` when too many wait.
   */
  async matches(password: string, stored: string | null): Promise<boolean> {
    this.decoy ??= hash('', ARGON2ID);
    const against = stored ?? (await this.decoy);
    const isMatch = await this.inTurn(() => verify(against, password));
    return isMatch && stored !== null;
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.tasks.size >= AT_ONCE + MAX_WAITING) {
      throw new Problem('too-many-requests', 'Too many people sign in at once. Try again in a moment.', {
        retryAfterMs: COME_BACK_MS,
      });
    }
    return this.tasks.run(work);
  }
}
