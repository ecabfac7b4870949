export { AuthModule } from './auth.module.js';
export { FirstAdministrator } from './sign-in/first-administrator.js';
export { SavedByTokens } from './tokens/saved-by-tokens.js';
export { OwnerActors } from './users/owner-actors.js';
