const src = 'packages/server/src';
const scanner = 'packages/scanner/src';

/** What each room of the scanner may import besides itself; those that are not named stand above all others. */
const rooms = {
  ir: [],
  read: ['types'],
  flow: ['ir', 'types', 'read'],
  languages: ['ir', 'flow', 'read', 'rules', 'types'],
  rules: ['read', 'types'],
  baseline: ['rules', 'types'],
  secrets: ['read', 'rules', 'types'],
  dependencies: ['read', 'rules', 'types'],
  configuration: ['read', 'rules', 'types'],
  quality: ['read', 'rules', 'types', 'languages'],
  architecture: ['read', 'rules', 'types'],
  testing: ['read', 'rules', 'types'],
  performance: ['read', 'rules', 'types'],
  documentation: ['read', 'rules', 'types'],
  readiness: ['read', 'rules', 'types'],
  security: ['read', 'rules', 'types', 'languages', 'configuration'],
  analysis: ['ir', 'flow', 'languages', 'read', 'types'],
  'own-rules': ['analysis', 'ir', 'flow', 'languages', 'read', 'rules', 'types'],
};
/** What the scanner may import, and who may import it. */
export const scannerRules = [
  {
    name: 'scanner-knows-no-service',
    comment: 'The scanner reads code: what it needs of a network or of a model comes in through its options.',
    severity: 'error',
    from: { path: `^${scanner}/` },
    to: { path: '^packages/(server|console|sdk)/' },
  },
  {
    name: 'scanner-by-entry',
    comment: 'Others know the scanner by its entry only, and tests what helps them by src/fixtures/index.ts.',
    severity: 'error',
    from: { path: `^${src}/` },
    to: { path: `^${scanner}/`, pathNot: `^${scanner}/(fixtures/)?index\\.ts$` },
  },
  {
    name: 'scanner-serves-review',
    comment:
      'In the service, only the review area scans. Its command reads folders and gates as the scanner does.',
    severity: 'error',
    from: {
      path: `^${src}/`,
      pathNot: `^${src}/(areas/review/|cli/client/(review(-base)?|pack-folder)\\.ts$)`,
    },
    to: { path: `^${scanner}/` },
  },
  ...Object.entries(rooms).map(([room, others]) => ({
    name: `scanner-room-${room}`,
    severity: 'error',
    from: { path: `^${scanner}/${room}/`, pathNot: '\\.test\\.ts$' },
    to: { path: `^${scanner}/`, pathNot: [room, ...others].map((other) => `^${scanner}/${other}/`) },
  })),
  {
    name: 'scanner-rules-read-text',
    comment: 'Rules judge text; what data does is told by the library of a language.',
    severity: 'error',
    from: { path: `^${scanner}/languages/[^/]+/rules/`, pathNot: '\\.test\\.ts$' },
    to: {
      path: ['flow', 'ir', 'languages/frontend', 'languages/[^/]+/(frontend|library|handlers)'].map(
        (other) => `^${scanner}/${other}/`,
      ),
    },
  },
  {
    name: 'scanner-memory-reads-trees',
    comment: 'Flaws of memory follow from the tree that the one reader of C makes, and from nothing else.',
    severity: 'error',
    from: { path: `^${scanner}/languages/[^/]+/memory/`, pathNot: '\\.test\\.ts$' },
    to: {
      path: ['flow', 'ir', 'languages/frontend', 'languages/[^/]+/(library|handlers)'].map(
        (other) => `^${scanner}/${other}/`,
      ),
    },
  },
  {
    name: 'scanner-languages-apart',
    comment:
      'What several share stands in languages/shared and languages/frontend; Android is told by Kotlin.',
    severity: 'error',
    from: { path: `^${scanner}/languages/(?!frontend/)([^/]+)/`, pathNot: '\\.test\\.ts$' },
    to: {
      path: `^${scanner}/languages/[^/]+/`,
      pathNot: ['$1', 'shared', 'frontend', 'java/library'].map((one) => `^${scanner}/languages/${one}/`),
    },
  },
];
