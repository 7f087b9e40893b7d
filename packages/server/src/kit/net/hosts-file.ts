import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

/** How long the parsed file is cached. */
const READING_LIFETIME_MS = 5_000;

/**
 * Returns a function that looks up a name's addresses in a hosts file (`man 5 hosts`); none when it has none.
 */
export function createHostsFile(path: string): (hostname: string) => Promise<string[]> {
  let reading: Promise<Map<string, string[]>> | undefined;
  let readAtMs = 0;
  return async (hostname) => {
    const nowMs = performance.now();
    if (reading === undefined || nowMs - readAtMs > READING_LIFETIME_MS) {
      readAtMs = nowMs;
      // A missing file means no names.
      reading = readFile(path, 'utf8').then(parseHosts, () => new Map());
    }
    return (await reading).get(hostname) ?? [];
  };
}

function parseHosts(text: string): Map<string, string[]> {
  const hosts = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    if (isIP(address) === 0) continue;
    for (const name of names)
      hosts.set(name.toLowerCase(), [...(hosts.get(name.toLowerCase()) ?? []), address]);
  }
  return hosts;
}
