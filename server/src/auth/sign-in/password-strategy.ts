import type { Request } from 'express';
import { Strategy } from 'passport-local';
import { emailKey } from '#libs/access';
import { State } from '../../platform/index.js';
import { UserRecord } from '../users/user.entity.js';
import { Passwords } from './passwords.js';

/** The name of the way in by e-mail and password. */
export const PASSWORD_STRATEGY = 'password';

/**
 * Finds the person whose e-mail address and password these are. It takes the same time for an unknown address, for
 * a wrong password, and for a person who may not sign in.
 */
export function passwordStrategy(state: State, passwords: Passwords): Strategy {
  const verify = async (email: string, password: string): Promise<UserRecord | false> => {
    const user = await state.manager.findOneBy(UserRecord, { emailKey: emailKey(email) });
    const isRight = await passwords.matches(password, user?.passwordHash ?? null);
    return user?.disabledAt === null && isRight ? user : false;
  };
  return new Strategy({ usernameField: 'email', session: false }, (email, password, done) => {
    verify(email, password).then(
      (user) => done(null, user),
      (error: unknown) => done(error),
    );
  });
}

/** A request with these credentials alone: those of an address, which Passport would read, too, are counted nowhere. */
export function requestWith(email: string, password: string): Request {
  return { body: { email, password }, query: {} } as unknown as Request;
}
