import { randomBytes } from 'node:crypto';
import { cutText } from '../../../../kit/cut-text.ts';
import { AppError } from '../../../../kit/errors/index.ts';
import { formatId, newUuid, uuidOf } from '../../../../kit/ids.ts';
import type { AlertAction, AlertRule } from './alert.repository.ts';
import type { AlertWebhooks } from './alert-ports.ts';

export type RequestedAction =
  | { type: 'webhook'; url: string; secret?: string | undefined }
  | { type: 'email'; recipients: string[] }
  | { type: 'event'; event_type?: string };

type WebhookAction = Extract<AlertAction, { type: 'webhook' }>;

/** The actions of a rule, with the webhook subscriptions that deliver them. */
export interface OpenedActions {
  actions: AlertAction[];
  /** Generated secrets of webhooks without one, by the index of the action. */
  secrets: Map<number, string>;
  opened: AlertAction[];
}

/**
 * Creates the subscriptions that the actions need. A webhook with the same URL in `before` is kept, with its
 * secret, unless a new one is given. If one is refused, none is kept open.
 */
export async function openActions(
  webhooks: AlertWebhooks,
  rule: Pick<AlertRule, 'orgId' | 'id' | 'ruleName'>,
  wanted: readonly RequestedAction[],
  { before = [], now }: { before?: readonly AlertAction[]; now: number },
): Promise<OpenedActions> {
  const made: OpenedActions = { actions: [], secrets: new Map(), opened: [] };
  const kept = before.filter((action) => action.type === 'webhook');
  try {
    for (const [place, action] of wanted.entries()) {
      if (action.type !== 'webhook') {
        made.actions.push(action);
        continue;
      }
      const same = action.secret === undefined ? kept.findIndex(({ url }) => url === action.url) : -1;
      const [found] = same === -1 ? [] : kept.splice(same, 1);
      if (found !== undefined && (await keepWebhook(webhooks, rule, found))) {
        made.actions.push(found);
        continue;
      }
      const opened = await openWebhook(webhooks, rule, action, { place, now, secrets: made.secrets });
      made.actions.push(opened);
      made.opened.push(opened);
    }
    return made;
  } catch (error) {
    await closeWebhooks(webhooks, rule, made.opened);
    throw error;
  }
}

export async function closeWebhooks(
  webhooks: AlertWebhooks,
  { orgId }: Pick<AlertRule, 'orgId'>,
  actions: readonly AlertAction[],
): Promise<void> {
  for (const action of actions) {
    if (action.type === 'webhook') await webhooks.remove(orgId, uuidOf(action.subscription_id));
  }
}

function keepWebhook(
  webhooks: AlertWebhooks,
  { orgId, ruleName }: Pick<AlertRule, 'orgId' | 'ruleName'>,
  action: WebhookAction,
): Promise<boolean> {
  return webhooks.rename(orgId, uuidOf(action.subscription_id), nameOf(ruleName));
}

async function openWebhook(
  webhooks: AlertWebhooks,
  { orgId, id: ruleId, ruleName }: Pick<AlertRule, 'orgId' | 'id' | 'ruleName'>,
  { url, secret }: Extract<RequestedAction, { type: 'webhook' }>,
  { place, now, secrets }: { place: number; now: number; secrets: Map<number, string> },
): Promise<AlertAction> {
  const id = newUuid(now);
  const used = secret ?? randomBytes(32).toString('base64url');
  if (secret === undefined) secrets.set(place, used);
  const webhook = { name: nameOf(ruleName), url, secret: used, ruleId: formatId('rul', ruleId) };
  try {
    await webhooks.create(orgId, id, webhook);
  } catch (error) {
    if (!(error instanceof AppError) || error.field === undefined) throw error;
    throw new AppError(error, {
      message: error.message.replace('`url`', `\`actions.${place}.url\``),
      field: `actions.${place}.${error.field}`,
    });
  }
  return { type: 'webhook', url, subscription_id: formatId('whs', id) };
}

function nameOf(ruleName: string): string {
  return cutText(`Alert: ${ruleName}`, 200);
}
