import { CdkMenu, CdkMenuItem, CdkMenuTrigger } from '@angular/cdk/menu';
import { Component, input, output } from '@angular/core';
import type { User } from '#libs/api';
import { initialsOf } from '../../shared/identity/initials';
import { Moment } from '../../shared/time/moment';
import { Badge } from '../../shared/ui/badge';
import { Icon } from '../../shared/ui/icon/icon';
import { IconButton } from '../../shared/ui/icon-button';

/** What is to be done with a person: another role, or the way in closed, opened or made anew. */
export type UserAction = User['role'] | 'disable' | 'enable' | 'reset' | 'sign-out';

/** Everybody, one a row, each with a menu. */
@Component({
  selector: 'dw-users-table',
  imports: [Badge, CdkMenu, CdkMenuItem, CdkMenuTrigger, Icon, IconButton, Moment],
  templateUrl: './users-table.html',
})
export class UsersTable {
  readonly users = input.required<readonly User[]>();
  /** Who looks at the list. */
  readonly ownId = input.required<string | null>();
  readonly acted = output<{ user: User; act: UserAction }>();

  protected readonly initialsOf = initialsOf;

  /** The menu's template knows no type of what it is opened for. */
  protected act(user: User, act: UserAction): void {
    this.acted.emit({ user, act });
  }
}
