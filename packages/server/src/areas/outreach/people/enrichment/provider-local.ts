import { countryCode } from '../scoring/country-code.ts';
import { readTitle } from '../scoring/title-terms.ts';
import type { EnrichedLead } from './enriched-lead.ts';
import type { Finding, Provider } from './finding.ts';

const roleAccounts = new Set(
  'info sales support contact admin office hello team mail hr jobs marketing billing accounts help service webmaster postmaster abuse noreply no-reply kontakt buero vertrieb'.split(
    ' ',
  ),
);

/** Column names for fields that leads have no column for, as they appear in lists. */
const customColumns: [field: string, pattern: RegExp, read: (text: string) => unknown][] = [
  ['company.industry', /^(industry|branche|secteur|sector)$/, (text) => text],
  [
    'company.employee_count',
    /^(employees|employee_?count|number_?of_?employees|company_?size|mitarbeiter)$/,
    readCount,
  ],
  [
    'company.employee_range',
    /^(employees|employee_?range|company_?size|mitarbeiter)$/,
    (text) => (/\d\s*[-–]\s*\d|\+/.test(text) ? text : undefined),
  ],
  ['company.founded_year', /^(founded|founded_?year|gegründet)$/, (text) => readYear(text)],
  ['company.location', /^(company_?(location|city|address)|city|location|ort|stadt)$/, (text) => text],
  [
    'company.technologies',
    /^(technologies|tech_?stack|tools)$/,
    (text) =>
      text
        .split(/[,;|]/)
        .map((one) => one.trim())
        .filter(Boolean),
  ],
  ['person.department', /^(department|abteilung)$/, (text) => text.toLowerCase()],
  ['person.seniority', /^seniority$/, (text) => text.toLowerCase()],
];

/** Findings from the lead's own columns. */
export const ownColumns: Provider = {
  name: 'own_columns',
  priceMicros: 0,
  skip: () => undefined,
  find: async ({ lead, nowMs }) => {
    const observedAt = new Date(nowMs).toISOString();
    const finding = (field: string, value: unknown): Finding[] =>
      value === null || value === undefined || value === ''
        ? []
        : [
            {
              field,
              value,
              source: 'own_columns',
              sourceUrl: null,
              method: 'column',
              confidence: 0.9,
              observedAt,
            },
          ];
    const fullName = [lead.firstName, lead.lastName].filter(Boolean).join(' ');
    return [
      ...finding('company.name', lead.company),
      ...finding('person.full_name', fullName),
      ...finding('person.title', lead.title),
      ...finding('person.linkedin_url', lead.linkedinUrl),
      ...finding('person.location', lead.country),
      ...finding('person.timezone', lead.timezone),
      ...Object.entries(lead.customFields).flatMap(([column, text]) => {
        const key = column
          .trim()
          .toLowerCase()
          .replaceAll(/[\s.-]+/g, '_');
        return customColumns.flatMap(([field, pattern, read]) =>
          pattern.test(key) ? finding(field, read(text)) : [],
        );
      }),
    ];
  },
};

/** Derived by rules from address, title and phone number. */
export const addressParts: Provider = {
  name: 'address_parts',
  priceMicros: 0,
  skip: () => undefined,
  find: async ({ lead, nowMs }) => {
    const observedAt = new Date(nowMs).toISOString();
    const finding = (field: string, value: unknown, method: string, confidence: number): Finding[] =>
      value === null || value === undefined
        ? []
        : [{ field, value, source: 'address_parts', sourceUrl: null, method, confidence, observedAt }];
    const terms = lead.title === null ? undefined : readTitle(lead.title);
    const [local = ''] = lead.email.split('@', 1);
    return [
      ...finding('person.seniority', terms?.seniority, 'title_words', 0.8),
      ...finding('person.department', terms?.department, 'title_words', 0.75),
      ...finding('company.domain', lead.domain, 'email_domain', 0.9),
      ...(roleAccounts.has(local) ? finding('person.email_status', 'role_account', 'local_part', 0.95) : []),
      ...finding('company.location', countryOfDomain(lead), 'country_domain', 0.5),
    ];
  },
};

/** Country domains sold worldwide do not indicate where a company is. */
const worldwide = new Set(['io', 'ai', 'co', 'me', 'tv', 'cc', 'to', 'gg', 'ly', 'sh', 'fm', 'am', 'eu']);
const regions = new Intl.DisplayNames(['en'], { type: 'region' });

function countryOfDomain({ domain }: EnrichedLead): string | undefined {
  const end = domain?.split('.').at(-1) ?? '';
  if (end.length !== 2 || worldwide.has(end)) return undefined;
  const code = countryCode(end === 'uk' ? 'gb' : end);
  return code && regions.of(code);
}

function readCount(text: string): number | undefined {
  const plain = text.replaceAll(/[\s,.'](?=\d{3}\b)/g, '').trim();
  return /^\d{1,8}$/.test(plain) ? Number(plain) : undefined;
}

function readYear(text: string): number | undefined {
  const year = Number(/\b(1[89]\d\d|20\d\d)\b/.exec(text)?.[1]);
  return Number.isNaN(year) ? undefined : year;
}
