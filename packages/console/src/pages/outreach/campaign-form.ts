import type { Body } from '../../api/client.ts';
import { anyTime, isAnyTime, weekDays } from './window-text.ts';
import { type Campaign, countsOf, type Step, type Strategy, stepsOf, strategyOf } from './words.tsx';

export interface VariantForm {
  key: string;
  name: string;
  weight: string;
  subject: string;
  body: string;
}

export interface StepForm {
  key: string;
  /** After the previous step. */
  delay: string;
  unit: 'hours' | 'days';
  condition: string;
  subject: string;
  body: string;
  html: string;
  variants: VariantForm[];
}

/** State of the editor; numbers as typed. */
export interface CampaignForm {
  name: string;
  description: string;
  offer: string;
  senderName: string;
  senderEmail: string;
  postalAddress: string;
  basis: string;
  steps: StepForm[];
  hasWindow: boolean;
  days: string[];
  start: string;
  end: string;
  timezone: string;
  quietStart: string;
  quietEnd: string;
  opens: boolean;
  clicks: boolean;
  /** `keep` only for an existing campaign, which has leads. */
  audience: 'keep' | 'filter' | 'import' | 'profile' | 'later';
  filterStatus: string;
  filterCountry: string;
  filterTag: string;
  filterText: string;
  importId: string;
  titles: string[];
  countries: string[];
  /** Campaign settings the form does not show. */
  kept: Strategy;
}

/** Identifies steps and variants while they are moved. */
export const newKey = () => `k${Math.random().toString(36).slice(2)}`;

export function emptyStep(isFirst: boolean): StepForm {
  const delay = isFirst ? '0' : '3';
  return {
    key: newKey(),
    delay,
    unit: 'days',
    condition: 'always',
    subject: '',
    body: '',
    html: '',
    variants: [],
  };
}

interface Sender {
  address: string;
  name: string | null;
  postal_address: string | null;
}

/** Empty except for the usual sender. */
export function emptyForm(sender?: Sender): CampaignForm {
  return {
    name: '',
    description: '',
    offer: '',
    senderName: sender?.name ?? '',
    senderEmail: sender?.address ?? '',
    postalAddress: sender?.postal_address ?? '',
    basis: 'legitimate_interest',
    steps: [emptyStep(true)],
    hasWindow: true,
    days: weekDays.slice(0, 5),
    start: '09:00',
    end: '17:00',
    timezone: 'recipient',
    quietStart: '',
    quietEnd: '',
    opens: true,
    clicks: true,
    audience: 'filter',
    filterStatus: '',
    filterCountry: '',
    filterTag: '',
    filterText: '',
    importId: '',
    titles: [],
    countries: [],
    kept: {},
  };
}

/** A campaign's texts and settings, for a copy. */
export function copyOf(campaign: Campaign): CampaignForm {
  const form = formOf(campaign);
  const audience = form.titles.length > 0 || form.countries.length > 0 ? 'profile' : 'filter';
  return { ...form, name: `${campaign.name} (copy)`, audience };
}

/** A draft's current contents, for editing. */
export function formOf(campaign: Campaign): CampaignForm {
  const strategy = strategyOf(campaign);
  const { sender, legal, send_window: window } = strategy;
  const icp = campaign.icp as { titles?: string[]; countries?: string[] };
  const first = emptyForm();
  const steps = stepsOf(strategy).map(stepFormOf);
  return {
    ...first,
    name: campaign.name,
    description: campaign.description,
    offer: strategy.value_proposition ?? '',
    senderName: sender?.name ?? '',
    senderEmail: sender?.email ?? '',
    postalAddress: legal?.postal_address ?? '',
    basis: legal?.basis ?? '',
    quietStart: legal?.quiet_hours?.start ?? '',
    quietEnd: legal?.quiet_hours?.end ?? '',
    steps: steps.length === 0 ? first.steps : steps,
    hasWindow: !isAnyTime(window),
    days: window?.days ?? first.days,
    start: window?.start ?? first.start,
    end: window?.end ?? first.end,
    timezone: window?.timezone ?? first.timezone,
    ...countsOf(strategy),
    titles: icp.titles ?? [],
    countries: icp.countries ?? [],
    audience: 'keep',
    kept: keptOf(strategy),
  };
}

function keptOf(strategy: Strategy): Strategy {
  const { subject: _s, body: _b, html: _h, sequence: _q, value_proposition: _v, ...rest } = strategy;
  return rest;
}

function stepFormOf(step: Step): StepForm {
  const hours = step.delay_hours ?? 0;
  const isDays = hours % 24 === 0;
  return {
    key: newKey(),
    delay: String(isDays ? hours / 24 : hours),
    unit: isDays ? 'days' : 'hours',
    condition: step.condition ?? 'always',
    subject: step.subject ?? '',
    body: step.body ?? '',
    html: step.html ?? '',
    variants: (step.variants ?? []).map(({ variant, weight = 1, subject = '', body = '' }) => ({
      key: newKey(),
      name: variant,
      weight: String(weight),
      subject,
      body,
    })),
  };
}

export function stepsOfForm({ steps }: CampaignForm): Step[] {
  return steps.map((step, at) => ({
    step: at + 1,
    channel: 'email',
    delay_hours: Number(step.delay || 0) * (step.unit === 'days' ? 24 : 1),
    ...(at > 0 && step.condition !== 'always' && { condition: step.condition }),
    ...(step.subject !== '' && { subject: step.subject }),
    ...(step.body !== '' && { body: step.body }),
    ...(step.html !== '' && { html: step.html }),
    ...(step.variants.length > 0 && {
      variants: step.variants.map(({ name, weight, subject, body }) => ({
        variant: name,
        weight: Number(weight || 1),
        ...(subject !== '' && { subject }),
        ...(body !== '' && { body }),
      })),
    }),
  }));
}

export function strategyOfForm(form: CampaignForm): Strategy {
  const { sender = {}, legal = {}, ...kept } = form.kept;
  const { name: _n, email: before, mailbox_ids: mailboxes, ...senderKept } = sender;
  const { postal_address: _p, basis: _b, quiet_hours: _q, ...legalKept } = legal;
  const hasQuiet = form.quietStart !== '' && form.quietEnd !== '';
  return {
    ...kept,
    ...(form.offer !== '' && { value_proposition: form.offer }),
    sender: {
      ...senderKept,
      ...(form.senderName !== '' && { name: form.senderName }),
      ...(form.senderEmail !== '' && { email: form.senderEmail }),
      // Another address means another mailbox.
      ...(form.senderEmail === (before ?? '') && mailboxes && { mailbox_ids: mailboxes }),
    },
    sequence: stepsOfForm(form),
    send_window: form.hasWindow
      ? { days: form.days, start: form.start, end: form.end, timezone: form.timezone }
      : anyTime,
    legal: {
      ...legalKept,
      ...(form.postalAddress !== '' && { postal_address: form.postalAddress }),
      ...(form.basis !== '' && { basis: form.basis }),
      ...(hasQuiet && { quiet_hours: { start: form.quietStart, end: form.quietEnd } }),
    },
    tracking: { opens: form.opens, clicks: form.clicks },
  };
}

export function bodyOf(form: CampaignForm): Body<'createCampaign'> {
  return {
    name: form.name,
    ...(form.description !== '' && { description: form.description }),
    channels: ['email'],
    messaging_strategy: strategyOfForm(form),
    ...audienceOf(form),
  } as Body<'createCampaign'>;
}

/** The changes to a draft; its leads only if others were chosen. */
export function changeOf(form: CampaignForm): Body<'changeCampaign'> {
  return {
    name: form.name,
    description: form.description,
    messaging_strategy: strategyOfForm(form),
    ...(form.audience !== 'keep' && { icp: {}, ...audienceOf(form) }),
    // A profile selects leads only if the campaign has none of its own.
    ...((form.audience === 'profile' || form.audience === 'later') && { lead_ids: [] }),
  } as object;
}

function audienceOf(form: CampaignForm): object {
  if (form.audience === 'import') return form.importId === '' ? {} : { import_job_id: form.importId };
  if (form.audience === 'profile') {
    return {
      icp: {
        ...(form.titles.length > 0 && { titles: form.titles }),
        ...(form.countries.length > 0 && { countries: form.countries }),
      },
    };
  }
  if (form.audience === 'later' || form.audience === 'keep') return {};
  return {
    filter: {
      ...(form.filterStatus !== '' && { status: form.filterStatus }),
      ...(form.filterCountry !== '' && { country: form.filterCountry.toUpperCase() }),
      ...(form.filterTag !== '' && { tag: form.filterTag }),
      ...(form.filterText !== '' && { q: form.filterText }),
    },
  };
}
