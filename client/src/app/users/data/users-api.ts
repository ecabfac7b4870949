import { inject, Service } from '@angular/core';
import type { Invitation, InvitationInput, User, UserChange, UserList } from '#libs/api';
import { ApiClient } from '../../shared/http/api-client';

/** The people of the workbench, for administrators. Each call rejects with an ApiProblem. */
@Service()
export class UsersApi {
  private readonly client = inject(ApiClient);

  /** Everybody, also those who are invited or disabled. */
  list(): Promise<UserList> {
    return this.client.get('/api/users');
  }

  /** Invites a person; the answer is the only one that shows the link. */
  invite(input: InvitationInput): Promise<Invitation> {
    return this.client.post('/api/users', { body: input });
  }

  /** Changes a person; what is left out stays. */
  change({ id }: User, change: UserChange): Promise<User> {
    return this.client.put('/api/users/{id}', { path: { id }, body: change });
  }

  /** Ends a person's password and sign-ins, and makes the link by which they choose a new one. */
  reset({ id }: User): Promise<Invitation> {
    return this.client.post('/api/users/{id}/reset', { path: { id } });
  }

  /** Ends every sign-in of a person; API tokens go on. */
  signOut({ id }: User): Promise<unknown> {
    return this.client.post('/api/users/{id}/sign-out', { path: { id } });
  }
}
