import type { AgentInput } from '../types/agent.ts';
import type { PackageUse } from '../types/dependency-report.ts';

/** Python packages with another import name. */
const pythonImports: Record<string, string> = {
  pyyaml: 'yaml',
  pillow: 'pil',
  beautifulsoup4: 'bs4',
  'scikit-learn': 'sklearn',
  'opencv-python': 'cv2',
  'python-dateutil': 'dateutil',
  pyjwt: 'jwt',
  'python-jose': 'jose',
  'psycopg2-binary': 'psycopg2',
  mysqlclient: 'mysqldb',
  'python-multipart': 'multipart',
  protobuf: 'google.protobuf',
  pycryptodome: 'crypto',
  attrs: 'attr',
};

/** Whether the code imports a package: true, false, or null if unknown. */
export function createImportCheck(input: AgentInput): (use: PackageUse) => boolean | null {
  const packages = new Set<string>();
  const specifiers = new Set<string>();
  for (const file of input.index.files) {
    for (const one of file.imports) {
      if (one.resolved !== null) continue;
      specifiers.add(one.specifier.toLowerCase());
      if (one.package) packages.add(one.package.toLowerCase());
    }
  }
  const heads = new Set([...specifiers].map((one) => one.replace(/\..*$/s, '')));
  return (use) => {
    if (packages.size === 0 && specifiers.size === 0) return null;
    const name = use.name.toLowerCase();
    if (use.ecosystem === 'npm')
      return packages.has(name) || [...specifiers].some((one) => one === name || one.startsWith(`${name}/`));
    if (use.ecosystem === 'PyPI') {
      const module = (Object.hasOwn(pythonImports, name) && pythonImports[name]) || name.replace(/-/g, '_');
      return (
        heads.has(module) ||
        packages.has(name) ||
        specifiers.has(module) ||
        heads.has(module.replace(/^python_/, ''))
      );
    }
    if (use.ecosystem === 'Go')
      return [...specifiers].some((one) => one === name || one.startsWith(`${name}/`));
    if (use.ecosystem === 'Maven') {
      const [group] = name.split(':');
      // A group and its packages may have different names, so only a match proves something.
      return [...specifiers].some((one) => one.startsWith(`${group}.`)) || null;
    }
    return null;
  };
}
