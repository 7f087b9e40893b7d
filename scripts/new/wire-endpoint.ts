import { type EndpointNames, NewEndpointError } from './endpoint-names.ts';

const src = 'packages/server/src';
export const roomsFile = '.dependency-cruiser.mjs';

/**
 * The changed files that refer to the resource, by path from the root. `read` returns the current content of a file.
 */
export function wireEndpoint(names: EndpointNames, read: (path: string) => string): Map<string, string> {
  const { area, facts } = names;
  const changes: [path: string, change: (text: string, names: EndpointNames) => string][] = [
    [`${src}/areas/${area}/routes.ts`, addRoutes],
    [`${src}/${facts.ids}`, addPrefix],
    [`${src}/${facts.samples}`, addSample],
    [`${src}/app/organization-tables.ts`, addTable],
    ...(facts.hasRooms ? [[roomsFile, addFolder] as [string, typeof addFolder]] : []),
  ];
  return new Map(changes.map(([path, change]) => [path, change(read(path), names)]));
}

/** Adds its rows to the route table, last in the area's list. */
function addRoutes(text: string, { camel, kebab, resource, facts }: EndpointNames): string {
  const line = `import { ${camel}Routes } from './${resource}/${kebab}.routes.ts';\n`;
  return line + addToLastList(text, `...${camel}Routes(${facts.service})`);
}

function addPrefix(text: string, { prefix, words }: EndpointNames): string {
  const taken = [...text.matchAll(/^ {2}(\w+): '(.*)',$/gm)];
  const same = taken.find(([, known, thing]) => known === prefix || thing === words);
  if (same !== undefined) {
    throw new NewEndpointError(
      `The ids of a ${same[2]} begin with ${same[1]} already. Choose another name, or --prefix.`,
    );
  }
  return replaceOnce(text, /\} as const;/, `  ${prefix}: '${words}',\n} as const;`);
}

/** Makes the tests create one, so that they also try to read it from another organization. */
function addSample(text: string, { pascal }: EndpointNames): string {
  const from = text.indexOf('export async function fill');
  return (
    text.slice(0, from) +
    addToLastList(
      text.slice(from),
      `(await client.run('create${pascal}', { body: { name: 'A sample' } })).body.id`,
    )
  );
}

/** Adds the table to the list for exports and erasures of an organization. */
function addTable(text: string, { area, plural }: EndpointNames): string {
  const list = `const ${area}: OrganizationTable[] = [\n`;
  const at = text.indexOf(list);
  if (at < 0) throw new Error(`${list} is not in a file that it was in; mend scripts/new.`);
  const end = at + list.length;
  return `${text.slice(0, end)}  table('${plural.snake}'),\n${text.slice(end)}`;
}

/** Adds a folder as the last one of its room. If the room itself is the folder, it is already listed. */
function addFolder(text: string, { area, resource }: EndpointNames): string {
  const from = text.indexOf(`\n  ${area}: [`);
  const to = text.indexOf('\n  ],', from);
  const order = text.slice(from, to);
  const [room] = resource.split('/');
  if (order.includes(`'${room}'`) || order.includes(`'${resource}'`)) return text;
  const last = [...order.matchAll(new RegExp(`'${room}/[^']+'`, 'g'))].at(-1);
  if (last === undefined) {
    const rooms = new Set([...order.matchAll(/'([a-z]+)[/']/g)].map(([, known]) => known));
    throw new NewEndpointError(`The rooms of ${area} are ${[...rooms].join(', ')}. ${room} is none of them.`);
  }
  const at = from + last.index + last[0].length;
  return `${text.slice(0, at)}, '${resource}'${text.slice(at)}`;
}

function addToLastList(text: string, item: string): string {
  return replaceOnce(text, /,?\s*\];\s*\}\s*$/, `, ${item}];\n}\n`);
}

function replaceOnce(text: string, pattern: RegExp, by: string): string {
  if (!pattern.test(text)) throw new Error(`${pattern} is not in a file that it was in; mend scripts/new.`);
  return text.replace(pattern, () => by);
}
