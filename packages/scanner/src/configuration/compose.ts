import type { FindingDraft } from '../rules/finding-draft.ts';
import { type ConfigRuleText, configDraft } from './config-finding.ts';
import { readYamlDocuments, type YamlPlace } from './yaml-documents.ts';

const rules = {
  privileged: {
    id: 'compose/privileged',
    impact: 'disclosure',
    cwe: ['CWE-250'],
    description: 'The container has all privileges of the host.',
    recommendation: 'Remove privileged and add only the capabilities that are needed.',
  },
  socket: {
    id: 'compose/docker-socket',
    impact: 'disclosure',
    cwe: ['CWE-250'],
    confidence: 0.8,
    description: 'Whoever controls the container controls every container and the host.',
    recommendation: 'Do not mount the socket, or put a proxy with few privileges in between.',
  },
  host: {
    id: 'compose/host-namespace',
    impact: 'weakening',
    cwe: ['CWE-668'],
    description: 'The container sees the processes or the network of the host.',
    recommendation: 'Use a separate network and publish ports.',
  },
  database: {
    id: 'compose/open-database',
    impact: 'weakening',
    cwe: ['CWE-668'],
    confidence: 0.7,
    description:
      'Everybody who can reach the host can reach the database; published ports bypass the firewall of the host.',
    recommendation: 'Publish the port on 127.0.0.1 only, or not at all.',
  },
  password: {
    id: 'compose/weak-password',
    impact: 'weakening',
    cwe: ['CWE-521', 'CWE-798'],
    confidence: 0.75,
    description: 'The password is the first one that an attacker tries.',
    recommendation: 'Read it from the environment or a secret.',
  },
  open: {
    id: 'compose/no-authentication',
    impact: 'weakening',
    cwe: ['CWE-306'],
    confidence: 0.8,
    description: 'The setting disables passwords.',
    recommendation: 'Set a password.',
  },
  capability: {
    id: 'compose/capability',
    impact: 'weakening',
    cwe: ['CWE-250', 'CWE-269'],
    description: 'With this capability a program can break out of the container.',
    recommendation: 'Remove it, or use a narrower one.',
  },
  latest: {
    id: 'compose/floating-image',
    impact: 'hygiene',
    cwe: ['CWE-1357'],
    description: 'Each start may run a different release.',
    recommendation: 'Pin a version.',
  },
} satisfies Record<string, ConfigRuleText>;

const databasePort =
  /^(?:(?:0\.0\.0\.0|\[?::\]?):)?(?:\d+:)?(?:5432|3306|27017|6379|9200|11211|5984|1433|9042|8086|2379|5672)(?:\/tcp)?$/;
const wellKnown =
  /^(?:postgres|password|passwd|root|admin|secret|changeme|test|example|123456\d*|mysql|guest|toor|pass|qwerty)$/i;

/** Hardening of a compose file. */
export function checkCompose(path: string, text: string): FindingDraft[] {
  const drafts: FindingDraft[] = [];
  const lines = text.split('\n');
  for (const document of readYamlDocuments(text)) {
    for (const [name, service] of document.at('services').entries()) {
      const add = (rule: ConfigRuleText, place: YamlPlace, about: string) =>
        drafts.push(configDraft(rule, path, place.line, lines[place.line - 1] ?? '', `${name} ${about}`));
      checkService(service, add);
    }
  }
  return drafts;
}

function checkService(
  service: YamlPlace,
  add: (rule: ConfigRuleText, place: YamlPlace, about: string) => void,
): void {
  if (service.at('privileged').value === true) add(rules.privileged, service.at('privileged'), 'privileged');
  for (const volume of service.at('volumes').items()) {
    if (/\/var\/run\/docker\.sock|\/run\/docker\.sock/.test(volume.text || volume.at('source').text))
      add(rules.socket, volume, 'docker.sock');
  }
  for (const capability of service.at('cap_add').items())
    if (
      /^(?:CAP_)?(?:ALL|SYS_ADMIN|SYS_PTRACE|SYS_MODULE|SYS_RAWIO|DAC_READ_SEARCH|NET_ADMIN|BPF)$/i.test(
        capability.text,
      )
    )
      add(rules.capability, capability, capability.text);
  for (const key of ['network_mode', 'pid', 'ipc', 'userns_mode']) {
    if (service.at(key).text === 'host') add(rules.host, service.at(key), key);
  }
  for (const port of service.at('ports').items()) {
    const published = port.isMap ? `${port.at('published').text}:${port.at('target').text}` : port.text;
    if (
      databasePort.test(published) &&
      published.includes(':') &&
      !port.at('host_ip').text.startsWith('127.')
    )
      add(rules.database, port, `port ${published}`);
  }
  const image = service.at('image');
  if (
    image.exists &&
    !service.at('build').exists &&
    (/:latest$/.test(image.text) || !/[:@$]/.test(image.text.replace(/^[^/]*:\d+\//, '')))
  )
    add(rules.latest, image, 'image');
  for (const [name, value, place] of environmentOf(service)) {
    if (
      /(?:PASSWORD|PASS|SECRET)$/i.test(name) &&
      (wellKnown.test(value) || isWritten(value) || isNameOfItself(value, service))
    )
      add(rules.password, place, name);
    if (/^(?:POSTGRES_HOST_AUTH_METHOD)$/.test(name) && value === 'trust') add(rules.open, place, name);
    if (
      /^(?:MYSQL_ALLOW_EMPTY_PASSWORD|ALLOW_EMPTY_PASSWORD|MARIADB_ALLOW_EMPTY_ROOT_PASSWORD)$/.test(name) &&
      /^(?:yes|true|1)$/i.test(value)
    )
      add(rules.open, place, name);
    if (name === 'xpack.security.enabled' && value === 'false') add(rules.open, place, name);
  }
}

/** The database password is the name of the database or its account. */
function isNameOfItself(value: string, service: YamlPlace): boolean {
  return (
    /^[A-Za-z][\w-]{2,40}$/.test(value) &&
    environmentOf(service).some(
      ([name, other]) => /(?:USER(?:NAME)?|DATABASE|_DB|DB_NAME)$/i.test(name) && other === value,
    )
  );
}

/** A literal value: not a variable, a path to a file, or a placeholder. */
function isWritten(value: string): boolean {
  return (
    /^[\x21-\x7e]{8,64}$/.test(value) &&
    !/[${}<>]|^\/|^(?:your|my|some|the)|change|example|placeholder|replace|insert|secret|passw/i.test(
      value,
    ) &&
    /\d/.test(value)
  );
}

function environmentOf(service: YamlPlace): [string, string, YamlPlace][] {
  const environment = service.at('environment');
  const listed = environment.items().map((item): [string, string, YamlPlace] => {
    const [name = '', ...rest] = item.text.split('=');
    return [name, rest.join('='), item];
  });
  return [
    ...listed,
    ...environment.entries().map(([name, place]): [string, string, YamlPlace] => [name, place.text, place]),
  ];
}
