import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import passport from 'passport';
import type { Strategy } from 'passport';

/** Passport's strategies, each a way to show who one is. Sessions are ours: Passport keeps nothing. */
@Injectable()
export class PassportAuthenticator {
  private readonly passport = new passport.Passport();

  /** Adds a way to sign in. */
  add(name: string, strategy: Strategy): void {
    this.passport.use(name, strategy);
  }

  /**
   * The person that `request` identifies by the way of that name, or null. A way that sends the browser elsewhere does so
   * by `response`, and nothing is answered here.
   */
  authenticate<User extends object>(name: string, request: Request, response: Response): Promise<User | null> {
    return new Promise((resolve, reject) => {
      const settle = (error: Error | null | undefined, user?: User | false | null) => {
        if (error) reject(error);
        else resolve(user === false ? null : (user ?? null));
      };
      const handle = this.passport.authenticate(name, { session: false }, settle) as Handler;
      handle(request, response, reject);
    });
  }
}

type Handler = (request: Request, response: Response, next: (error: unknown) => void) => void;
