export { AuthModule } from './auth.module.js';
export { FirstAdministrator } from './sign-in/first-administrator.js';
export { OwnerActors } from './users/owner-actors.js';
