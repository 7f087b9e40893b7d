import type { FindingDraft } from '../rules/finding-draft.ts';
import { type ConfigRuleText, configDraft } from './config-finding.ts';
import { kubernetesRules as rules } from './kubernetes-rules.ts';
import { readYamlDocuments, type YamlPlace } from './yaml-documents.ts';

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
    // Other resources use the name "role" for something else.
    const isRole = /^(?:Cluster)?Role$/.test(kind) && /^(?:rbac\.|$)/.test(document.at('apiVersion').text);
    if (isRole) {
      for (const rule of document.at('rules').items()) {
        const all = (key: string) =>
          rule
            .at(key)
            .items()
            .some((item) => item.text === '*');
        if (all('verbs') && all('resources')) add(rules.wildcard, rule, 'rules');
        const powerful = rule
          .at('verbs')
          .items()
          .find((verb) => /^(?:escalate|bind|impersonate)$/.test(verb.text));
        if (powerful && !rule.at('resourceNames').exists) add(rules.powerful, powerful, powerful.text);
      }
    }
    if (kind === 'ClusterRoleBinding' && document.at('roleRef', 'name').text === 'cluster-admin')
      add(rules.admin, document.at('roleRef'), 'roleRef');
    if (/^(?:Cluster)?RoleBinding$/.test(kind)) checkSubjects(document, add);
    checkConnections(kind, document, add);
  }
  return drafts;
}

function checkSubjects(binding: YamlPlace, add: Add): void {
  // Every cluster shows this to everybody.
  if (/^system:(?:public-info-viewer|discovery|basic-user)$/.test(binding.at('roleRef', 'name').text)) return;
  for (const subject of binding.at('subjects').items()) {
    const name = subject.at('name');
    if (/^system:(?:anonymous|unauthenticated)$/.test(name.text)) add(rules.anonymous, name, name.text);
  }
}

/** Checks of the servers that the cluster, or its client, connects to. */
function checkConnections(kind: string, document: YamlPlace, add: Add): void {
  const service = document.at('spec', 'insecureSkipTLSVerify');
  if (kind === 'APIService' && service.value === true) add(rules.unchecked, service, 'service');
  if (kind !== 'Config') return;
  for (const cluster of document.at('clusters').items()) {
    const skips = cluster.at('cluster', 'insecure-skip-tls-verify');
    if (skips.value === true) add(rules.unchecked, skips, cluster.at('name').text);
  }
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

const debugSetting = /^(?:FLASK_ENV=development|(?:FLASK|DJANGO|APP)_DEBUG=(?:1|true|on)|DEBUG=(?:1|true))$/i;
const uncheckedSetting =
  /^(?:NODE_TLS_REJECT_UNAUTHORIZED=0|PYTHONHTTPSVERIFY=0|GIT_SSL_NO_VERIFY=(?:1|true)|\w*(?:INSECURE_SKIP_VERIFY|TLS_SKIP_VERIFY|SKIP_TLS_VERIFY)=(?:1|true))$/i;

/** Where root is requested explicitly, rather than just not excluded. */
function placeOfRoot(context: YamlPlace, podContext: YamlPlace): YamlPlace | undefined {
  for (const one of [context, podContext]) {
    if (one.at('runAsUser').value === 0) return one.at('runAsUser');
    if (one.at('runAsNonRoot').value === false) return one.at('runAsNonRoot');
  }
  return undefined;
}

function checkContainer(container: YamlPlace, podContext: YamlPlace, isMain: boolean, add: Add): void {
  const name = container.at('name').text;
  const context = container.at('securityContext');
  if (context.at('privileged').value === true)
    add(rules.privileged, context.at('privileged'), `${name} privileged`);
  const user = context.at('runAsUser').value ?? podContext.at('runAsUser').value;
  const nonRoot = context.at('runAsNonRoot').value ?? podContext.at('runAsNonRoot').value;
  if (nonRoot !== true && (user === undefined || user === 0))
    add(rules.root, placeOfRoot(context, podContext) ?? container.at('name'), `${name} root`);
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
  for (const profile of [context, podContext].map((one) => one.at('seccompProfile', 'type'))) {
    if (isMain && profile.text === 'Unconfined') add(rules.unconfined, profile, `${name} seccomp`);
  }
  for (const variable of container.at('env').items()) {
    const value = variable.at('value').text;
    const setting = `${variable.at('name').text}=${value}`;
    if (debugSetting.test(setting)) add(rules.debug, variable.at('value'), `${name} ${setting}`);
    if (uncheckedSetting.test(setting)) add(rules.unchecked, variable.at('value'), `${name} ${setting}`);
    if (
      /(?:PASSWORD|PASSWD|SECRET|TOKEN|API_?KEY|PRIVATE_KEY)$/i.test(variable.at('name').text) &&
      value.length >= 4 &&
      !/^\$|\{\{|^https?:|^\//.test(value)
    ) {
      add(rules.secret, variable.at('value'), `${name} ${variable.at('name').text}`);
    }
  }
}
