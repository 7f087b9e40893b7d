export const seniorities = [
  'c_level',
  'owner',
  'vp',
  'director',
  'head',
  'manager',
  'senior',
  'individual',
  'entry',
] as const;
export type Seniority = (typeof seniorities)[number];

export const departments = [
  'engineering',
  'it',
  'product',
  'design',
  'sales',
  'marketing',
  'finance',
  'operations',
  'human_resources',
  'legal',
  'customer_success',
  'data',
  'security',
] as const;
export type Department = (typeof departments)[number];

/** What the words of a job title say. Null for unknown. */
export interface TitleTerms {
  seniority: Seniority | null;
  department: Department | null;
}

// The first match counts. Words in the commonest languages of lists: English, German, French, Spanish.
export const seniorityTerms: [Seniority, RegExp][] = [
  [
    'c_level',
    /\b(c[etfoimprs]o|cpo|cmo|ciso|chro|chief|gesch[äa]ftsf[üu]hrer(in)?|vorstand|pr[ée]sidente? (direct|ejec)|pdg|director[ae]? general)\b/,
  ],
  [
    'owner',
    /\b(owner|founder|co-?founder|founding partner|managing partner|inhaber(in)?|gr[üu]nder(in)?|fondateur|fondatrice|fundador[ae]?|propri[ée]taire)\b/,
  ],
  ['vp', /\b(e?vp|svp|vice[- ]president|vice[- ]pr[ée]sident|vicepresident[ae])\b/],
  ['director', /\b(director|directeur|directrice|directora|direktor(in)?|bereichsleit(er|erin|ung))\b/],
  ['head', /\b(head of|head|leit(er|erin|ung)|chef(fe)? d[eu]|responsable|jef[ea] de)\b|leit(er|erin|ung)\b/],
  [
    'manager',
    /\b(manager(in)?|lead|team ?lead|supervisor|teamleit(er|erin)|g[ée]rant|gerente|gestionnaire)\b/,
  ],
  ['senior', /\b(senior|sr\.?|principal|staff|expert)\b/],
  [
    'entry',
    /\b(intern|trainee|junior|jr\.?|assistant|praktikant(in)?|werkstudent(in)?|stagiaire|becari[oa]|apprentice)\b/,
  ],
];

export const departmentTerms: [Department, RegExp][] = [
  ['security', /\b(security|ciso|sicherheit|s[ée]curit[ée]|seguridad)\b/],
  ['data', /\b(data|analytics|machine learning|ai|bi|daten)\b/],
  [
    'engineering',
    /\b(engineer(ing)?|developer|software|cto|technology|technical|devops|platform|entwickl(er|ung)|ing[ée]nieur|desarrollador[ae]?|architect)\b/,
  ],
  ['it', /\b(it|information technology|cio|infrastructure|systems?|informatique|sistemas)\b/],
  ['product', /\b(product|cpo|produkt|produit|producto)\b/],
  ['design', /\b(design(er)?|ux|ui|creative)\b/],
  [
    'sales',
    /\b(sales|account executive|business development|revenue|cro|vertrieb|ventes?|ventas|commercial)\b/,
  ],
  ['marketing', /\b(marketing|cmo|growth|brand|demand|content|communications?|kommunikation)\b/],
  ['finance', /\b(financ(e|ial)|cfo|accounting|controller|controlling|finanz(en)?|comptable|contab)\b/],
  [
    'human_resources',
    /\b(hr|human resources|people|talent|recruit(er|ing)|personal|ressources humaines|recursos humanos|chro)\b/,
  ],
  ['legal', /\b(legal|counsel|compliance|recht|juridique|lawyer)\b/],
  ['customer_success', /\b(customer (success|support|service|experience)|support|kundenservice)\b/],
  [
    'operations',
    /\b(operations?|coo|logistics?|supply chain|procurement|einkauf|betrieb|logistik|op[ée]rations|operaciones)\b/,
  ],
];

const kept = new Map<string, TitleTerms>();
/** Titles repeat, so this many are cached. */
const MAX_KEPT = 20_000;

export function readTitle(title: string): TitleTerms {
  const text = title.toLowerCase();
  const known = kept.get(text);
  if (known !== undefined) return known;
  const terms = {
    seniority:
      seniorityTerms.find(([, words]) => words.test(text))?.[0] ?? (text.trim() === '' ? null : 'individual'),
    department: departmentTerms.find(([, words]) => words.test(text))?.[0] ?? null,
  } satisfies TitleTerms;
  if (kept.size >= MAX_KEPT) kept.clear();
  kept.set(text, terms);
  return terms;
}

/** 1 when equal, 0.5 one step apart, 0 beyond. */
export function closeness(one: Seniority, other: Seniority): number {
  const ladder: Seniority[] = [
    'c_level',
    'vp',
    'director',
    'head',
    'manager',
    'senior',
    'individual',
    'entry',
  ];
  const place = (seniority: Seniority) => ladder.indexOf(seniority === 'owner' ? 'c_level' : seniority);
  if (one === other) return 1;
  if (place(one) < 0 || place(other) < 0) return 0;
  const apart = Math.abs(place(one) - place(other));
  return apart === 0 ? 1 : apart === 1 ? 0.5 : 0;
}
