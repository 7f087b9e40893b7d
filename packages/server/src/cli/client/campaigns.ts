import type { ItemOf, Operations } from '../../../../sdk/src/index.ts';
import { CommandError } from './command-error.ts';
import { type ClientOptions, connect, numberOf } from './connect.ts';
import { formatTimeWithAge } from './format-time.ts';
import { given, type ListOptions, pagingOf } from './paging.ts';
import { counted, isForProgram, note, print, type Style, styled } from './print.ts';
import { type Column, printList } from './table.ts';

type Listed = ItemOf<'listCampaigns'>;
type Campaign = Operations['getCampaign']['response'];
type Why = Operations['explainCampaign']['response'];

/** Prints the campaigns, newest first. */
export async function listCampaigns(
  options: ClientOptions & ListOptions & { status?: string },
): Promise<void> {
  const { limit, pageSize } = pagingOf(options);
  const query = given({ status: options.status as Listed['status'] | undefined, limit: pageSize });
  await printList(connect(options).pages.listCampaigns({ query }), columns, {
    ...options,
    limit,
    empty: 'There is no campaign. Make one: trivium api createCampaign --input campaign.json',
  });
}

const columns: Column<Listed>[] = [
  { header: 'CAMPAIGN', value: ({ id }) => id },
  { header: 'NAME', value: ({ name }) => name, shrinks: true },
  { header: 'STATUS', value: ({ status }) => status, style: ({ status }) => styleOf(status) },
  { header: 'SENT', value: ({ emails_sent }) => emails_sent },
  { header: 'ANSWERED', value: ({ replies }) => replies },
  { header: 'WHY', value: ({ pause_reason }) => pause_reason, shrinks: true, isExtra: true },
  { header: 'LAUNCHED', value: ({ launched_at }) => launched_at, isTime: true, isExtra: true },
  { header: 'CREATED', value: ({ created_at }) => created_at, isTime: true, isExtra: true },
];

function styleOf(status: Listed['status']): Style | undefined {
  if (status === 'active' || status === 'completed') return 'green';
  return status === 'failed' ? 'red' : status === 'draft' || status === 'cancelled' ? undefined : 'yellow';
}

/** Prints the results and costs of a campaign, and the reasons if it sends nothing. */
export async function showCampaign(id: string, options: ClientOptions): Promise<void> {
  const { api } = connect(options);
  const [campaign, why] = await Promise.all([
    api.getCampaign({ params: { id } }),
    api.explainCampaign({ params: { id } }),
  ]);
  await print(options, { ...campaign, why }, () => formatCampaign(campaign, why));
}

function formatCampaign({ id, name, status, launched_at, metrics, budget }: Campaign, why: Why): string {
  const launched = launched_at === null ? 'not launched' : `launched ${formatTimeWithAge(launched_at)}`;
  const limit = budget.limit_usd === null ? '' : ` of ${usd(budget.limit_usd)}`;
  return [
    `${styled('bold', name)} (${id})`,
    `${styled(styleOf(status) ?? 'reset', status)}, ${launched}`,
    ...why.reasons.map(({ reason, detail, messages, until }) => {
      const what = reason === 'next_step' ? 'lead' : 'mail';
      const many = messages === null ? '' : ` ${counted(messages, what)}.`;
      return `  ${detail}${many}${until === null ? '' : ` It continues ${formatTimeWithAge(until)}.`}`;
    }),
    '',
    `leads     ${metrics.leads_targeted}`,
    `sent      ${metrics.emails_sent}, ${metrics.delivered} delivered, ${metrics.bounces} bounced, ${metrics.blocked} blocked`,
    `opened    ${metrics.unique_opens} (${percent(metrics.open_rate)})`,
    `answered  ${metrics.replies} (${percent(metrics.reply_rate)}), ${metrics.positive_replies} of them positive`,
    `meetings  ${metrics.meetings_booked}`,
    `spent     ${usd(metrics.spend_usd)}${limit}`,
  ].join('\n');
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

/** Four digits below one dollar, because a mail costs less than a cent. */
function usd(amount: number): string {
  return `$${amount.toFixed(amount !== 0 && amount < 1 ? 4 : 2)}`;
}

interface LaunchOptions extends ClientOptions {
  testCohort?: string;
  budget?: string;
  daily?: string;
  startAt?: string;
  allLeads?: boolean;
}

/** Starts sending, and prints how many mails it will send and what they cost. */
export async function launchCampaign(id: string, options: LaunchOptions): Promise<void> {
  const { testCohort, budget, daily, startAt, allLeads } = options;
  const body = given({
    test_cohort_size: testCohort === undefined ? undefined : numberOf(testCohort, '--test-cohort', 1),
    budget_limit_usd: budget === undefined ? undefined : amountOf(budget),
    daily_send_limit: daily === undefined ? undefined : numberOf(daily, '--daily', 1),
    start_at: startAt,
    audience: allLeads ? ('all' as const) : undefined,
  });
  const launched = await connect(options).api.launchCampaign({ params: { id }, body });
  const { projected_counts: counts, cost_estimate: cost, warnings } = launched;
  await print(
    options,
    launched,
    () =>
      `${id} ${launched.status}: ${counted(counts.emails_planned, 'mail')} to ${counted(counts.leads_targeted, 'lead')} in ${counted(counts.estimated_days, 'day')}, about ${usd(cost.total_usd)}. Suppressed: ${counts.leads_suppressed}. Left out: ${counts.leads_excluded}.`,
  );
  if (!isForProgram(options)) for (const warning of warnings) note(warning);
}

function amountOf(text: string): number {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
  throw new CommandError(`--budget must be an amount in USD, such as 25 or 7.50, not ${text}.`);
}

/** Pauses, resumes or cancels a campaign. */
export async function changeCampaign(
  id: string,
  change: 'pause' | 'resume' | 'cancel',
  options: ClientOptions,
): Promise<void> {
  const { api } = connect(options);
  const ask = { pause: api.pauseCampaign, resume: api.resumeCampaign, cancel: api.cancelCampaign }[change];
  const campaign = await ask({ params: { id } });
  await print(options, campaign, `${campaign.name} (${id}) is ${campaign.status} now.`);
}
