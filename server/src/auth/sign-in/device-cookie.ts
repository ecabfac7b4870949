import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { parseCookie } from 'cookie';
import type { CookieOptions, Request, Response } from 'express';
import { Clock, DerivedKey, SecretKeys, WORKBENCH_CONFIG } from '../../platform/index.js';
import type { WorkbenchConfig } from '../../platform/index.js';

const NAME = 'workbench_device';
const ID_BYTES = 16;
const DAY_MS = 86_400_000;
/** Browsers keep no cookie for longer. */
const MAX_AGE_MS = 400 * DAY_MS;
const SHAPE = /^([\w-]{22})\.(\d{1,15})\.([\w-]{43})$/;

/**
 * Recognizes a browser from which an account has signed in before. The cookie alone does not sign in: attempts from a known
 * device are counted apart from those of strangers, so that strangers cannot lock its owner out.
 */
@Injectable()
export class DeviceCookie {
  private readonly name: string;
  private readonly options: CookieOptions;
  private readonly key: DerivedKey;

  constructor(
    @Inject(WORKBENCH_CONFIG) config: WorkbenchConfig,
    private readonly clock: Clock,
    keys: SecretKeys,
  ) {
    this.key = new DerivedKey(keys, 'workbench device cookie');
    const secure = config.publicUrl.startsWith('https:');
    this.name = secure ? `__Host-${NAME}` : NAME;
    this.options = { httpOnly: true, sameSite: 'lax', path: '/', secure };
  }

  /** The id of the device if it is a known one of `account`, else null. */
  async read(request: Request, account: string): Promise<string | null> {
    const value = parseCookie(request.headers.cookie ?? '')[this.name];
    const [, id, issuedAt, signature] = SHAPE.exec(value ?? '') ?? [];
    if (id === undefined || issuedAt === undefined || signature === undefined) return null;
    const age = this.clock.now() - Number(issuedAt);
    const expected = await this.sign(account, id, issuedAt);
    if (expected === null || age < 0 || age >= MAX_AGE_MS) return null;
    return timingSafeEqual(Buffer.from(signature), Buffer.from(expected)) ? id : null;
  }

  /** Makes the browser a known device of `account`, unless it is one. */
  async write(request: Request, response: Response, account: string): Promise<void> {
    if ((await this.read(request, account)) !== null) return;
    const [id, issuedAt] = [randomBytes(ID_BYTES).toString('base64url'), String(this.clock.now())];
    const signature = await this.sign(account, id, issuedAt);
    if (signature === null) return;
    response.cookie(this.name, `${id}.${issuedAt}.${signature}`, { ...this.options, maxAge: MAX_AGE_MS });
  }

  private async sign(account: string, id: string, issuedAt: string): Promise<string | null> {
    const key = await this.key.read();
    // Without the key no device is known, and people still sign in.
    if (key === null) return null;
    return createHmac('sha256', key).update(`${id}.${issuedAt}.${account}`).digest('base64url');
  }
}
