import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import { sessionCookie } from '../../../kit/http/index.ts';
import type { PeopleService } from '../people/people-service.ts';
import { enterBySingleSignOn } from './enter-by-single-sign-on.ts';
import { SignInProblem } from './sign-in-problem.ts';
import type { SingleSignOn } from './single-sign-on.ts';

export const SINGLE_SIGN_ON_PATH = '/sign-in/sso';
const CALLBACK_PATH = `${SINGLE_SIGN_ON_PATH}/callback`;
const COOKIE = 'trivium_sso';
const COOKIE_VALUE = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w.-]+)(?:;|$)`);

type Log = Pick<Logger, 'warn'>;

/** The pages where a browser leaves for the provider and where it returns. */
export function registerSingleSignOnPages(
  app: FastifyInstance,
  { people, singleSignOn, log }: { people: PeopleService; singleSignOn: SingleSignOn; log: Log },
): void {
  const isSecure = () => people.address().startsWith('https:');
  app.get(SINGLE_SIGN_ON_PATH, async (_request, reply) => {
    try {
      const { url, cookie, lifetimeSeconds } = await singleSignOn.begin(people.address() + CALLBACK_PATH);
      reply.header('set-cookie', attemptCookie(cookie, lifetimeSeconds, isSecure()));
      return leave(reply, url);
    } catch (error) {
      return sendProblem(reply, error, log);
    }
  });
  app.get(CALLBACK_PATH, async ({ url, headers }, reply) => {
    reply.header('set-cookie', attemptCookie('', 0, isSecure()));
    try {
      const cookie = COOKIE_VALUE.exec(headers.cookie ?? '')?.[1];
      const person = await singleSignOn.finish(cookie, new URL(url, people.address()));
      const session = await enterBySingleSignOn(people, singleSignOn.settings, person);
      reply.header('set-cookie', sessionCookie(session.token, session.lifetimeSeconds, isSecure()));
      return leave(reply, '/#/signed-in');
    } catch (error) {
      return sendProblem(reply, error, log);
    }
  });
}

/** Sent when the provider redirects the browser back, which is a cross-site request. */
function attemptCookie(value: string, maxAgeSeconds: number, isSecure: boolean): string {
  const secure = isSecure ? '; Secure' : '';
  return `${COOKIE}=${value}; Max-Age=${maxAgeSeconds}; Path=${SINGLE_SIGN_ON_PATH}; HttpOnly; SameSite=Lax${secure}`;
}

function sendProblem(reply: FastifyReply, error: unknown, log: Log): FastifyReply {
  if (!(error instanceof SignInProblem)) throw error;
  log.warn({ err: error.cause ?? error, problem: error.code }, 'single sign-on');
  return leave(reply, `/#/sign-in?problem=${error.code}`);
}

function leave(reply: FastifyReply, url: string): FastifyReply {
  return reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).redirect(url, 302);
}
