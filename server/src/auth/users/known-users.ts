import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { LOCAL_ACTOR, LOCAL_USER_ID } from '#libs/access';
import type { Role } from '#libs/access';
import type { User } from '#libs/api';
import { State, WORKBENCH_CONFIG } from '../../platform/index.js';
import type { WorkbenchConfig } from '../../platform/index.js';
import { RecordCache } from '../record-cache.js';
import { UserRecord } from './user.entity.js';
import type { UserFields } from './user.entity.js';
import { emailLabel, stateOf, userView } from './user-view.js';

/** What every request needs to know of a person. */
export interface KnownUser {
  readonly id: string;
  readonly email: string;
  /** The address as others see it: one that is not verified says so. */
  readonly emailLabel: string;
  readonly name: string;
  readonly role: Role;
  readonly isDisabled: boolean;
  readonly hasPassword: boolean;
  /** Whether they can sign in as this workbench is configured. */
  readonly canSignIn: boolean;
}

const LOCAL_USER: KnownUser = {
  id: LOCAL_USER_ID,
  email: '',
  emailLabel: '',
  name: LOCAL_ACTOR.name,
  role: LOCAL_ACTOR.role,
  isDisabled: false,
  hasPassword: false,
  canSignIn: true,
};

/** Everybody who may sign in, held in memory, so that role and state are looked up anew with every request for nothing. */
@Injectable()
export class KnownUsers {
  private readonly known = new RecordCache<KnownUser>();

  constructor(
    private readonly state: State,
    @Inject(WORKBENCH_CONFIG) private readonly config: WorkbenchConfig,
  ) {}

  /** Reads everybody; without sign-in there is one person, whatever was kept of others. */
  async load(): Promise<void> {
    const isSingle = this.config.mode === 'single';
    await this.known.load(async () => {
      return isSingle
        ? [LOCAL_USER]
        : (await this.state.manager.find(UserRecord)).map((record) => this.knownOf(record));
    });
  }

  /** Everybody, disabled or not. */
  all(): KnownUser[] {
    return this.known.all();
  }

  /** Reads a person again, whom another process has changed or made. */
  async readAgain(id: string): Promise<void> {
    if (this.config.mode === 'single') return;
    await this.known.loadOne(id, async () => {
      const record = await this.state.manager.findOneBy(UserRecord, { id });
      return record === null ? null : this.knownOf(record);
    });
  }

  /** The person of that id who may use the workbench now, whichever process has made them; or null. */
  async lookUp(id: string): Promise<KnownUser | null> {
    if (this.known.get(id) === null) await this.readAgain(id);
    return this.find(id);
  }

  /** The person of that id who may use the workbench now, or null. */
  find(id: string): KnownUser | null {
    const user = this.known.get(id);
    return user === null || user.isDisabled ? null : user;
  }

  /** How a person is called, disabled or not; null where there is no such person. */
  nameOf(id: string): string | null {
    const user = this.known.get(id);
    if (user === null) return null;
    return user.name === '' ? user.emailLabel : user.name;
  }

  /** Writes a person down, and knows them so as soon as that is committed. */
  async save(record: UserFields): Promise<void> {
    await this.state.manager.save(UserRecord, record);
    this.state.afterCommit(() => this.known.set(this.knownOf(record)));
  }

  /** Whether an administrator can sign in, as far as this process knows. */
  hasAdministrator(): boolean {
    return this.known.all().some(({ role, canSignIn }) => role === 'admin' && canSignIn);
  }

  /** Everybody who can sign in as an administrator now; inside a transaction that cannot change meanwhile. */
  async activeAdministrators(): Promise<UserRecord[]> {
    const administrators = await this.state.manager.findBy(UserRecord, { role: 'admin' });
    return administrators.filter((record) => this.stateOf(record) === 'active');
  }

  /** An id for an administrator: what was kept before there was sign-in belongs to the first one. */
  async newAdministratorId(): Promise<string> {
    const isTaken = await this.state.manager.existsBy(UserRecord, { id: LOCAL_USER_ID });
    return isTaken || (await this.activeAdministrators()).length > 0 ? randomUUID() : LOCAL_USER_ID;
  }

  /** Whether a person can sign in as this workbench is configured. */
  stateOf(record: UserFields): User['state'] {
    return stateOf(record, this.providerIssuer);
  }

  /** A person as the API shows them. */
  view(record: UserFields): User {
    return userView(record, this.providerIssuer);
  }

  private knownOf(record: UserFields): KnownUser {
    const { id, email, name, role } = record;
    const [isDisabled, hasPassword] = [record.disabledAt !== null, record.passwordHash !== null];
    const canSignIn = this.stateOf(record) === 'active';
    return { id, email, emailLabel: emailLabel(record), name, role, isDisabled, hasPassword, canSignIn };
  }

  private get providerIssuer(): string | null {
    return this.config.signIn.provider?.issuer ?? null;
  }
}
