/**
 * How Node runs the service. Its young generation may grow to half of what V8 allows by default, and malloc to two
 * arenas instead of eight for each core: what a burst of requests leaves in either stays resident for good, and
 * neither is faster with more. Measured in ARCHITECTURE.md.
 */
export const nodeArguments = ['--max-semi-space-size=8'];
export const nodeEnvironment = { MALLOC_ARENA_MAX: '2' };
