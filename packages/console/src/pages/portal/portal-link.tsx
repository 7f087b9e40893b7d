import { createContext, useContext } from 'react';

interface PortalLink {
  /** The one subscription that it reaches. */
  subscriptionId: string;
  /** It was made for moving the subscription and giving it another secret. The API sees to that. */
  mayChange: boolean;
}

const LinkContext = createContext<PortalLink>({ subscriptionId: '', mayChange: false });
export const PortalLinkProvider = LinkContext.Provider;

export function usePortalLink(): PortalLink {
  return useContext(LinkContext);
}
