// Each package in the lockfile must have an integrity hash and no download address: then a registry or mirror cannot
// change anything unnoticed, and any registry works.
import { readFileSync } from 'node:fs';

interface Locked {
  link?: boolean;
  integrity?: string;
  resolved?: string;
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, Locked>;
};
const installed = Object.entries(packages).filter(
  ([path, { link }]) => path.includes('node_modules/') && !link,
);
const faults = installed.flatMap(([path, { integrity, resolved }]) => [
  ...(integrity === undefined
    ? [`${path} has no integrity. Take it from \`npm view <name>@<version> dist.integrity\`.`]
    : []),
  ...(resolved === undefined ? [] : [`${path} names an address. Remove \`resolved\`.`]),
]);
if (installed.length < 100) faults.push('Almost no packages were found: the check itself is broken.');
if (faults.length > 0) {
  process.stderr.write(`${faults.join('\n')}\n`);
  process.exitCode = 1;
}
