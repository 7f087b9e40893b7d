import { createContext, useContext } from 'react';

const LinkContext = createContext('');
export const PortalLinkProvider = LinkContext.Provider;

/** The one subscription that the portal link reaches. */
export function usePortalLink(): string {
  return useContext(LinkContext);
}
