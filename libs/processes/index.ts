export { ownedId, processOfId } from './owned-id.js';
