/** Imported dynamically: the first visit needs no plans. A file of its own, so that only this export is in its chunk. */
export { readPlan } from '#libs/plan';
