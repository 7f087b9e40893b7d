import type { FindingDraft } from '../rules/finding-draft.ts';
import { type ConfigRuleText, configDraft } from './config-finding.ts';
import { attributeText, type HclBlock, readHcl } from './hcl-blocks.ts';
import { checkSettings } from './terraform-judge.ts';
import { checkNetworkLists, checkPrincipals, everybody, managementPorts } from './terraform-reach.ts';
import { rules } from './terraform-rules.ts';
import { settingsByKind } from './terraform-settings.ts';

type Add = (rule: ConfigRuleText, line: number, about: string) => void;

/** Hardening of Terraform. */
export function checkTerraform(path: string, text: string): FindingDraft[] {
  const drafts: FindingDraft[] = [];
  const lines = text.split('\n');
  for (const block of readHcl(text)) {
    if (block.type !== 'resource' && block.type !== 'data' && block.type !== 'provider') continue;
    const add: Add = (rule, line, about) =>
      drafts.push(configDraft(rule, path, line, lines[line - 1] ?? '', `${block.labels.join('.')} ${about}`));
    checkResource(block, add);
    checkSettings(block, add);
    checkNetworkLists(block, add);
    checkPrincipals(block, add);
    checkSecrets(block, add);
  }
  return drafts;
}

const lineFor = (block: HclBlock, name: string) => block.attributes.get(name)?.line ?? block.line;

function checkResource(block: HclBlock, add: Add): void {
  const kind = block.labels[0] ?? '';
  checkFirewall(block, kind, add);
  checkBucket(block, kind, add);
  checkStored(block, kind, add);
  checkListener(block, kind, add);
  checkTransport(block, kind, add);
  checkControl(block, kind, add);
  checkPolicy(block, add);
}

/** Who can connect. */
function checkFirewall(block: HclBlock, kind: string, add: Add): void {
  if (/^aws_security_group$/.test(kind))
    for (const rule of block.blocks.filter((one) => one.type === 'ingress')) checkIngress(rule, add);
  if (kind === 'aws_security_group_rule' && attributeText(block, 'type') === '"ingress"')
    checkIngress(block, add);
  if (kind === 'aws_vpc_security_group_ingress_rule') checkIngress(block, add);
  if (kind === 'google_compute_firewall' && everybody.test(attributeText(block, 'source_ranges'))) {
    for (const allow of block.blocks.filter((one) => one.type === 'allow')) {
      const ports = attributeText(allow, 'ports');
      if (managementPorts.some((port) => new RegExp(`"${port}"`).test(ports)))
        add(rules.ingress, lineFor(block, 'source_ranges'), 'allow');
    }
  }
  if (
    kind === 'azurerm_network_security_rule' &&
    attributeText(block, 'access') === '"Allow"' &&
    attributeText(block, 'direction') === '"Inbound"'
  ) {
    const port = attributeText(block, 'destination_port_range').replace(/"/g, '');
    if (
      everybody.test(attributeText(block, 'source_address_prefix')) &&
      (port === '*' || managementPorts.includes(Number(port)))
    )
      add(rules.ingress, lineFor(block, 'source_address_prefix'), 'rule');
  }
}

const publicAccess = [
  'block_public_acls',
  'block_public_policy',
  'restrict_public_buckets',
  'ignore_public_acls',
];

/** Who can read stored files. */
function checkBucket(block: HclBlock, kind: string, add: Add): void {
  if (
    /^aws_s3_bucket(?:_acl)?$/.test(kind) &&
    /"public-read(?:-write)?"|"authenticated-read"/.test(attributeText(block, 'acl'))
  )
    add(rules.bucket, lineFor(block, 'acl'), 'acl');
  if (kind === 'aws_s3_bucket_public_access_block')
    for (const name of publicAccess)
      if (attributeText(block, name) === 'false') add(rules.bucket, lineFor(block, name), name);
  if (
    /^google_storage_bucket_iam/.test(kind) &&
    /allUsers|allAuthenticatedUsers/.test(attributeText(block, 'member') + attributeText(block, 'members'))
  )
    add(rules.bucket, lineFor(block, block.attributes.has('member') ? 'member' : 'members'), 'member');
  if (
    kind === 'azurerm_storage_account' &&
    attributeText(block, 'allow_nested_items_to_be_public') === 'true'
  )
    add(rules.bucket, lineFor(block, 'allow_nested_items_to_be_public'), 'public');
}

const encryptions = [
  'storage_encrypted',
  'encrypted',
  'at_rest_encryption_enabled',
  'transit_encryption_enabled',
];

/** Exposure and protection of databases, disks and machines. */
function checkStored(block: HclBlock, kind: string, add: Add): void {
  if (
    /^aws_(?:db_instance|rds_cluster_instance|redshift_cluster)$/.test(kind) &&
    attributeText(block, 'publicly_accessible') === 'true'
  )
    add(rules.database, lineFor(block, 'publicly_accessible'), 'public');
  for (const name of encryptions) {
    if (
      /^aws_/.test(kind) &&
      attributeText(block, name) === 'false' &&
      !settingsByKind.get(kind)?.some(([, path]) => path === name)
    )
      add(rules.encryption, lineFor(block, name), name);
  }
  if (/^aws_instance$|^aws_launch_template$/.test(kind)) {
    for (const options of block.blocks.filter((one) => one.type === 'metadata_options')) {
      if (attributeText(options, 'http_tokens') === '"optional"')
        add(rules.metadata, lineFor(options, 'http_tokens'), 'http_tokens');
    }
  }
}

function checkListener(block: HclBlock, kind: string, add: Add): void {
  if (
    /^aws_(?:lb|alb)_listener$/.test(kind) &&
    attributeText(block, 'protocol') === '"HTTP"' &&
    !block.blocks.some((one) => one.type === 'default_action' && attributeText(one, 'type') === '"redirect"')
  )
    add(rules.tls, lineFor(block, 'protocol'), 'protocol');
}

function checkTransport(block: HclBlock, kind: string, add: Add): void {
  for (const name of [
    'min_tls_version',
    'minimum_tls_version',
    'minimum_protocol_version',
    'ssl_policy',
    'min_tls_version_required',
  ]) {
    if (
      /TLS_?v?1_?\.?[01]?"|TLS1[._]?[01]\b|SSLv3|TLS-1-[01]-|SecurityPolicy-2015|SecurityPolicy-2016/i.test(
        attributeText(block, name),
      )
    )
      add(rules.oldTls, lineFor(block, name), name);
  }
  for (const name of [
    'enable_https_traffic_only',
    'https_traffic_only_enabled',
    'https_only',
    'require_ssl',
    'ssl_enforcement_enabled',
  ])
    if (attributeText(block, name) === 'false') add(rules.tls, lineFor(block, name), name);
  if (kind === 'aws_cloudfront_distribution')
    for (const part of block.blocks) {
      if (attributeText(part, 'viewer_protocol_policy') === '"allow-all"')
        add(rules.tls, lineFor(part, 'viewer_protocol_policy'), part.type);
      if (/"(?:SSLv3|TLSv1(?:_2016|\.1_2016)?)"/.test(attributeText(part, 'minimum_protocol_version')))
        add(rules.oldTls, lineFor(part, 'minimum_protocol_version'), part.type);
    }
}

function checkControl(block: HclBlock, kind: string, add: Add): void {
  if (kind === 'aws_eks_cluster')
    for (const part of block.blocks)
      if (everybody.test(attributeText(part, 'public_access_cidrs')))
        add(rules.control, lineFor(part, 'public_access_cidrs'), 'public_access_cidrs');
  if (kind === 'google_sql_database_instance')
    for (const settings of block.blocks.flatMap((one) => [one, ...one.blocks]))
      for (const network of settings.blocks)
        if (everybody.test(attributeText(network, 'value')))
          add(rules.database, lineFor(network, 'value'), 'authorized_networks');
  if (
    /^google_\w*_iam_(?:member|binding)$/.test(kind) &&
    !kind.startsWith('google_storage') &&
    /"all(?:Authenticated)?Users"/.test(attributeText(block, 'member') + attributeText(block, 'members')) &&
    !/invoker/i.test(attributeText(block, 'role'))
  )
    add(rules.policy, lineFor(block, 'member'), 'allUsers');
}

function checkIngress(block: HclBlock, add: Add): void {
  const source = ['cidr_blocks', 'ipv6_cidr_blocks', 'cidr_ipv4', 'cidr_ipv6'].find((name) =>
    everybody.test(attributeText(block, name)),
  );
  if (!source) return;
  const from = Number(attributeText(block, 'from_port'));
  const to = Number(attributeText(block, 'to_port') || from);
  const isAll = attributeText(block, 'protocol') === '"-1"' || attributeText(block, 'ip_protocol') === '"-1"';
  const hit = isAll || managementPorts.some((port) => port >= from && port <= to);
  if (hit && (isAll || !Number.isNaN(from))) add(rules.ingress, lineFor(block, source), `ingress ${from}`);
}

function checkPolicy(block: HclBlock, add: Add): void {
  for (const statement of block.blocks.filter((one) => one.type === 'statement')) {
    if (
      /^\[\s*"\*"\s*\]$/.test(attributeText(statement, 'actions')) &&
      /^\[\s*"\*"\s*\]$/.test(attributeText(statement, 'resources')) &&
      attributeText(statement, 'effect') !== '"Deny"'
    ) {
      add(rules.policy, lineFor(statement, 'actions'), 'statement');
    }
  }
  const policy = attributeText(block, 'policy');
  if (
    /"?Action"?\s*[=:]\s*\[?\s*"\*"/.test(policy) &&
    /"?Resource"?\s*[=:]\s*\[?\s*"\*"/.test(policy) &&
    /"?Effect"?\s*[=:]\s*"Allow"/.test(policy)
  ) {
    const before = policy.slice(0, policy.search(/"?Action"?\s*[=:]\s*\[?\s*"\*"/));
    add(rules.policy, lineFor(block, 'policy') + before.split('\n').length - 1, 'policy');
  }
}

function checkSecrets(block: HclBlock, add: Add): void {
  for (const [name, { text, line }] of block.attributes) {
    const literal = /^"([^"$]{4,})"$/.exec(text)?.[1];
    if (
      !literal ||
      !/(?:^|_)(?:password|secret|secret_key|access_key|token|api_key|private_key|master_password)$/.test(
        name,
      )
    )
      continue;
    if (/^(?:changeme|example|placeholder|dummy|none|arn:|projects\/|vault:)/i.test(literal)) continue;
    add(rules.secret, line, name);
  }
}
