/**
 * CPU milliseconds of this thread. Tests measure the cost of work by it, because wall-clock time includes
 * other load.
 */
export function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
