import { useEffect, useRef } from 'react';
import { type ListState, useList } from '../../api/read.ts';
import type { ApiRequest } from './request-table.tsx';

/** The service records requests every two seconds, without an event. */
const WRITTEN_MS = 2_500;
const REFRESH_MS = 30_000;
/** For longer lists each refresh would read many pages. */
const MAX_EXAMINED = 200;

/** Reads requests, again once the latest have been recorded, and periodically. */
export function useRequests(input: Parameters<typeof useList<'listRequests'>>[1]): ListState<ApiRequest> {
  const list = useList('listRequests', input);
  const look = useRef(list.refetch);
  look.current = () => {
    if (list.items.length <= MAX_EXAMINED && document.visibilityState === 'visible') list.refetch();
  };
  useEffect(() => {
    const first = setTimeout(() => look.current(), WRITTEN_MS);
    const later = setInterval(() => look.current(), REFRESH_MS);
    return () => {
      clearTimeout(first);
      clearInterval(later);
    };
  }, []);
  return list;
}
