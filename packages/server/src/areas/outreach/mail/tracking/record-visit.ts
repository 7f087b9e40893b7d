import { factEvent } from '../../../../engine/catalog/index.ts';
import type { NewEvent } from '../../../../engine/spine/index.ts';
import { type QueryRows, rowsIn } from '../../../../kit/db/index.ts';
import { recordSpans } from '../../books/traces/span.repository.ts';
import { newSpanId } from '../../books/traces/trace-ids.ts';
import { type Count, countAll } from '../../terms/counter.repository.ts';
import { correlationOf, messageData, messageEvent } from '../communications/communication-events.ts';
import type { SendingPorts } from '../communications/sending-ports.ts';
import { countLink } from './followed-link.repository.ts';
import { isMachine, type Visit } from './is-machine.ts';
import {
  countClick,
  countOpen,
  findByToken,
  noteEngagement,
  noteRun,
  type TrackedMessage,
} from './tracked-message.repository.ts';

/** Maximum counted visits per message, however often its pixel is reloaded. */
const MAX_COUNTED = 100;

type VisitRequest = Omit<Visit, 'sentAtMs' | 'nowMs'>;

/** Records a request for a mail's pixel. An invalid token has no effect. */
export function recordOpen(ports: SendingPorts, token: string, asked: VisitRequest): Promise<void> {
  return record(ports, token, asked, async (query, message, machine, at) => {
    const counted = machine ? message.machineOpens : message.opens;
    if (counted >= MAX_COUNTED) return [];
    const isFirst = !machine && message.openedAt === null;
    await countOpen(query, message, { machine, at });
    const isFirstOfLead = isFirst && (await noteRun(query, message, 'opened_at', at));
    await noteEngagement(
      query,
      message,
      machine ? 'machine_opens' : 'opens',
      machine ? null : 'last_opened_at',
      at,
    );
    const metrics: Count['metric'][] = machine ? ['opens_machine'] : ['opens'];
    if (isFirst) metrics.push('unique_opens');
    if (isFirstOfLead) metrics.push('opened_leads');
    await countAll(
      query,
      message.orgId,
      metrics.map((metric) => ({ ...message, metric })),
    );
    const data = { ...messageData(message), machine, opened_at: at.toISOString() };
    return [
      factEvent('communication_opened', {
        orgId: message.orgId,
        source: 'outreach',
        data,
        correlationId: correlationOf(message),
      }),
    ];
  });
}

/** Records a click on a mail's link; clicks by machines are not counted. */
export function recordClick(
  ports: SendingPorts,
  token: string,
  url: string,
  asked: VisitRequest,
): Promise<void> {
  return record(ports, token, asked, async (query, message, machine, at) => {
    if (machine || message.clicks >= MAX_COUNTED) return [];
    await countClick(query, message, at);
    await countLink(query, message, url, at);
    if (message.clickedAt === null) await noteRun(query, message, 'clicked_at', at);
    await noteEngagement(query, message, 'clicks', 'last_clicked_at', at);
    await countAll(query, message.orgId, [{ ...message, metric: 'clicks' }]);
    return [messageEvent('communication.clicked', message, { url, clicked_at: at.toISOString() })];
  });
}

async function record(
  { unitOfWork, clock }: SendingPorts,
  token: string,
  asked: VisitRequest,
  write: (query: QueryRows, message: TrackedMessage, machine: boolean, at: Date) => Promise<NewEvent[]>,
): Promise<void> {
  await unitOfWork(async (tx) => {
    const query = rowsIn(tx);
    const message = await findByToken(query, token, true);
    if (message === undefined) return { value: undefined };
    const at = new Date(clock.now());
    const machine = isMachine({ ...asked, sentAtMs: message.sentAt?.getTime(), nowMs: at.getTime() });
    const events = await write(query, message, machine, at);
    const [first] = events;
    if (first !== undefined) {
      await recordSpans(tx, message.orgId, [
        {
          traceId: message.traceId,
          spanId: newSpanId(),
          name: first.type === 'communication.clicked' ? 'track.click' : 'track.open',
          kind: 'server',
          campaignId: message.campaignId ?? undefined,
          leadId: message.leadId ?? undefined,
          startedAtMs: at.getTime(),
          durationMs: 0,
          status: 'ok',
          attributes: { 'trivium.machine': machine },
        },
      ]);
    }
    return { value: undefined, events };
  });
}
