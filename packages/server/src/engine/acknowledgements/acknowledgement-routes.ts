import type { Static, TSchema } from 'typebox';
import { notFound } from '../../kit/errors/index.ts';
import {
  type AnyRoute,
  defineRoute,
  noContent,
  ok,
  type Principal,
  type Route,
} from '../../kit/http/index.ts';
import { acknowledgeBody, acknowledgementRecord, toAcknowledgementRecord } from './acknowledgement.schema.ts';
import type { Acknowledged, Acknowledgements } from './acknowledgements.ts';

interface Acknowledgeable<P extends TSchema>
  extends Pick<Route, 'path' | 'tag' | 'access' | 'limits' | 'environments'> {
  params: P;
  /** The resource's name in operation ids. */
  operation: string;
  /** What is acknowledged, in words. */
  what: string;
  /** How long it stays in effect, as a sentence. */
  holds: string;
  acknowledgements(): Acknowledgements;
  /** Throws `not_found`. */
  find(principal: Principal, params: Static<P>): Promise<Acknowledged>;
}

/** The two rows that acknowledge a resource and withdraw the acknowledgement. */
export function acknowledgementRoutes<P extends TSchema>(of: Acknowledgeable<P>): AnyRoute[] {
  const { operation, what, holds, acknowledgements, find, ...row } = of;
  const path = `${row.path}/acknowledgement`;
  return [
    defineRoute({
      ...row,
      path,
      method: 'PUT',
      operationId: `acknowledge${operation}`,
      summary: `Acknowledge ${what}`,
      description: `Says that it was seen, and who sees to it. In place of an earlier one; nothing else changes by it. ${holds}`,
      body: acknowledgeBody,
      bodyOptional: true,
      responses: { 200: acknowledgementRecord },
      errors: ['not_found'],
      handler: async ({ principal, params, body }) => {
        const acknowledged = await acknowledgements().acknowledge(await find(principal, params), body ?? {});
        return ok(toAcknowledgementRecord(acknowledged));
      },
    }),
    defineRoute({
      ...row,
      path,
      method: 'DELETE',
      operationId: `unacknowledge${operation}`,
      summary: `Take back that ${what} was seen`,
      responses: { 204: null },
      errors: ['not_found'],
      handler: async ({ principal, params }) => {
        if (!(await acknowledgements().withdraw(await find(principal, params)))) {
          throw notFound('acknowledgement');
        }
        return noContent();
      },
    }),
  ];
}
