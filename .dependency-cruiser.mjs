import { scannerRules } from './.dependency-cruiser.scanner.mjs';

const src = 'packages/server/src';
const scanner = 'packages/scanner/src';

/**
 * The rooms of an area and the folders in them, lowest first: each imports its own files and those of what stands before
 * it. What stands in the area's own folder puts the rooms together, and no room knows it. Tests may look everywhere.
 */
const rooms = {
  outreach: [
    'terms',
    ...['books/economics', 'books/traces', 'books/events'],
    ...['people/suppressions', 'people/leads', 'people/import', 'people/scoring', 'people/enrichment'],
    ...['mail/compliance', 'mail/mailboxes', 'mail/templates', 'mail/links'],
    ...['mail/communications', 'mail/tracking', 'mail/sandbox'],
    ...['campaigns/campaigns', 'campaigns/sequences', 'campaigns/goals'],
    ...['answers/inbound', 'answers/meetings'],
    ...['agents/agent', 'agents/model', 'agents/kinds', 'agents/executions'],
  ],
  contracts: [
    'terms',
    ...['chains/chain', 'chains/networks', 'chains/signers', 'chains/wallets'],
    ...['code/compiler', 'code/templates', 'code/abi', 'code/contracts'],
    ...['transactions/executions', 'transactions/deployments', 'transactions/history'],
    ...['operations/alerts', 'operations/health', 'operations/backups'],
    ...['operations/ingestion', 'operations/scaling'],
  ],
};

const roomRules = Object.entries(rooms).flatMap(([area, order]) => {
  const folder = `^${src}/areas/${area}`;
  const rules = order.map((room, place) => ({
    name: `${area}-rooms-one-way`,
    comment: `Imports between rooms go down: ${order.join(' < ')}. Move what both need lower, or take it as a port.`,
    severity: 'error',
    from: { path: `${folder}/${room}/`, pathNot: '\\.(test|fixture)\\.ts$|/testing/' },
    to: { path: `${folder}/`, pathNot: `${folder}/(${order.slice(0, place + 1).join('|')})/` },
  }));
  return [
    ...rules,
    {
      name: `${area}-stands-in-rooms`,
      comment: 'A new folder goes into a room, or becomes one with a place in their order.',
      severity: 'error',
      from: { path: `^${src}/` },
      to: { path: `${folder}/[^/]+/`, pathNot: `${folder}/(${[...order, 'testing'].join('|')})/` },
    },
  ];
});

/**
 * The files of app/ and cli/ that name an area, beside `app/wiring/wire-<area>.ts` and the lists of
 * `app/describe-api.ts` and `app/error-catalog.ts`:
 * what goes when the area goes. Keys and organizations (`access`) are what everything else stands on.
 */
const namedBy = {
  contracts: [
    'app/sealed-places',
    'app/settings',
    'app/settings/contracts-settings',
    'app/wiring/open-launcher',
    'cli/doctor',
  ],
  events: ['app/reference/bounds'],
  outreach: ['app/reference/bounds', 'app/sealed-places', 'app/start-spine'],
  review: ['app/reference/rule-pages', 'app/start-spine'],
  webhooks: [],
  workflows: ['app/reference/bounds'],
};

const wiringRules = Object.entries(namedBy).map(([area, files]) => ({
  name: `${area}-wired-in-one-place`,
  comment: 'An area can be taken away: app/ and cli/ name it in these files only.',
  severity: 'error',
  from: {
    path: `^${src}/(app|cli|main)`,
    pathNot: [
      '\\.test\\.ts$|/testing/',
      `^${src}/(${['app/describe-api', 'app/error-catalog', `app/wiring/wire-${area}`, ...files].join('|')})\\.ts$`,
    ],
  },
  to: { path: `^${src}/areas/${area}/` },
}));

/** The tiers, and what each may import. Imports point down only; see ARCHITECTURE.md. */
export default {
  forbidden: [
    {
      name: 'kit-knows-no-business',
      comment: 'kit/ holds mechanics only: it imports packages from npm, and kit/.',
      severity: 'error',
      from: { path: `^${src}/kit/`, pathNot: '\\.test\\.ts$' },
      to: { path: `^${src}/(engine|areas|app|cli)/` },
    },
    {
      name: 'engine-knows-no-area',
      comment: 'engine/ serves the areas; what it needs of them comes in through a port.',
      severity: 'error',
      from: { path: `^${src}/engine/` },
      to: { path: `^${src}/(areas|app|cli)/` },
    },
    {
      name: 'engine-siblings-by-index',
      comment: 'A part of the engine uses another by its index.ts only.',
      severity: 'error',
      from: { path: `^${src}/engine/([^/]+)/`, pathNot: '\\.(test|fixture)\\.ts$' },
      to: { path: `^${src}/engine/([^/]+)/`, pathNot: [`^${src}/engine/$1/`, '/index\\.ts$'] },
    },
    {
      name: 'areas-apart',
      comment: 'What one area needs of another goes over the spine, or through a port that app/ wires.',
      severity: 'error',
      from: { path: `^${src}/areas/([^/]+)/` },
      to: { path: `^${src}/areas/`, pathNot: `^${src}/areas/$1/` },
    },
    ...scannerRules,
    {
      name: 'areas-below-app',
      severity: 'error',
      from: { path: `^${src}/areas/`, pathNot: '\\.test\\.ts$' },
      to: { path: `^${src}/(app|cli)/` },
    },
    {
      name: 'areas-by-index',
      comment:
        'The composition root and the commands know an area by its index.ts, and what reads settings by its settings.ts, which loads no more.',
      severity: 'error',
      from: { path: `^${src}/(app|cli|main)` },
      to: { path: `^${src}/areas/[^/]+/.+`, pathNot: `^${src}/areas/[^/]+/(index|settings)\\.ts$` },
    },
    {
      name: 'no-cycle',
      severity: 'error',
      from: { path: `^(${src}|${scanner})/` },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-cycle-of-types',
      comment:
        'What two files share stands below both. Only an evaluator may be known to the functions that it is spread over.',
      severity: 'error',
      from: {
        path: `^(${src}|${scanner})/`,
        pathNot: `^${scanner}/(flow|languages/c/memory/values)/`,
      },
      to: { circular: true },
    },
    {
      name: 'no-tests-in-production',
      severity: 'error',
      from: {
        path: `^(${src}|${scanner})/`,
        pathNot: `\\.(test|fixture)\\.ts$|^${src}/.*/testing/|/test-[^/]+\\.ts$|vitest|^${scanner}/fixtures/`,
      },
      to: { path: `\\.(test|fixture)\\.ts$|^${src}/.*/testing/|^${scanner}/fixtures/` },
    },
    ...roomRules,
    ...wiringRules,
    {
      name: 'resolvable',
      severity: 'error',
      // Scripts of pages import by the addresses that they are served at.
      from: { path: `^(${src}|${scanner})/`, pathNot: `^${src}/app/reference/browser/` },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'types'] },
    combinedDependencies: true,
  },
};
