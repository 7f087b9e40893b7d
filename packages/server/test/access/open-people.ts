import { expect } from 'vitest';
import type { TestService } from '../../src/app/testing/test-service.ts';
import { type Answer, callerOf } from '../../src/kit/http/testing/call-api.ts';

export const PASSWORD = 'a long enough secret';

/** A person's browser: sends requests with its cookie, like the console. */
export interface Person {
  userId: string;
  cookie: string;
  ask(method: string, path: string, body?: unknown): Promise<Answer>;
}

/** Sends a request without a key. */
export function askAsNobody(service: TestService, path: string, body: unknown): Promise<Answer> {
  return browserOf(service, '')('POST', path, body);
}

export async function invite(
  service: TestService,
  email: string,
  role: string,
  key = service.key,
): Promise<{ id: string; link: string; token: string }> {
  const { status, body, text } = await callerOf(service.address, key)('POST', '/v1/invitations', {
    email,
    role,
  });
  expect(status, text).toBe(201);
  return { id: body.id, link: body.link, token: body.link.split('/join/')[1] };
}

/** Invites a person and accepts the invitation. */
export async function addPerson(
  service: TestService,
  email: string,
  role: string,
  key = service.key,
): Promise<Person> {
  const { token } = await invite(service, email, role, key);
  const joined = await askAsNobody(service, '/v1/session/join', { token, name: email, password: PASSWORD });
  expect(joined.status, joined.text).toBe(201);
  return personOf(service, cookieOf(joined));
}

export async function signIn(service: TestService, email: string, password = PASSWORD): Promise<Answer> {
  return askAsNobody(service, '/v1/session/sign-in', { email, password });
}

export async function personOf(service: TestService, cookie: string): Promise<Person> {
  const ask = browserOf(service, cookie);
  const { body } = await ask('GET', '/v1/session');
  return { userId: body.user.id, cookie, ask };
}

export function cookieOf({ headers }: Answer): string {
  return headers.get('set-cookie')?.split(';')[0] ?? '';
}

function browserOf(service: TestService, cookie: string): Person['ask'] {
  return async (method, path, body) => {
    const response = await fetch(service.address + path, {
      method,
      headers: {
        'x-trivium-session': '1',
        ...(cookie !== '' && { cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const { status, headers } = response;
    return { status, headers, text, body: text === '' ? undefined : JSON.parse(text) };
  };
}
