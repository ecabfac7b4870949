import { inject, Service } from '@angular/core';
import type {
  ApiToken,
  ApiTokenInput,
  ApiTokenList,
  NewApiToken,
  PasswordChange,
  SavedByTokenList,
  SignInSessionList,
} from '#libs/api';
import { ApiClient } from '../../shared/http/api-client';

/** A person's own password, sign-ins and API tokens. Each call rejects with an ApiProblem. */
@Service()
export class ProfileApi {
  private readonly client = inject(ApiClient);

  /** Changes the password; every other sign-in of the person ends. */
  changePassword(change: PasswordChange): Promise<unknown> {
    return this.client.put('/api/profile/password', { body: change });
  }

  /** Where the person is signed in. */
  sessions(): Promise<SignInSessionList> {
    return this.client.get('/api/profile/sessions');
  }

  /** Ends one sign-in. */
  endSession(id: string): Promise<void> {
    return this.client.delete('/api/profile/sessions/{id}', { path: { id } });
  }

  /** Ends all sign-ins but the one in use. */
  endOtherSessions(): Promise<void> {
    return this.client.delete('/api/profile/sessions');
  }

  /** The person's tokens, newest first, also those that have ended: a page of them. */
  tokens(cursor: string | null): Promise<ApiTokenList> {
    return this.client.get('/api/profile/tokens', { query: { cursor } });
  }

  /** Makes a token; the answer is the only one that shows it. */
  createToken(input: ApiTokenInput): Promise<NewApiToken> {
    return this.client.post('/api/profile/tokens', { body: input });
  }

  /** Gives a token a new secret; the old one is refused from now on. */
  rotateToken({ id }: ApiToken): Promise<NewApiToken> {
    return this.client.post('/api/profile/tokens/{id}/rotate', { path: { id } });
  }

  /** The jobs that revoking a token pauses, and the channels that it disables. */
  savedByToken({ id }: ApiToken): Promise<SavedByTokenList> {
    return this.client.get('/api/profile/tokens/{id}/saved', { path: { id } });
  }

  /** Ends a token. */
  revokeToken({ id }: ApiToken): Promise<void> {
    return this.client.delete('/api/profile/tokens/{id}', { path: { id } });
  }
}
