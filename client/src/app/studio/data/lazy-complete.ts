/** Imported dynamically: the first visit completes nothing. A file of its own, so that only these exports are in its chunk. */
export { complete, indexCatalog } from '#libs/sql';
