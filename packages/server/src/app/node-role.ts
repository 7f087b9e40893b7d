/** A worker does not serve the API. */
export type NodeRole = 'api' | 'worker';
