/**
 * How Node runs the service, so that what a burst of requests took is given back when it is over. V8's young
 * generation grows no further than pays. glibc keeps what is freed: in two arenas instead of eight for each core,
 * and buffers beyond those that sockets read into (64 KiB) are mapped for themselves, so that they leave no holes.
 */
export const nodeArguments = ['--max-semi-space-size=8'];
export const nodeEnvironment = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '66560',
  MALLOC_TRIM_THRESHOLD_: '131072',
};
