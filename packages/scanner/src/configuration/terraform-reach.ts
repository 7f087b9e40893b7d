import type { ConfigRuleText } from './config-finding.ts';
import { attributeText, type HclBlock } from './hcl-blocks.ts';

export const everybody = /"(?:[\d.]+\/0|[\da-f:]*\/0|\*|Internet|Any)"/i;
export const managementPorts = [20, 21, 22, 23, 3389, 3306, 5432, 6379, 27017, 9200, 1433, 5985, 2375, 11211];

type Add = (rule: ConfigRuleText, line: number, about: string) => void;

const openList: ConfigRuleText = {
  id: 'terraform/open-network-list',
  impact: 'weakening',
  cwe: ['CWE-284'],
  description:
    'The outer protection of the network is off: one security group that is too wide makes the resource reachable.',
  recommendation: 'Allow only the networks that need it.',
};

const openPolicy: ConfigRuleText = {
  id: 'terraform/open-policy',
  impact: 'disclosure',
  confidence: 0.8,
  cwe: ['CWE-732', 'CWE-284'],
  description: 'Anybody who knows the name of the resource can use it.',
  recommendation: 'List the accounts and roles, or restrict it to a source with a condition.',
};

const wideActions: ConfigRuleText = {
  id: 'terraform/wide-actions',
  impact: 'weakening',
  confidence: 0.75,
  cwe: ['CWE-732', 'CWE-269'],
  description: 'Whoever has access can also delete the resource, and change the policy itself.',
  recommendation: 'List only the actions that are needed.',
};

/** Network ACL rules that admit everybody. */
export function checkNetworkLists(block: HclBlock, add: Add): void {
  const kind = block.labels[0] ?? '';
  if (kind === 'aws_network_acl_rule' && attributeText(block, 'egress') !== 'true')
    checkList(block, 'rule_action', add);
  if (/^aws_(?:default_)?network_acl$/.test(kind))
    for (const one of block.blocks) if (one.type === 'ingress') checkList(one, 'action', add);
}

function checkList(block: HclBlock, action: string, add: Add): void {
  if (!/^"allow"$/i.test(attributeText(block, action))) return;
  const source = ['cidr_block', 'ipv6_cidr_block'].find((name) => everybody.test(attributeText(block, name)));
  if (source === undefined) return;
  const from = Number(attributeText(block, 'from_port').replace(/"/g, ''));
  const to = Number(attributeText(block, 'to_port').replace(/"/g, '') || from);
  const isAll =
    /^"?(?:-1|all)"?$/.test(attributeText(block, 'protocol')) || (from === 0 && (to === 0 || to === 65_535));
  if (isAll || managementPorts.some((port) => port >= from && port <= to))
    add(openList, block.attributes.get(source)?.line ?? block.line, `ingress ${from}`);
}

const guarded =
  /^aws_(?:sqs_queue|sqs_queue_policy|sns_topic|sns_topic_policy|ecr_repository_policy|kms_key|kms_key_policy|glacier_vault|s3_bucket_policy|secretsmanager_secret_policy|lambda_layer_version_permission|backup_vault_policy|elasticsearch_domain_policy)$/;
const anyone = /"?(?:Principal|AWS|identifiers)"?\s*[=:]\s*\[?\s*(?:\{\s*"?AWS"?\s*[=:]\s*\[?\s*)?"\*"/;
const anything = /"?(?:Action|actions)"?\s*[=:]\s*\[?\s*"(?:\w+:)?\*"/;

/** Resource policies that admit everybody, or that allow everything. */
export function checkPrincipals(block: HclBlock, add: Add): void {
  if (block.type === 'data' && block.labels[0] === 'aws_iam_policy_document') {
    for (const statement of block.blocks) if (statement.type === 'statement') checkStatement(statement, add);
    return;
  }
  if (!guarded.test(block.labels[0] ?? '')) return;
  const policy = block.attributes.get('policy') ?? block.attributes.get('access_policy');
  if (policy === undefined) return;
  // Checks each statement separately: a denial may name everybody.
  let at = 0;
  for (const part of policy.text.split(/(?<=\})\s*,/)) {
    const line = (found: RegExpExecArray) =>
      policy.line + policy.text.slice(0, at + found.index).split('\n').length - 1;
    if (/"?Effect"?\s*[=:]\s*"Allow"/.test(part) && !/"?Condition"?\s*[=:]/.test(part)) {
      const open = anyone.exec(part);
      const wide = anything.exec(part);
      if (open !== null) add(openPolicy, line(open), 'principal');
      if (wide !== null && !/kms/.test(block.labels[0] ?? '')) add(wideActions, line(wide), 'actions');
    }
    at += part.length + 1;
  }
}

function checkStatement(statement: HclBlock, add: Add): void {
  if (
    attributeText(statement, 'effect') === '"Deny"' ||
    statement.blocks.some(({ type }) => type === 'condition')
  )
    return;
  for (const one of statement.blocks)
    if (one.type === 'principals' && /"\*"/.test(attributeText(one, 'identifiers')))
      add(openPolicy, one.attributes.get('identifiers')?.line ?? one.line, 'principals');
}
