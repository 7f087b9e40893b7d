import { describe, expect, it } from 'vitest';
import type { FindingDraft } from '../rules/finding-draft.ts';
import { checkPipeline } from './ci.ts';
import { checkCompose } from './compose.ts';
import { checkDockerfile } from './dockerfile.ts';
import { checkKubernetes } from './kubernetes.ts';
import { checkTerraform } from './terraform.ts';

type Check = (path: string, text: string) => FindingDraft[];
const expression = (text: string) => ['$', `{{ ${text} }}`].join('');

// For each kind, a file with faults, the expected rules and lines, and the corrected file.
const cases: [
  name: string,
  check: Check,
  path: string,
  faulty: string,
  expected: string[],
  mended: string,
][] = [
  [
    'Dockerfile',
    checkDockerfile,
    'Dockerfile',
    'FROM node AS build\nENV API_KEY=abcd1234efgh\nRUN curl -fsSL https://x.y/i.sh | sh\nFROM build\nCMD ["node"]\n',
    ['docker/floating-base 1', 'docker/pipe-to-shell 3', 'docker/runs-as-root 4', 'docker/secret-in-image 2'],
    'FROM node:24.1 AS build\nENV API_KEY_FILE=/run/secrets/key\nRUN curl -fsSLO https://x.y/i.sh\nFROM build\nUSER 1000\nCMD ["node"]\n',
  ],
  [
    'Dockerfile that cannot work',
    checkDockerfile,
    'Dockerfile',
    'FROM debian:12.7\nWORKDIR app\nRUN apt-get update\nRUN apt-get install curl\nCOPY a b /opt\nEXPOSE 80 99999\nUSER 1000\nCMD ["one"]\nHEALTHCHECK CMD one\nHEALTHCHECK CMD two\nCMD run --fast\n',
    [
      'docker/copy-without-folder 5',
      'docker/install-that-asks 4',
      'docker/invalid-port 6',
      'docker/overridden-instruction 8',
      'docker/overridden-instruction 9',
      'docker/relative-workdir 2',
      'docker/shell-form 11',
      'docker/stale-index 3',
    ],
    'FROM debian:12.7 AS build\nCMD ["one"]\nFROM debian:12.7\nWORKDIR /app\nWORKDIR src\nRUN apt-get update && apt-get install -y --no-install-recommends curl\nCOPY --chown=1000 a b /opt/\nCOPY a b .\nCOPY a b $HOME\nCOPY <<EOF /etc/x\na b\nEOF\nEXPOSE 80 $PORT 8000-8010/tcp\nUSER 1000\nHEALTHCHECK CMD one\nCMD exec run --fast\n',
  ],
  [
    'compose file',
    checkCompose,
    'docker-compose.yml',
    'services:\n  db:\n    image: postgres\n    privileged: true\n    ports:\n      - "5432:5432"\n    environment:\n      - POSTGRES_PASSWORD=postgres\n',
    [
      'compose/floating-image 3',
      'compose/open-database 6',
      'compose/privileged 4',
      'compose/weak-password 8',
    ],
    'services:\n  db:\n    image: registry.io:5000/postgres:18.1\n    ports:\n      - "127.0.0.1:5432:5432"\n    environment:\n      - POSTGRES_PASSWORD_FILE=/run/secrets/db\n',
  ],
  [
    'compose file with the name of the database as its password',
    checkCompose,
    'docker-compose.yml',
    'services:\n  db:\n    image: postgres:18.1\n    environment:\n      - POSTGRES_PASSWORD=orders\n      - POSTGRES_DB=orders\n',
    ['compose/weak-password 5'],
    'services:\n  db:\n    image: postgres:18.1\n    environment:\n      - POSTGRES_PASSWORD_FILE=/run/secrets/db\n      - POSTGRES_DB=orders\n',
  ],
  [
    'Kubernetes manifest',
    checkKubernetes,
    'deploy.yaml',
    'kind: Service\n---\nkind: Deployment\nmetadata: {name: a}\nspec:\n  template:\n    spec:\n      hostNetwork: true\n      containers:\n        - name: web\n          image: nginx:latest\n          resources: {limits: {memory: 1Gi}}\n          securityContext: {privileged: true, runAsUser: 0}\n          ports: [{containerPort: 22, hostPort: 2222}]\n          readinessProbe: {tcpSocket: {port: 22}}\n          env:\n            - name: DB_PASSWORD\n              value: hunter22\n      volumes:\n        - {name: s, hostPath: {path: /var/run/docker.sock}}\n',
    [
      'kubernetes/floating-image 11',
      'kubernetes/host-namespace 8',
      'kubernetes/host-port 14',
      'kubernetes/privileged 13',
      'kubernetes/runs-as-root 13',
      'kubernetes/runtime-socket 20',
      'kubernetes/secret-in-environment 18',
      'kubernetes/ssh-port 14',
    ],
    'kind: Deployment\nmetadata: {name: a}\nspec:\n  template:\n    spec:\n      securityContext: {runAsNonRoot: true}\n      containers:\n        - name: web\n          image: nginx:1.29.1\n          resources: {limits: {memory: 1Gi}}\n          env:\n            - name: DB_PASSWORD\n              valueFrom: {secretKeyRef: {name: db, key: password}}\n',
  ],
  [
    'Terraform file',
    checkTerraform,
    'main.tf',
    'resource "aws_security_group" "x" {\n  ingress {\n    from_port = 20\n    to_port = 30\n    cidr_blocks = ["0.0.0.0/0"]\n  }\n}\nresource "aws_db_instance" "d" {\n  password = "Sup3rSecret"\n  publicly_accessible = true # for now\n  storage_encrypted = false\n}\ndata "aws_iam_policy_document" "p" {\n  statement {\n    actions = ["*"]\n    resources = ["*"]\n  }\n}\n',
    [
      'terraform/no-logs 8',
      'terraform/open-ingress 5',
      'terraform/public-database 10',
      'terraform/secret 9',
      'terraform/unencrypted 11',
      'terraform/wildcard-policy 15',
    ],
    'resource "aws_security_group" "x" {\n  ingress {\n    from_port = 443\n    to_port = 443\n    cidr_blocks = ["0.0.0.0/0"]\n  }\n}\nresource "aws_db_instance" "d" {\n  password = var.password\n  publicly_accessible = false\n  storage_encrypted = true\n  enabled_cloudwatch_logs_exports = ["audit"]\n}\n/* acl = "public-read" */\n',
  ],
  [
    'Terraform file with settings left out',
    checkTerraform,
    'cloud.tf',
    'resource "aws_kms_key" "k" {\r\n}\r\nresource "azurerm_storage_account" "s" {\r\n  network_rules {\r\n    default_action = "Allow"\r\n  }\r\n}\nresource "google_compute_instance" "i" {\n  can_ip_forward = true\n  metadata = {\n    serial-port-enable = true\n  }\n}\nresource "aws_network_acl_rule" "n" {\n  rule_action = "allow"\n  from_port = 22\n  to_port = 22\n  cidr_block = "0.0.0.0/0"\n}\nresource "aws_sqs_queue_policy" "q" {\n  policy = <<EOF\n{"Statement": [{"Effect": "Allow", "Principal": "*",\n  "Action": "sqs:*", "Resource": "a"}]}\nEOF\n}\n',
    [
      'terraform/no-key-rotation 1',
      'terraform/open-network-list 18',
      'terraform/open-policy 22',
      'terraform/weak-machine 10',
      'terraform/weak-machine 9',
      'terraform/wide-access 5',
      'terraform/wide-actions 23',
    ],
    'resource "aws_kms_key" "k" {\r\n  enable_key_rotation = true\r\n}\nresource "azurerm_storage_account" "s" {\n  network_rules {\n    default_action = "Deny"\n  }\n}\nresource "google_compute_instance" "i" {\n  metadata = {\n    serial-port-enable = false\n  }\n}\nresource "aws_network_acl_rule" "n" {\n  rule_action = "allow"\n  from_port = 443\n  to_port = 443\n  cidr_block = "0.0.0.0/0"\n}\nresource "aws_sqs_queue_policy" "q" {\n  policy = <<EOF\n{"Statement": [{"Effect": "Deny", "Principal": "*",\n  "Action": "sqs:*", "Resource": "a"}]}\nEOF\n}\n',
  ],
  [
    'pipeline',
    checkPipeline,
    '.github/workflows/ci.yml',
    `on: pull_request_target\npermissions: write-all\njobs:\n  a:\n    steps:\n      - uses: actions/checkout@v4\n        with:\n          ref: ${expression('github.event.pull_request.head.sha')}\n      - uses: other/action@v1\n      - run: |\n          echo one\n          echo "${expression('github.event.issue.title')}"\n`,
    ['ci/floating-action 9', 'ci/script-injection 12', 'ci/untrusted-checkout 6', 'ci/wide-permissions 2'],
    `on: pull_request\npermissions: {contents: read}\njobs:\n  a:\n    steps:\n      - uses: actions/checkout@v4\n      - uses: other/action@0123456789abcdef0123456789abcdef01234567\n      - run: echo "$TITLE"\n        env:\n          TITLE: ${expression('github.event.issue.title')}\n`,
  ],
  [
    'pipeline that takes from strangers',
    checkPipeline,
    '.github/workflows/preview.yml',
    `on:\n  workflow_run:\n    types: [completed]\nenv:\n  ACTIONS_ALLOW_UNSECURE_COMMANDS: true\njobs:\n  a:\n    if: github.actor == 'dependabot[bot]'\n    steps:\n      - uses: actions/checkout@v4\n        with:\n          ref: ${expression('github.event.workflow_run.head_sha')}\n      - run: |\n          SETUP=$(curl https://x.y/setup)\n          eval "$SETUP"\n      - run: echo ${expression('inputs.name')}\n        env:\n          ALL: ${expression('toJSON(secrets)')}\n      - uses: docker://alpine:3.8\n`,
    [
      'ci/actor-check 8',
      'ci/all-secrets 18',
      'ci/commands-in-output 5',
      'ci/floating-action 19',
      'ci/input-in-script 16',
      'ci/pipe-to-shell 13',
      'ci/untrusted-checkout 10',
    ],
    `on: pull_request\njobs:\n  a:\n    if: github.actor == 'dependabot[bot]'\n    steps:\n      - uses: actions/checkout@v4\n        with:\n          ref: ${expression('github.head_ref')}\n      - run: |\n          SETUP=$(curl https://x.y/setup)\n          echo "$SETUP"\n      - run: echo "$NAME"\n        env:\n          NAME: ${expression('inputs.name')}\n          ONE: ${expression('secrets.ONE')}\n      - uses: ./local/action\n`,
  ],
  [
    'Kubernetes manifest that gives rights away',
    checkKubernetes,
    'rights.yaml',
    'kind: ClusterRole\nmetadata: {name: r}\nrules:\n  - apiGroups: [""]\n    resources: [users]\n    verbs: [get, impersonate]\n---\nkind: RoleBinding\nmetadata: {name: b}\nroleRef: {name: r}\nsubjects:\n  - kind: Group\n    name: system:unauthenticated\n---\nkind: APIService\nmetadata: {name: s}\nspec:\n  insecureSkipTLSVerify: true\n---\nkind: Pod\nmetadata: {name: p}\nspec:\n  securityContext:\n    runAsNonRoot: false\n    seccompProfile: {type: Unconfined}\n  containers:\n    - name: web\n      image: web:1.2\n      resources: {limits: {memory: 1Gi}}\n      env:\n        - name: FLASK_ENV\n          value: development\n        - name: NODE_TLS_REJECT_UNAUTHORIZED\n          value: "0"\n',
    [
      'kubernetes/anonymous-rights 13',
      'kubernetes/debug-mode 32',
      'kubernetes/right-to-more-rights 6',
      'kubernetes/runs-as-root 24',
      'kubernetes/unchecked-certificate 18',
      'kubernetes/unchecked-certificate 34',
      'kubernetes/unconfined 25',
    ],
    'kind: ClusterRole\nmetadata: {name: r}\nrules:\n  - apiGroups: [""]\n    resources: [users]\n    resourceNames: [reader]\n    verbs: [get, impersonate]\n---\nkind: ClusterRoleBinding\nmetadata: {name: b}\nroleRef: {name: "system:public-info-viewer"}\nsubjects:\n  - kind: Group\n    name: system:unauthenticated\n---\nkind: APIService\nmetadata: {name: s}\nspec:\n  caBundle: abc\n---\nkind: Pod\nmetadata: {name: p}\nspec:\n  securityContext:\n    runAsNonRoot: true\n    seccompProfile: {type: RuntimeDefault}\n  containers:\n    - name: web\n      image: web:1.2\n      resources: {limits: {memory: 1Gi}}\n      env:\n        - name: FLASK_ENV\n          value: production\n',
  ],
  [
    'Dockerfile that hands out rights and secrets',
    checkDockerfile,
    'Dockerfile',
    'FROM debian:12.7\nARG NPM_TOKEN\nARG DEPLOY_PASSWORD\nRUN npm install --token=$NPM_TOKEN\nVOLUME /var/run/docker.sock:/var/run/docker.sock\nUSER app\nUSER root\n',
    [
      'docker/runs-as-root 7',
      'docker/runtime-socket 5',
      'docker/secret-in-argument 2',
      'docker/secret-in-argument 3',
    ],
    'FROM debian:12.7\nARG NPM_TOKEN_FILE\nARG VERSION\nRUN --mount=type=secret,id=npm npm install\nVOLUME /var/lib/app\nUSER root\nUSER app\n',
  ],
];

describe('the checks of configuration', () => {
  it.each(cases)(
    'of a %s report each fault with its line, and none in the corrected file',
    (_name, check, path, faulty, expected, mended) => {
      expect(
        check(path, faulty)
          .map((one) => `${one.ruleId} ${one.line}`)
          .sort(),
      ).toEqual(expected);
      expect(check(path, mended).map((one) => `${one.ruleId} ${one.line}`)).toEqual([]);
    },
  );

  it('read other files without failing', () => {
    for (const [, check, path] of cases) {
      for (const odd of [
        '',
        '\u0000',
        '{{ .Values.x }}',
        '- &a [*a]',
        '['.repeat(3_000),
        'FROM',
        'resource "',
        'a: b: c:',
        '}'.repeat(500),
      ]) {
        expect(Array.isArray(check(path, odd))).toBe(true);
      }
    }
  });
});
