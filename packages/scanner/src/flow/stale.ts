/** What was taken over of an earlier analysis turned out not to hold: it is done without it. */
export class Stale extends Error {}
