import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthStart } from './auth-start.js';
import { CallerIdentification } from './identify-callers.js';
import { IdentityProvider } from './oidc/identity-provider.js';
import { OidcController } from './oidc/oidc.controller.js';
import { ProviderSignIn } from './oidc/provider-sign-in.js';
import { ProviderUsers } from './oidc/provider-users.js';
import { ProfileController } from './profile/profile.controller.js';
import { ProfileService } from './profile/profile.service.js';
import { SessionCookie } from './sessions/session-cookie.js';
import { SessionRecord } from './sessions/session.entity.js';
import { SignInSessions } from './sessions/sign-in-sessions.js';
import { AccessTokenGuesses } from './sign-in/access-token-guesses.js';
import { AttemptRecord } from './sign-in/attempt.entity.js';
import { DeviceCookie } from './sign-in/device-cookie.js';
import { SignInIssuer } from './sign-in/sign-in-issuer.js';
import { FirstAdministrator } from './sign-in/first-administrator.js';
import { PassportAuthenticator } from './sign-in/passport-authenticator.js';
import { Passwords } from './sign-in/passwords.js';
import { SetUpCodes } from './sign-in/set-up-codes.js';
import { SignInFailures } from './sign-in/sign-in-failures.js';
import { SignInThrottle } from './sign-in/sign-in-throttle.js';
import { SignInController } from './sign-in/sign-in.controller.js';
import { SignInService } from './sign-in/sign-in.service.js';
import { ActiveCallers } from './active-callers.js';
import { KnownTokens } from './tokens/known-tokens.js';
import { SavedByTokens } from './tokens/saved-by-tokens.js';
import { TokenExpiry } from './tokens/token-expiry.js';
import { TokenRecord } from './tokens/token.entity.js';
import { TokensController } from './tokens/tokens.controller.js';
import { TokensService } from './tokens/tokens.service.js';
import { KnownUsers } from './users/known-users.js';
import { OwnerActors } from './users/owner-actors.js';
import { UserRecord } from './users/user.entity.js';
import { UsersController } from './users/users.controller.js';
import { UsersService } from './users/users.service.js';
import { LastUseWriter } from './write-last-used.js';

@Module({
  imports: [TypeOrmModule.forFeature([UserRecord, SessionRecord, TokenRecord, AttemptRecord])],
  controllers: [SignInController, OidcController, TokensController, ProfileController, UsersController],
  providers: [
    ...[AuthStart, CallerIdentification, LastUseWriter],
    ...[KnownUsers, OwnerActors, UsersService],
    ...[SignInSessions, SessionCookie, ProfileService],
    ...[KnownTokens, ActiveCallers, SavedByTokens, TokenExpiry, TokensService],
    ...[
      SignInIssuer,
      FirstAdministrator,
      PassportAuthenticator,
      Passwords,
      SignInFailures,
      SignInThrottle,
      SignInService,
    ],
    ...[AccessTokenGuesses, DeviceCookie, SetUpCodes],
    ...[IdentityProvider, ProviderUsers, ProviderSignIn],
  ],
  exports: [FirstAdministrator, OwnerActors, SavedByTokens],
})
export class AuthModule {}
