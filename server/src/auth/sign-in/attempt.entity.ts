import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What one counter of attempts to sign in has seen. Times are milliseconds since the epoch. */
@Entity('auth_attempt')
export class AttemptRecord {
  /** SHA-256 of what is counted: people type passwords in place of addresses. */
  @PrimaryColumn('varchar')
  id!: string;

  @Column('integer')
  count!: number;

  @Column('bigint', { name: 'last_at' })
  lastAt!: number;

  @Column('bigint', { name: 'blocked_until' })
  blockedUntil!: number;
}
