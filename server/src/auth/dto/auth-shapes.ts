import { ApiProperty } from '@nestjs/swagger';
import { ROLES, SCOPES } from '#libs/access';
import type { Role, Scope } from '#libs/access';
import type {
  ApiToken,
  ApiTokenList,
  Invitation,
  Me,
  NewApiToken,
  SignInOptions,
  SignInSession,
  SignInSessionList,
  User,
  UserList,
} from '#libs/api';

const TEXT_OR_NULL = { type: String, nullable: true } as const;

class WhoShape {
  @ApiProperty()
  id!: string;
  @ApiProperty()
  email!: string;
  @ApiProperty()
  name!: string;
  @ApiProperty({ enum: ROLES })
  role!: Role;
}

export class UserShape extends WhoShape implements User {
  @ApiProperty({ enum: ['active', 'invited', 'disabled'] })
  state!: User['state'];
  @ApiProperty()
  is_external!: boolean;
  @ApiProperty()
  created_at!: string;
  @ApiProperty(TEXT_OR_NULL)
  last_sign_in_at!: string | null;
}

export class UserListShape implements UserList {
  @ApiProperty({ type: [UserShape] })
  items!: UserShape[];
  @ApiProperty({ type: 'null' })
  next_cursor!: null;
}

export class InvitationShape implements Invitation {
  @ApiProperty({ type: UserShape })
  user!: UserShape;
  @ApiProperty({ description: 'Relative; shown this once.' })
  link!: string;
  @ApiProperty()
  expires_at!: string;
}

export class MeShape implements Me {
  @ApiProperty({ type: WhoShape })
  user!: WhoShape;
  @ApiProperty({ enum: SCOPES, isArray: true, nullable: true })
  scopes!: Scope[] | null;
  @ApiProperty({ type: [String], nullable: true })
  connection_ids!: string[] | null;
  @ApiProperty(TEXT_OR_NULL)
  session_expires_at!: string | null;
  @ApiProperty()
  has_password!: boolean;
}

class ProviderShape {
  @ApiProperty()
  name!: string;
}

export class SignInOptionsShape implements SignInOptions {
  @ApiProperty({ enum: ['none', 'set-up', 'password', 'access-token'] })
  sign_in!: SignInOptions['sign_in'];
  @ApiProperty({ type: ProviderShape, nullable: true })
  provider!: ProviderShape | null;
}

export class SignInSessionShape implements SignInSession {
  @ApiProperty()
  id!: string;
  @ApiProperty()
  created_at!: string;
  @ApiProperty()
  last_used_at!: string;
  @ApiProperty()
  expires_at!: string;
  @ApiProperty(TEXT_OR_NULL)
  address!: string | null;
  @ApiProperty(TEXT_OR_NULL)
  user_agent!: string | null;
  @ApiProperty()
  is_current!: boolean;
}

export class SignInSessionListShape implements SignInSessionList {
  @ApiProperty({ type: [SignInSessionShape] })
  items!: SignInSessionShape[];
  @ApiProperty({ type: 'null' })
  next_cursor!: null;
}

export class ApiTokenShape implements ApiToken {
  @ApiProperty()
  id!: string;
  @ApiProperty()
  name!: string;
  @ApiProperty({ description: 'The first characters, to tell it by.' })
  hint!: string;
  @ApiProperty({ enum: SCOPES, isArray: true, nullable: true })
  scopes!: Scope[] | null;
  @ApiProperty({ type: [String], nullable: true })
  connection_ids!: string[] | null;
  @ApiProperty()
  created_at!: string;
  @ApiProperty(TEXT_OR_NULL)
  expires_at!: string | null;
  @ApiProperty(TEXT_OR_NULL)
  last_used_at!: string | null;
  @ApiProperty({ enum: ['active', 'expired', 'revoked'] })
  state!: ApiToken['state'];
}

export class NewApiTokenShape extends ApiTokenShape implements NewApiToken {
  @ApiProperty({ description: 'The token itself, shown this once.' })
  token!: string;
}

export class ApiTokenListShape implements ApiTokenList {
  @ApiProperty({ type: [ApiTokenShape] })
  items!: ApiTokenShape[];
  @ApiProperty({ type: 'null' })
  next_cursor!: null;
}
