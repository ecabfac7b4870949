import { computed, DestroyRef, inject, Service, signal } from '@angular/core';
import { LOCAL_USER_ID } from '#libs/access';
import type { Me, SignInInput, SignInOptions } from '#libs/api';
import { ApiClient } from '../http/api-client';
import { ApiProblem } from '../http/api-problem';
import { isString, readStored, writeStored } from '../storage/stored-signal';
import { PAGE_LOADER } from './page-loader';

const CHANNEL = 'dw-identity';
const SIGNED_OUT = 'signed out';
/** Whose page was shown last, for a page that is opened while the server does not answer. */
const PERSON_KEY = 'dw-person';

/** Who uses the workbench in this browser, and whether the server still knows them. All tabs agree on it. */
@Service()
export class Identity {
  private readonly api = inject(ApiClient);
  private readonly pages = inject(PAGE_LOADER);
  private readonly offered = signal<SignInOptions | null>(null);
  private readonly known = signal<Me | null>(null);
  private readonly lost = signal(false);
  private readonly signedOutElsewhere = signal(false);
  private readonly channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL);
  private loading: Promise<void> | null = null;
  private renewing: Promise<void> | null = null;
  private goOn: () => void = () => undefined;

  /** What the sign-in page has to offer; null while it is not known. */
  readonly options = this.offered.asReadonly();
  /** Whose page this is; null before a sign-in, or when the server could not be asked. */
  readonly me = this.known.asReadonly();
  /** The server does not know this page's person any more; what is sent waits until they have signed in again. */
  readonly isLost = this.lost.asReadonly();
  /** The person signed out on purpose, in another tab. */
  readonly isSignedOutElsewhere = this.signedOutElsewhere.asReadonly();
  /** False at a workbench for one person on this machine, where nothing of sign-in is shown. */
  readonly asksForSignIn = computed(() => (this.offered()?.sign_in ?? 'none') !== 'none');
  /** People have accounts of their own here. */
  readonly hasUsers = computed(() => ['password', 'set-up'].includes(this.offered()?.sign_in ?? 'none'));
  readonly isAdmin = computed(() => this.known()?.user.role === 'admin');
  /** Known to be no administrator: what only those may do is not offered. */
  readonly isRestricted = computed(() => this.known() !== null && !this.isAdmin());

  constructor() {
    this.channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (data === SIGNED_OUT) this.signedOutElsewhere.set(true);
      void this.check();
    });
    inject(DestroyRef).onDestroy(() => this.channel?.close());
  }

  /** Finds out, once, what the workbench asks for and who is there. Without an answer it is tried again next time. */
  load(): Promise<void> {
    return (this.loading ??= this.read());
  }

  /** Signs in. Rejects with an ApiProblem. */
  async signIn(input: SignInInput): Promise<Me> {
    const me = await this.api.post('/api/auth/login', { body: input });
    this.take(me);
    return me;
  }

  /** Takes the answer of a sign-in. Another person than before gets a page of their own. */
  take(me: Me): void {
    this.accept(me);
    this.channel?.postMessage('signed in');
  }

  /** Takes the answer of a sign-in in the place of the former person, on a page loaded anew. */
  enter(path: string): void {
    this.channel?.postMessage('signed in');
    this.pages.open(path);
  }

  /** Ends this sign-in, or all of the person's, and leaves for the sign-in page with nothing left in memory. */
  async signOut(isEverywhere = false): Promise<void> {
    if (isEverywhere) await this.api.delete('/api/profile/sessions');
    await this.api.post('/api/auth/logout');
    this.channel?.postMessage(SIGNED_OUT);
    this.pages.open('/sign-in');
  }

  /** Asks the server who is there; when the sign-in has ended, the page asks to sign in again. */
  async check(): Promise<void> {
    if (this.known() === null || !this.asksForSignIn()) return;
    if (this.lost()) await this.isStillKnown();
    else void this.renewal();
  }

  /** Resolves when the person of this page is known to the server, at once or after they have signed in again. */
  renewal(): Promise<void> {
    this.renewing ??= this.renew().finally(() => (this.renewing = null));
    return this.renewing;
  }

  /** A name for what this browser keeps for the person, apart from what it keeps for others. */
  personalKey(key: string): string {
    const id = this.known()?.user.id ?? readStored(PERSON_KEY, LOCAL_USER_ID, isString);
    return id === LOCAL_USER_ID ? key : `@${id}.${key}`;
  }

  private async read(): Promise<void> {
    const [options, me] = await Promise.all([orProblem(this.api.get('/api/auth/options')), this.askWho()]);
    const isAnswered = !(options instanceof ApiProblem) && !(me instanceof ApiProblem && me.status !== 401);
    if (!isAnswered) {
      this.loading = null;
      return;
    }
    this.offered.set(options);
    this.know(me instanceof ApiProblem ? null : me);
  }

  private know(me: Me | null): void {
    this.known.set(me);
    if (me) writeStored(PERSON_KEY, me.user.id);
  }

  private async renew(): Promise<void> {
    if (await this.isStillKnown()) return;
    await new Promise<void>((resolve) => {
      this.goOn = resolve;
      this.lost.set(true);
    });
  }

  private async isStillKnown(): Promise<boolean> {
    const me = await this.askWho();
    if (me instanceof ApiProblem) return me.status !== 401;
    this.accept(me);
    return true;
  }

  private accept(me: Me): void {
    const before = this.known()?.user.id ?? me.user.id;
    if (before !== me.user.id) {
      this.pages.reload();
      return;
    }
    this.know(me);
    this.lost.set(false);
    this.signedOutElsewhere.set(false);
    this.goOn();
  }

  private askWho(): Promise<Me | ApiProblem> {
    return orProblem(this.api.get('/api/auth/me'));
  }
}

function orProblem<T>(answer: Promise<T>): Promise<T | ApiProblem> {
  return answer.catch((error: unknown) => ApiProblem.from(error));
}
