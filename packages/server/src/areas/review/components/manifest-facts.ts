import { parse as parseToml } from 'smol-toml';
import { cutText } from '../../../kit/cut-text.ts';

/** What a package's manifest declares. */
export interface ManifestFacts {
  name: string | null;
  version: string | null;
  license: string | null;
}

const nothing: ManifestFacts = { name: null, version: null, license: null };

/** Name, version and license from a manifest; null where missing, or where the manifest cannot be parsed. */
export function readManifest(format: string, text: string): ManifestFacts {
  try {
    switch (format) {
      case 'package.json':
      case 'composer.json':
        return jsonFacts(JSON.parse(text));
      case 'Cargo.toml':
        return tableFacts((parseToml(text) as Tables).package);
      case 'pyproject.toml': {
        const tables = parseToml(text) as Tables & { tool?: Tables };
        return tableFacts(tables.project ?? tables.tool?.poetry);
      }
      case 'go.mod':
        return { ...nothing, name: /^module\s+(\S+)/m.exec(text)?.[1] ?? null };
      case 'pom.xml':
        return pomFacts(text);
      default:
        return nothing;
    }
  } catch {
    return nothing;
  }
}

type Tables = Record<string, Record<string, unknown> | undefined>;

function jsonFacts(manifest: Record<string, unknown> | null): ManifestFacts {
  return tableFacts(manifest ?? {});
}

function tableFacts(table: Record<string, unknown> | undefined): ManifestFacts {
  const license = table?.license;
  return {
    name: textOf(table?.name),
    version: textOf(table?.version),
    license: textOf(license) ?? textOf((license as { text?: unknown } | null | undefined)?.text),
  };
}

/** Reads the project's own elements, after removing those of its parent, dependencies and plugins. */
function pomFacts(text: string): ManifestFacts {
  const own = text.replace(/<(parent|dependencies|dependencyManagement|build|profiles)>[\s\S]*?<\/\1>/g, '');
  const element = (name: string) => new RegExp(`<${name}>\\s*([^<$]+?)\\s*</${name}>`).exec(own)?.[1] ?? null;
  const license = /<license>[\s\S]*?<name>\s*([^<]+?)\s*<\/name>/.exec(own)?.[1] ?? null;
  return { name: element('artifactId'), version: element('version'), license };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? cutText(value, 200) : null;
}
