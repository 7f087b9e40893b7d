import { spacedKey } from '../../terms/spaced-key.ts';
import { countryCode } from './country-code.ts';
import { closeness, readTitle, type Seniority } from './title-terms.ts';

/** A campaign's ideal customer. Missing criteria are ignored. */
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
  /** Relative weight per criterion, such as `{"titles": 40}`. */
  weights?: Record<string, number>;
}

/** What is known of a lead. Times are Unix milliseconds. */
export interface ScoredLead {
  title: string | null;
  company: string | null;
  domain: string | null;
  country: string | null;
  /** Must not be written to: suppressed, unsubscribed or bounced. */
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

/** How well a lead matches one criterion of the ideal customer. */
export interface Match {
  criterion: Criterion;
  weight: number;
  /** 0 to 1; undefined when the lead's value is unknown. */
  match: number | undefined;
  evidence: string;
}

type Found = Omit<Match, 'weight'>;

export function matchCustomer(lead: ScoredLead, customer: IdealCustomer): Match[] {
  const isOwn = lead.domain !== null;
  const found: Found[] = [
    ...matchPerson(lead, customer),
    ...matchCompany(lead, customer),
    {
      criterion: 'business_email',
      match: isOwn ? 1 : 0,
      evidence: isOwn ? `company domain ${lead.domain}` : 'address at a public mail provider',
    },
  ];
  return found.map((match) => ({ ...match, weight: weightOf(match.criterion, customer) }));
}

function matchPerson({ profile, title }: ScoredLead, customer: IdealCustomer): Found[] {
  const { titles, seniorities, departments } = customer;
  const terms = title === null ? undefined : readTitle(title);
  const seniority = (profile?.seniority ?? terms?.seniority) as Seniority | null | undefined;
  const department = profile?.department ?? terms?.department;
  return [
    ...asked(titles, (list) => ({
      criterion: 'titles',
      match: title === null ? undefined : titleMatch(title, list),
      evidence: title ?? '',
    })),
    ...asked(seniorities, (list) => ({
      criterion: 'seniorities',
      match: seniority ? Math.max(...list.map((one) => closeness(seniority, one as Seniority))) : undefined,
      evidence: `seniority ${seniority}`,
    })),
    ...asked(departments, (list) => ({
      criterion: 'departments',
      match: department ? Number(has(list, department)) : undefined,
      evidence: `department ${department}`,
    })),
  ];
}

function matchCompany(lead: ScoredLead, customer: IdealCustomer): Found[] {
  const { profile, company, title } = lead;
  const country = lead.country ?? profile?.country ?? undefined;
  const technologies = profile?.technologies ?? [];
  return [
    ...asked(customer.industries, (list) => ({
      criterion: 'industries',
      match: profile?.industry ? overlap(profile.industry, list) : undefined,
      evidence: `industry ${profile?.industry}`,
    })),
    ...matchSize(profile?.employeeCount ?? undefined, customer),
    ...asked(customer.countries, (list) => ({
      criterion: 'countries',
      match: country === undefined ? undefined : countryMatch(country, list),
      evidence: `country ${country}`,
    })),
    ...asked(customer.technologies, (list) => ({
      criterion: 'technologies',
      match: technologies.length > 0 ? share(technologies, list) : undefined,
      evidence: `uses ${technologies.slice(0, 5).join(', ')}`,
    })),
    ...asked(customer.keywords, (list) => ({
      criterion: 'keywords',
      match: keywordMatch([profile?.description, company, title], list),
      evidence: 'keywords in what is known of the company',
    })),
  ];
}

function matchSize(employees: number | undefined, { employee_min, employee_max }: IdealCustomer): Found[] {
  if (employee_min === undefined && employee_max === undefined) return [];
  const match =
    employees === undefined
      ? undefined
      : sizeMatch(employees, employee_min ?? 0, employee_max ?? Number.POSITIVE_INFINITY);
  return [{ criterion: 'employees', match, evidence: `${employees} employees` }];
}

/** Empty criteria are ignored. */
function asked(list: string[] | undefined, match: (list: string[]) => Found): Found[] {
  return list === undefined || list.length === 0 ? [] : [match(list)];
}

function weightOf(criterion: Criterion, { weights }: IdealCustomer): number {
  const given = weights?.[criterion];
  return typeof given === 'number' && given >= 0 && given <= 1_000 ? given : criterionWeights[criterion];
}

/** Why the ideal customer excludes the lead; undefined when it does not. */
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

/**
 * 1 when a wanted title is contained in the lead's, word for word; else half the share of its words that are.
 */
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
  const key = spacedKey(value);
  return list.some((one) => spacedKey(one) === key);
}

function overlap(value: string, list: readonly string[]): number {
  const key = spacedKey(value);
  if (has(list, value)) return 1;
  return list.some((one) => key.includes(spacedKey(one)) || spacedKey(one).includes(key)) ? 0.5 : 0;
}

function share(own: readonly string[], asked: readonly string[]): number {
  return asked.filter((one) => has(own, one)).length / asked.length;
}

function sizeMatch(employees: number, min: number, max: number): number {
  if (employees >= min && employees <= max) return 1;
  return employees >= min / 2 && employees <= max * 2 ? 0.5 : 0;
}

function countryMatch(country: string, list: readonly string[]): number {
  const code = countryCode(country) ?? spacedKey(country);
  return list.some((one) => (countryCode(one) ?? spacedKey(one)) === code) ? 1 : 0;
}

function keywordMatch(
  texts: readonly (string | null | undefined)[],
  keywords: readonly string[],
): number | undefined {
  const text = texts.filter(Boolean).join(' ').toLowerCase();
  if (text === '') return undefined;
  return keywords.filter((one) => text.includes(one.toLowerCase())).length / keywords.length;
}
