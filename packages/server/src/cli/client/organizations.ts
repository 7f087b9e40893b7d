import type { ItemOf, Operations } from '../../../../sdk/src/index.ts';
import { CommandError } from './command-error.ts';
import { type ClientOptions, connect, numberOf } from './connect.ts';
import { type ListOptions, pagingOf } from './paging.ts';
import { formatBytes, isForProgram, note, print, type Style } from './print.ts';
import { type Column, printList } from './table.ts';

type Organization = ItemOf<'listOrganizations'>;
type Quotas = Operations['getOrganizationQuotas']['response']['quotas'];
type QuotasBody = Operations['setOrganizationQuotas']['body'];

/** Prints the organizations, newest first. */
export async function listOrganizations(options: ClientOptions & ListOptions): Promise<void> {
  const { limit, pageSize } = pagingOf(options);
  const organizations = connect(options).pages.listOrganizations({ query: { limit: pageSize } });
  await printList(organizations, columns, { ...options, limit, empty: 'There is no organization.' });
}

const columns: Column<Organization>[] = [
  { header: 'ORGANIZATION', value: ({ id }) => id },
  { header: 'NAME', value: ({ name }) => name, shrinks: true },
  { header: 'STATE', value: stateOf, style: (one) => styleOf(stateOf(one)) },
  { header: 'CREATED', value: ({ created_at }) => created_at, isTime: true },
];

function stateOf({ is_operator, suspended_at, erased_at, erasure }: Organization): string {
  if (erased_at !== null) return 'erased';
  if (erasure !== null) return erasure === 'failed' ? 'erasure failed' : 'being erased';
  if (suspended_at !== null) return 'suspended';
  return is_operator ? 'operator' : 'active';
}

function styleOf(state: string): Style | undefined {
  if (state === 'active' || state === 'operator') return 'green';
  return state === 'erasure failed' ? 'red' : 'yellow';
}

/** Makes an organization and prints its key, which is shown only once. Only the key is written to standard output. */
export async function createOrganization(name: string, options: ClientOptions): Promise<void> {
  const made = await connect(options).api.createOrganization({ body: { name } });
  if (made.key === undefined) {
    throw new CommandError(
      `Made ${made.id}, but the answer with its key was lost. Where the service is installed, \`trivium keys create --database --organization ${name} --name first\` makes one.`,
    );
  }
  await print(options, made, made.key);
  if (!isForProgram(options))
    note(`Made ${made.id}. Its first key has the scope admin and is shown this once.`);
}

export async function changeOrganization(
  id: string,
  change: 'suspend' | 'resume',
  options: ClientOptions,
): Promise<void> {
  const { api } = connect(options);
  const ask = { suspend: api.suspendOrganization, resume: api.resumeOrganization }[change];
  const changed = await ask({ params: { id } });
  await print(options, changed, `${changed.name} (${id}) is ${stateOf(changed)} now.`);
}

/** Prints the quotas, after setting the given ones; the others do not change. */
export async function quotasOf(id: string, options: ClientOptions & { set: string[] }): Promise<void> {
  const { api } = connect(options);
  let { quotas } = await api.getOrganizationQuotas({ params: { id } });
  if (options.set.length > 0) {
    const known = Object.fromEntries(quotas.map(({ name, limit }) => [name, limit]));
    const body: QuotasBody = { ...known, ...Object.fromEntries(options.set.map(readQuota)) };
    ({ quotas } = await api.setOrganizationQuotas({ params: { id }, body }));
  }
  await print(options, { quotas }, () => formatQuotas(quotas));
}

/** The service refuses unknown quotas and lists the known ones. */
function readQuota(text: string): [string, number | null] {
  const [, name = '', most = ''] = /^([a-z_]+)=(.+)$/.exec(text) ?? [];
  if (name === '')
    throw new CommandError(`--set must be a quota and its number, such as people=20, not ${text}.`);
  return [name, most === 'none' ? null : numberOf(most, `--set ${name}`)];
}

function formatQuotas(quotas: Quotas): string {
  if (quotas.length === 0) return 'No quota is set.';
  return quotas
    .map(({ name, limit, used }) => {
      const amount = (value: number) => (name === 'stored_bytes' ? formatBytes(value) : String(value));
      return `${name.padEnd(16)} ${amount(used)} of ${amount(limit)}`;
    })
    .join('\n');
}
