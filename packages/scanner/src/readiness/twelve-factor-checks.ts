import {
  atTop,
  type CheckRule,
  fail,
  findInCode,
  findingsOf,
  isService,
  notApplicable,
  partial,
  pass,
} from './check.ts';
import { locked } from './facts.ts';
import { inMemorySession, localWrites } from './process-state.ts';
import { gracefulStop } from './service-routes.ts';

const environment =
  /\bprocess\.env\b|\bos\.(?:environ|getenv)\b|\bSystem\.getenv\b|\bos\.Getenv\b|@Value\s*\(|\bEnvironment\.GetEnvironmentVariable\b|\bgetenv\s*\(|\bENV\s*\[|\bENV\.fetch\b|\benv::var\b|\bIConfiguration\b|\bviper\.|import\.meta\.env|\$_ENV\b|@ConfigurationProperties/;

export const twelveFactor: CheckRule[] = [
  {
    id: 'codebase',
    weight: 1,
    effort: 'S',
    recommendation: 'Keep the sources and their manifest in one repository with a .gitignore.',
    judge: (facts) =>
      facts.dependencies.manifests.length > 0 ? pass(atTop(facts.dependencies.manifests)) : fail(),
  },
  {
    id: 'dependencies_declared',
    weight: 1,
    effort: 'S',
    recommendation: 'Declare every dependency in the manifest of the language.',
    judge: (facts) =>
      facts.dependencies.manifests.length + facts.dependencies.lockfiles.length > 0
        ? pass(atTop(facts.dependencies.manifests))
        : fail(),
  },
  {
    id: 'dependencies_locked',
    weight: 1,
    effort: 'S',
    recommendation: 'Commit a lockfile, so that every build uses the same releases.',
    judge: locked,
  },
  {
    id: 'config_in_environment',
    weight: 1,
    effort: 'M',
    recommendation: 'Read what differs between deployments from the environment.',
    judge: (facts) => {
      const places = findInCode(facts, environment);
      const literal = findingsOf(facts, /^secrets\/(?!weak)/);
      if (places.length === 0) return fail();
      return literal.length > 0 ? partial([...places.slice(0, 2), ...literal]) : pass(places);
    },
  },
  {
    id: 'backing_services_by_address',
    weight: 1,
    effort: 'M',
    recommendation: 'Read the addresses of databases, queues and services from settings.',
    judge: (facts) => {
      const fixed = findInCode(
        facts,
        /["'`](?:postgres(?:ql)?|mysql|mongodb(?:\+srv)?|redis|amqp|kafka|jdbc:\w+):\/\/(?!\$\{|\$|%|\{)[\w.-]+[^"'`]*["'`]/,
      );
      const used = findInCode(
        facts,
        /postgres|mysql|mongodb|redis|amqp|kafka|jdbc:|DataSource|createConnection|createPool|sqlalchemy|gorm|DbContext|mongoose|prisma/i,
      );
      if (used.length === 0) return notApplicable;
      return fixed.length === 0 ? pass(used.slice(0, 2)) : fail(fixed);
    },
  },
  {
    id: 'build_release_run',
    weight: 1,
    effort: 'M',
    recommendation: 'Let a pipeline build once and deploy what it built.',
    judge: (facts) => (facts.configs('ci').length > 0 ? pass(atTop(facts.configs('ci'))) : fail()),
  },
  {
    id: 'stateless_processes',
    weight: 1,
    effort: 'L',
    recommendation: 'Keep sessions and files outside the process.',
    judge: (facts) => {
      const state = [...inMemorySession(facts), ...localWrites(facts)];
      return state.length === 0 ? pass() : state.length === 1 ? partial(state) : fail(state.slice(0, 5));
    },
  },
  {
    id: 'port_binding',
    weight: 1,
    effort: 'S',
    recommendation: 'Read the port from the environment.',
    judge: (facts) => {
      if (!isService(facts)) return notApplicable;
      const places = findInCode(
        facts,
        /(?:process\.env|os\.environ|getenv|Getenv|env::var|ENV)[\w.(["']{0,60}\s{0,20}["']?(?:\w{0,60}_)?PORT\b|\bserver\.port\s*[=:]\s*\$\{|--port|\bPORT\b["']?\s*[,)\]]|settings\.PORT|config\.port/i,
      );
      const frameworks = findInCode(facts, /@SpringBootApplication|WebApplication\.CreateBuilder/);
      return places.length > 0 ? pass(places) : frameworks.length > 0 ? pass(frameworks) : fail();
    },
  },
  {
    id: 'concurrency',
    weight: 1,
    effort: 'M',
    recommendation: 'Let the platform run several processes: declare replicas or process types.',
    judge: (facts) => {
      const paths = [
        ...facts.configs('kubernetes'),
        ...facts.configs('helm'),
        ...facts.configs('compose'),
      ].filter((path) => /replicas|HorizontalPodAutoscaler|scale:/.test(facts.files.text(path) ?? ''));
      if (paths.length > 0) return pass(atTop(paths));
      return facts.files.get('Procfile')
        ? pass([{ file: 'Procfile', line: 1 }])
        : findInCode(facts, /\bcluster\.fork\b|workers?\s*=\s*|availableParallelism/).length > 0
          ? partial()
          : isService(facts)
            ? fail()
            : notApplicable;
    },
  },
  {
    id: 'disposability',
    weight: 1,
    effort: 'S',
    recommendation: 'On SIGTERM stop accepting requests, finish the running ones and exit.',
    judge: gracefulStop,
  },
  {
    id: 'parity',
    weight: 1,
    effort: 'M',
    recommendation: 'Run the same services in development as in production, for example with compose.',
    judge: (facts) => {
      const paths = [
        ...facts.configs('compose'),
        ...facts.index.files
          .map((file) => file.path)
          .filter((path) => /(?:^|\/)\.devcontainer\/|Vagrantfile|Tiltfile|skaffold\.ya?ml$/.test(path)),
      ];
      return paths.length > 0 ? pass(atTop(paths)) : fail();
    },
  },
  {
    id: 'logs_to_stdout',
    weight: 1,
    effort: 'S',
    recommendation: 'Write logs to standard output and leave log files to the platform.',
    judge: (facts) => {
      const toFile = findInCode(
        facts,
        /\btransports\.File\b|\bFileHandler\s*\(|RotatingFileHandler|RollingFileAppender|createWriteStream\s*\([^)]*\.log|lumberjack\.Logger|WriteTo\.File/,
      );
      return toFile.length === 0 ? pass() : partial(toFile);
    },
  },
  {
    id: 'admin_processes',
    weight: 1,
    effort: 'S',
    recommendation: 'Keep migrations and other one-off tasks as commands in the repository.',
    judge: (facts) => {
      const paths = facts.index.files
        .map((file) => file.path)
        .filter((path) =>
          /(?:^|\/)(?:migrations?|migrate|db\/migrate|alembic|prisma|scripts|bin|cmd|Makefile|Rakefile|manage\.py|justfile)(?:\/|$)/i.test(
            path,
          ),
        );
      return paths.length > 0 ? pass(atTop(paths)) : fail();
    },
  },
];
