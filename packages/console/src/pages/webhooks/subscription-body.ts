import { parseObject } from '../../parts/schema-values.ts';
import type { Subscription } from './health.tsx';
import { noWays, type Ways, waysBody, waysOf } from './sending-ways.ts';

export interface Form extends Ways {
  name: string;
  url: string;
  events: string[];
  platform: string;
  filter: string;
  transform: string;
  format: string;
  rate: string;
}

export const emptyForm: Form = {
  name: '',
  url: '',
  events: [],
  platform: '',
  filter: '',
  transform: '',
  format: 'standard',
  rate: '',
  ...noWays,
};

export function formOf(found: Subscription): Form {
  const { name, url, events, platform, filter, transform, format, rate_per_second } = found;
  return {
    ...waysOf(found),
    name: name ?? '',
    url,
    events,
    platform: platform ?? '',
    filter: filter === null ? '' : JSON.stringify(filter, null, 2),
    transform: transform ?? '',
    format,
    rate: rate_per_second === null ? '' : String(rate_per_second),
  };
}

export function bodyOf(form: Form): object {
  const { name, url, rate } = form;
  return {
    name,
    url,
    ...matchingOf(form),
    rate_per_second: rate === '' ? null : Number(rate),
    ...waysBody(form),
  };
}

/** The settings that decide which events are sent, and how: these can be tried on a past event. */
export function matchingOf({ events, platform, filter, transform, format }: Form): object {
  return {
    events,
    platform: platform === '' ? null : platform,
    filter: filter.trim() === '' ? null : (parseObject(filter) ?? null),
    transform: transform.trim() === '' ? null : transform,
    format,
  };
}

export function isFilterWrong({ filter }: Form): boolean {
  return filter.trim() !== '' && parseObject(filter) === undefined;
}
