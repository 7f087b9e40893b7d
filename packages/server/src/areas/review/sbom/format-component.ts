import type { PackageUse } from '@trivium/scanner';
import { packageUrl } from './package-url.ts';

const hashes: Record<string, { alg: string; bytes: number }> = {
  sha256: { alg: 'SHA-256', bytes: 32 },
  sha384: { alg: 'SHA-384', bytes: 48 },
  sha512: { alg: 'SHA-512', bytes: 64 },
};

/** A package as a CycloneDX 1.6 component; JSON. */
export function formatComponent(used: PackageUse, ordinal: number): string {
  const purl = packageUrl(used.ecosystem, used.name, used.version);
  const hash = hashOf(used.integrity);
  return JSON.stringify({
    type: 'library',
    'bom-ref': `package-${ordinal}`,
    ...nameOf(used),
    ...(used.version !== null && { version: used.version }),
    scope: used.isDev ? 'excluded' : 'required',
    ...(hash !== undefined && { hashes: [hash] }),
    ...(used.license !== null && { licenses: [{ license: { name: used.license } }] }),
    ...(purl !== undefined && { purl }),
    properties: [
      { name: 'trivium:ecosystem', value: used.ecosystem },
      { name: 'trivium:direct', value: String(used.isDirect) },
      { name: 'trivium:file', value: used.file },
    ],
  });
}

function nameOf({ ecosystem, name }: PackageUse): { group?: string; name: string } {
  const at = ecosystem === 'Maven' ? name.indexOf(':') : name.startsWith('@') ? name.indexOf('/') : -1;
  return at < 0 ? { name } : { group: name.slice(0, at), name: name.slice(at + 1) };
}

/** npm lockfiles have `sha512-` and base64; CycloneDX wants hex, in the algorithm's length. */
function hashOf(integrity: string | null): { alg: string; content: string } | undefined {
  const [, name = '', text = ''] = /^(sha256|sha384|sha512)-([A-Za-z0-9+/]+=*)$/.exec(integrity ?? '') ?? [];
  const { alg, bytes } = hashes[name] ?? {};
  const digest = Buffer.from(text, 'base64');
  return alg !== undefined && digest.length === bytes ? { alg, content: digest.toString('hex') } : undefined;
}
