/**
 * How Node runs the service, so that what a burst of requests took is given back when it is over. V8's young
 * generation grows as far as pays: with half of it, it is collected twice as often. The old one is collected once it has
 * doubled, whatever the machine's memory would allow: an attempt that hangs outlives the young one, so that bad
 * receivers alone would fill it with garbage; collected more often, its pauses are what others notice beside large
 * bodies. glibc keeps what is freed: in two arenas instead of eight for each core, and what is larger than 32 KiB is
 * mapped for itself, so that it leaves no holes: that is worth 40 to 60 MB after full load.
 */
export const nodeArguments = ['--max-semi-space-size=16', '--heap-growing-percent=200'];
export const nodeEnvironment = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '32768',
  MALLOC_TRIM_THRESHOLD_: '131072',
};
