import { ZipFile } from 'yazl';
import type { AnyRoute } from '../../kit/http/index.ts';

/** A ZIP archive of files, by path. */
export async function zipOf(files: Record<string, string>): Promise<Buffer> {
  const zip = new ZipFile();
  const mtime = new Date('2026-01-31T09:30:00Z');
  for (const [path, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), path, { mtime });
  zip.end();
  const parts: Buffer[] = [];
  for await (const part of zip.outputStream) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}

/** A small application without findings or dependencies. */
const application = (name: string) =>
  zipOf({
    'package.json': JSON.stringify({ name, version: '1.0.0', license: 'MIT' }),
    'README.md': `# ${name}\n\nAdds numbers.\n`,
    'src/add.js': '/** The sum of two numbers. */\nexport function add(a, b) {\n  return a + b;\n}\n',
  });

const sarif = (name: string) =>
  JSON.stringify({
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name } },
        results: [
          {
            ruleId: 'sample',
            message: { text: 'A sample.' },
            locations: [
              { physicalLocation: { artifactLocation: { uri: 'src/add.js' }, region: { startLine: 3 } } },
            ],
          },
        ],
      },
    ],
  });

const csv = (name: string) => `email,first_name\n${name}@example.com,Ann\n`;

type Samples = [first: Buffer, other: Buffer];

/** Files that routes take, by their first media type. */
const samples: Record<string, Samples> = {
  'application/zip': [await application('sample'), await application('another')],
  'application/sarif+json': [Buffer.from(sarif('sample')), Buffer.from(sarif('another'))],
  'text/csv': [Buffer.from(csv('sample')), Buffer.from(csv('another'))],
};

function samplesOf(route: AnyRoute): Samples | undefined {
  if (route.upload === undefined) return undefined;
  const [type] = route.upload.mediaTypes;
  const found = samples[type ?? ''];
  if (found === undefined) throw new Error(`there is no sample file of ${type}; add one here`);
  return found;
}

/** A file that the route takes; undefined for a route that takes none. */
export function sampleFile(route: AnyRoute): Buffer | undefined {
  return samplesOf(route)?.[0];
}

export function otherSampleFile(route: AnyRoute): Buffer | undefined {
  return samplesOf(route)?.[1];
}
