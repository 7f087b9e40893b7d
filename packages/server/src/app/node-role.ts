/** A worker serves no API. */
export type NodeRole = 'api' | 'worker';
