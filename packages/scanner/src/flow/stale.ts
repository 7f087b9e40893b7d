/** Reused results of an earlier analysis turned out to be invalid: the work is redone without them. */
export class Stale extends Error {}
