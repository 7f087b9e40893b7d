import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

/** How long a reading of the file serves. */
const READING_LIFETIME_MS = 5_000;

/** Answers the addresses that a hosts file (`man 5 hosts`) gives a name; none when it has none. */
export function createHostsFile(path: string): (hostname: string) => Promise<string[]> {
  let reading: Promise<Map<string, string[]>> | undefined;
  let readAtMs = 0;
  return async (hostname) => {
    const nowMs = performance.now();
    if (reading === undefined || nowMs - readAtMs > READING_LIFETIME_MS) {
      readAtMs = nowMs;
      // A machine without the file has no names in it.
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
