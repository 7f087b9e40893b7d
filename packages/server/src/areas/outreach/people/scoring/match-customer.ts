import { countryCode } from './country-code.ts';
import { closeness, readTitle, type Seniority } from './title-terms.ts';

/** The ideal customer, as a campaign describes it. What is left out is not looked at. */
export interface IdealCustomer {
  titles?: string[];
  seniorities?: string[];
  departments?: string[];
  industries?: string[];
  employee_min?: number;
  employee_max?: number;
  countries?: string[];
  technologies?: string[];
  keywords?: string[];
  exclusions?: { domains?: string[]; titles?: string[] };
  /** Weight of a criterion over the others, such as `{"titles": 40}`. */
  weights?: Record<string, number>;
}

/** What is known of a lead. Times are Unix milliseconds. */
export interface ScoredLead {
  title: string | null;
  company: string | null;
  domain: string | null;
  country: string | null;
  /** It may not be written to: suppressed, unsubscribed or bounced. */
  isBarred: boolean;
  profile: {
    industry?: string | null | undefined;
    employeeCount?: number | null | undefined;
    technologies?: string[];
    description?: string | null | undefined;
    seniority?: string | null | undefined;
    department?: string | null | undefined;
    country?: string | null | undefined;
    signals: {
      kind: 'hiring_activity' | 'recent_funding' | 'technology_migration';
      strength: number;
      atMs: number;
      evidence: string;
    }[];
  } | null;
  engagement: {
    sent: number;
    opens: number;
    machineOpens: number;
    clicks: number;
    replies: number;
    positiveReplies: number;
    negativeReplies: number;
    meetings: number;
    openedAtMs: number | null;
    clickedAtMs: number | null;
    repliedAtMs: number | null;
    metAtMs: number | null;
  } | null;
}

const criterionWeights = {
  titles: 25,
  seniorities: 20,
  departments: 10,
  industries: 20,
  employees: 15,
  countries: 10,
  technologies: 10,
  keywords: 5,
  business_email: 10,
} as const;

type Criterion = keyof typeof criterionWeights;

/** How well a lead meets one criterion of the ideal customer. */
export interface Match {
  criterion: Criterion;
  weight: number;
  /** 0 to 1; undefined when the lead's side is not known. */
  match: number | undefined;
  evidence: string;
}

export function matchCustomer(lead: ScoredLead, customer: IdealCustomer): Match[] {
  const { profile, title } = lead;
  const terms = title === null ? undefined : readTitle(title);
  const seniority = profile?.seniority ?? terms?.seniority ?? undefined;
  const department = profile?.department ?? terms?.department ?? undefined;
  const country = lead.country ?? profile?.country ?? undefined;
  const employees = profile?.employeeCount ?? undefined;
  const { employee_min: min, employee_max: max } = customer;
  const all: (Omit<Match, 'weight'> | false | undefined)[] = [
    wanted(customer.titles) && {
      criterion: 'titles',
      match: title === null ? undefined : titleMatch(title, customer.titles),
      evidence: title ?? '',
    },
    wanted(customer.seniorities) &&
      ({
        criterion: 'seniorities',
        match:
          seniority &&
          Math.max(...customer.seniorities.map((one) => closeness(seniority as Seniority, one as Seniority))),
        evidence: `seniority ${seniority}`,
      } as Omit<Match, 'weight'>),
    wanted(customer.departments) &&
      ({
        criterion: 'departments',
        match: department && (has(customer.departments, department) ? 1 : 0),
        evidence: `department ${department}`,
      } as Omit<Match, 'weight'>),
    wanted(customer.industries) && {
      criterion: 'industries',
      match: profile?.industry ? overlap(profile.industry, customer.industries) : undefined,
      evidence: `industry ${profile?.industry}`,
    },
    min !== undefined || max !== undefined
      ? {
          criterion: 'employees',
          match:
            employees === undefined
              ? undefined
              : sizeMatch(employees, min ?? 0, max ?? Number.POSITIVE_INFINITY),
          evidence: `${employees} employees`,
        }
      : undefined,
    wanted(customer.countries) && {
      criterion: 'countries',
      match: country === undefined ? undefined : countryMatch(country, customer.countries),
      evidence: `country ${country}`,
    },
    wanted(customer.technologies) && {
      criterion: 'technologies',
      match: profile?.technologies?.length ? share(profile.technologies, customer.technologies) : undefined,
      evidence: `uses ${profile?.technologies?.slice(0, 5).join(', ')}`,
    },
    wanted(customer.keywords) && {
      criterion: 'keywords',
      match: keywordMatch([profile?.description, lead.company, title], customer.keywords),
      evidence: 'keywords in what is known of the company',
    },
    {
      criterion: 'business_email',
      match: lead.domain === null ? 0 : 1,
      evidence:
        lead.domain === null ? 'address at a provider for everybody' : `company domain ${lead.domain}`,
    },
  ];
  return all.flatMap((match) => (match ? [{ ...match, weight: weightOf(match.criterion, customer) }] : []));
}

function wanted(list: string[] | undefined): list is string[] {
  return list !== undefined && list.length > 0;
}

function weightOf(criterion: Criterion, { weights }: IdealCustomer): number {
  const given = weights?.[criterion];
  return typeof given === 'number' && given >= 0 && given <= 1_000 ? given : criterionWeights[criterion];
}

/** Why the ideal customer leaves the lead out; undefined when it does not. */
export function excludedBy({ domain, title }: ScoredLead, { exclusions }: IdealCustomer): string | undefined {
  const host = domain?.toLowerCase();
  const ofDomain = exclusions?.domains?.find((one) => {
    const excluded = one.trim().toLowerCase();
    return host !== undefined && (host === excluded || host.endsWith(`.${excluded}`));
  });
  if (ofDomain !== undefined) return `the domain ${ofDomain} is excluded`;
  const words = ` ${title?.toLowerCase() ?? ''} `;
  const ofTitle = exclusions?.titles?.find(
    (one) => one.trim() !== '' && words.includes(` ${one.trim().toLowerCase()} `),
  );
  return ofTitle === undefined ? undefined : `titles with ${ofTitle} are excluded`;
}

/** 1 when a wanted title stands in the lead's, word for word; else the share of its words that do, by half. */
function titleMatch(title: string, wantedTitles: readonly string[]): number {
  const words = title
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const text = ` ${words.join(' ')} `;
  let best = 0;
  for (const one of wantedTitles) {
    const asked = one
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean);
    if (asked.length === 0) continue;
    if (text.includes(` ${asked.join(' ')} `)) return 1;
    best = Math.max(best, (0.5 * asked.filter((word) => words.includes(word)).length) / asked.length);
  }
  return best;
}

function has(list: readonly string[], value: string): boolean {
  const key = normal(value);
  return list.some((one) => normal(one) === key);
}

function overlap(value: string, list: readonly string[]): number {
  const key = normal(value);
  if (has(list, value)) return 1;
  return list.some((one) => key.includes(normal(one)) || normal(one).includes(key)) ? 0.5 : 0;
}

function share(own: readonly string[], asked: readonly string[]): number {
  return asked.filter((one) => has(own, one)).length / asked.length;
}

function sizeMatch(employees: number, min: number, max: number): number {
  if (employees >= min && employees <= max) return 1;
  return employees >= min / 2 && employees <= max * 2 ? 0.5 : 0;
}

function countryMatch(country: string, list: readonly string[]): number {
  const code = countryCode(country) ?? normal(country);
  return list.some((one) => (countryCode(one) ?? normal(one)) === code) ? 1 : 0;
}

function keywordMatch(
  texts: readonly (string | null | undefined)[],
  keywords: readonly string[],
): number | undefined {
  const text = texts.filter(Boolean).join(' ').toLowerCase();
  if (text === '') return undefined;
  return keywords.filter((one) => text.includes(one.toLowerCase())).length / keywords.length;
}

function normal(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
    .trim();
}
