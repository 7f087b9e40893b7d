import type { FindingDraft } from '../core/finding-draft.ts';
import { type ConfigRuleText, configDraft } from './config-finding.ts';
import { readYamlDocuments, type YamlPlace } from './yaml-documents.ts';

const rules = {
  privileged: {
    id: 'kubernetes/privileged',
    title: 'Privileged container',
    impact: 'disclosure',
    cwe: ['CWE-250'],
    description: 'The container has all rights of the node.',
    recommendation: 'Leave privileged away and add the single capabilities that are needed.',
  },
  escalation: {
    id: 'kubernetes/privilege-escalation',
    title: 'Container may gain rights',
    impact: 'hygiene',
    cwe: ['CWE-250'],
    description: 'A process can become root through setuid programs.',
    recommendation: 'Set allowPrivilegeEscalation: false.',
  },
  root: {
    id: 'kubernetes/runs-as-root',
    title: 'Container may run as root',
    impact: 'weakening',
    cwe: ['CWE-250'],
    confidence: 0.75,
    description: 'Nothing keeps the process from being root, one fault away from the node.',
    recommendation: 'Set runAsNonRoot: true and a runAsUser.',
  },
  host: {
    id: 'kubernetes/host-namespace',
    title: "The node's own namespace is shared",
    impact: 'weakening',
    cwe: ['CWE-668'],
    description: 'The pod sees the processes, memory or network of the node.',
    recommendation: 'Leave hostNetwork, hostPID and hostIPC away.',
  },
  path: {
    id: 'kubernetes/host-path',
    title: 'A folder of the node is mounted',
    impact: 'weakening',
    cwe: ['CWE-668'],
    description: 'The pod can change files of the node or read secrets of other pods.',
    recommendation: 'Use a persistent volume claim or an emptyDir.',
  },
  socket: {
    id: 'kubernetes/runtime-socket',
    title: "The socket of the node's container runtime is mounted",
    impact: 'disclosure',
    cwe: ['CWE-250', 'CWE-668'],
    description: 'Whoever can write to it starts containers with all rights of the node.',
    recommendation: 'Build and start containers through the API of the cluster.',
  },
  hostPort: {
    id: 'kubernetes/host-port',
    title: 'Port of the node is taken',
    impact: 'hygiene',
    cwe: ['CWE-668'],
    description: 'It is open past network policies, and two such pods cannot share a node.',
    recommendation: 'Open it by a Service.',
  },
  ssh: {
    id: 'kubernetes/ssh-port',
    title: 'SSH is open',
    impact: 'weakening',
    cwe: ['CWE-1125'],
    description: 'A way in that the platform already has.',
    recommendation: 'Remove the SSH server and use exec of the platform.',
  },
  capability: {
    id: 'kubernetes/capability',
    title: 'Container with far-reaching rights',
    impact: 'weakening',
    cwe: ['CWE-250'],
    description: 'These rights are close to those of root on the node.',
    recommendation: 'Drop ALL and add what is needed.',
  },
  limits: {
    id: 'kubernetes/no-limits',
    title: 'Container without limits',
    impact: 'hygiene',
    cwe: ['CWE-770'],
    description: 'One container can take the memory of all on its node.',
    recommendation: 'Set resources.limits and requests.',
  },
  probes: {
    id: 'kubernetes/no-probes',
    title: 'Container without probes',
    impact: 'hygiene',
    description:
      'The platform sends requests to a container that cannot serve, and lets one live that hangs.',
    recommendation: 'Add a readinessProbe and a livenessProbe.',
  },
  latest: {
    id: 'kubernetes/floating-image',
    title: 'Image without a fixed version',
    impact: 'hygiene',
    cwe: ['CWE-1357'],
    description: 'Each start may run another release, and going back is not possible.',
    recommendation: 'Name a version or digest.',
  },
  secret: {
    id: 'kubernetes/secret-in-environment',
    title: 'Secret as plain text',
    impact: 'disclosure',
    cwe: ['CWE-522', 'CWE-798'],
    confidence: 0.7,
    description: 'The value stands in the manifest, for whoever reads it or the cluster.',
    recommendation: 'Take it from a Secret by secretKeyRef.',
  },
  wildcard: {
    id: 'kubernetes/wildcard-role',
    title: 'Role that may do everything',
    impact: 'weakening',
    cwe: ['CWE-269'],
    description: 'Whoever holds an account with it holds the cluster.',
    recommendation: 'Name the resources and verbs that are needed.',
  },
  admin: {
    id: 'kubernetes/cluster-admin',
    title: 'Account with cluster-admin',
    impact: 'weakening',
    cwe: ['CWE-269'],
    description: 'Whoever holds the account holds the cluster.',
    recommendation: 'Bind a role with the rights that are needed.',
  },
} satisfies Record<string, ConfigRuleText>;

type Add = (rule: ConfigRuleText, place: YamlPlace, about: string) => void;

/** Hardening of Kubernetes manifests. */
export function checkKubernetes(path: string, text: string): FindingDraft[] {
  const drafts: FindingDraft[] = [];
  const lines = text.split('\n');
  for (const document of readYamlDocuments(text)) {
    const kind = document.at('kind').text;
    const name = document.at('metadata', 'name').text;
    const add: Add = (rule, place, about) =>
      drafts.push(
        configDraft(rule, path, place.line, lines[place.line - 1] ?? '', `${kind}/${name} ${about}`),
      );
    const pod = podOf(kind, document);
    if (pod.exists) checkPod(pod, add);
    if (kind === 'Role' || kind === 'ClusterRole') {
      for (const rule of document.at('rules').items()) {
        const all = (key: string) =>
          rule
            .at(key)
            .items()
            .some((item) => item.text === '*');
        if (all('verbs') && all('resources')) add(rules.wildcard, rule, 'rules');
      }
    }
    if (kind === 'ClusterRoleBinding' && document.at('roleRef', 'name').text === 'cluster-admin')
      add(rules.admin, document.at('roleRef'), 'roleRef');
  }
  return drafts;
}

function podOf(kind: string, document: YamlPlace): YamlPlace {
  if (kind === 'Pod') return document.at('spec');
  if (kind === 'CronJob') return document.at('spec', 'jobTemplate', 'spec', 'template', 'spec');
  return /^(?:Deployment|StatefulSet|DaemonSet|ReplicaSet|Job|ReplicationController)$/.test(kind)
    ? document.at('spec', 'template', 'spec')
    : document.at(' none');
}

function checkPod(pod: YamlPlace, add: Add): void {
  for (const key of ['hostNetwork', 'hostPID', 'hostIPC']) {
    if (pod.at(key).value === true) add(rules.host, pod.at(key), key);
  }
  for (const volume of pod.at('volumes').items()) {
    const host = volume.at('hostPath');
    const isSocket = /\/(?:docker|containerd|crio|podman)\.sock$/.test(host.at('path').text);
    if (host.exists) add(isSocket ? rules.socket : rules.path, host, `volume ${volume.at('name').text}`);
  }
  const podContext = pod.at('securityContext');
  for (const group of ['containers', 'initContainers']) {
    for (const container of pod.at(group).items())
      checkContainer(container, podContext, group === 'containers', add);
  }
}

function checkContainer(container: YamlPlace, podContext: YamlPlace, isMain: boolean, add: Add): void {
  const name = container.at('name').text;
  const context = container.at('securityContext');
  if (context.at('privileged').value === true)
    add(rules.privileged, context.at('privileged'), `${name} privileged`);
  const user = context.at('runAsUser').value ?? podContext.at('runAsUser').value;
  const nonRoot = context.at('runAsNonRoot').value ?? podContext.at('runAsNonRoot').value;
  if (nonRoot !== true && (user === undefined || user === 0))
    add(
      rules.root,
      user === 0 && context.at('runAsUser').exists ? context.at('runAsUser') : container.at('name'),
      `${name} root`,
    );
  if (context.at('allowPrivilegeEscalation').value === true)
    add(rules.escalation, context.at('allowPrivilegeEscalation'), `${name} escalation`);
  for (const capability of context.at('capabilities', 'add').items()) {
    if (/^(?:ALL|SYS_ADMIN|NET_ADMIN|SYS_PTRACE|SYS_MODULE|DAC_READ_SEARCH|BPF)$/.test(capability.text))
      add(rules.capability, capability, `${name} ${capability.text}`);
  }
  const image = container.at('image');
  if (
    image.exists &&
    !/[@{$]/.test(image.text) &&
    (!/:[^/]+$/.test(image.text) || image.text.endsWith(':latest'))
  )
    add(rules.latest, image, `${name} image`);
  if (isMain && !container.at('resources', 'limits').exists)
    add(rules.limits, container.at('name'), `${name} limits`);
  if (
    isMain &&
    !container.at('readinessProbe').exists &&
    !container.at('livenessProbe').exists &&
    container.at('ports').exists
  )
    add(rules.probes, container.at('name'), `${name} probes`);
  for (const port of container.at('ports').items()) {
    const number = port.at('containerPort').value;
    if (number === 22) add(rules.ssh, port, `${name} 22`);
    if (port.at('hostPort').exists) add(rules.hostPort, port.at('hostPort'), `${name} ${number}`);
  }
  for (const variable of container.at('env').items()) {
    const value = variable.at('value').text;
    if (
      /(?:PASSWORD|PASSWD|SECRET|TOKEN|API_?KEY|PRIVATE_KEY)$/i.test(variable.at('name').text) &&
      value.length >= 4 &&
      !/^\$|\{\{|^https?:|^\//.test(value)
    ) {
      add(rules.secret, variable.at('value'), `${name} ${variable.at('name').text}`);
    }
  }
}
