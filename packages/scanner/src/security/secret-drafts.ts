import type { FindingDraft } from '../rules/finding-draft.ts';
import type { Impact } from '../rules/severity.ts';
import type { AgentInput } from '../types/agent.ts';
import type { TaintFinding } from '../types/flow-findings.ts';
import { flowDraft, isOutsideProduct } from './flow-evidence.ts';

interface SecretText {
  ruleId: string;
  impact: Impact;
  cwe: readonly [string, ...string[]];
  says: string;
  cure: string;
}

/** The text for a secret in clear text, by where it came from or where it goes. */
function textOf({ kind, sourceKind }: TaintFinding): SecretText | null {
  if (kind === 'plain_password')
    return sourceKind === 'file'
      ? {
          ruleId: 'access/plain-password',
          impact: 'weakening',
          cwe: ['CWE-256', 'CWE-522', 'CWE-312'],
          says: 'The password for the sign-in is in a file in plain text: whoever reads the file has it.',
          cure: 'Read it from a secret store, or store it encrypted with a key that is kept elsewhere.',
        }
      : {
          ruleId: 'transport/plain-credential',
          impact: 'weakening',
          cwe: ['CWE-319', 'CWE-522'],
          says: 'The password for the sign-in comes over an unencrypted connection: anybody on the network path can read it.',
          cure: 'Receive it over TLS, and verify the certificate.',
        };
  if (kind === 'sent_secret')
    return {
      ruleId: 'access/secret-in-cookie',
      impact: 'weakening',
      cwe: ['CWE-315', 'CWE-312'],
      says: 'The password is in a cookie in plain text: browsers keep it on their disks, and send it with each request.',
      cure: 'Store an id of the session there, and keep what belongs to it on the server.',
    };
  if (kind === 'shown_environment')
    return {
      ruleId: 'access/shown-environment',
      impact: 'weakening',
      cwe: ['CWE-526', 'CWE-497'],
      says: 'The environment of the process is sent to whoever asks: paths, accounts, sometimes secrets.',
      cure: 'Return only what the client needs to know, and log the rest.',
    };
  return null;
}

/** Secrets that are received or sent in clear text. */
export function secretDrafts(input: AgentInput): FindingDraft[] {
  return input.index.taint.flatMap((flow) => {
    const text = textOf(flow);
    return text === null ? [] : [draftOf(flow, text, input)];
  });
}

function draftOf(flow: TaintFinding, text: SecretText, input: AgentInput): FindingDraft {
  return {
    ...flowDraft(flow),
    ruleId: text.ruleId,
    impact: text.impact,
    exposure: isOutsideProduct(flow, input)
      ? 'test'
      : flow.kind === 'shown_environment'
        ? 'external'
        : flow.exposure,
    confidence: flow.confidence,
    cwe: [...text.cwe],
    description: text.says,
    recommendation: text.cure,
    references: [`https://cwe.mitre.org/data/definitions/${text.cwe[0].slice(4)}.html`],
  };
}
