const PLACE = 'trivium.organizations';
const MAX_COUNT = 8;

/** Organizations used in this browser, newest first: only names, nothing that grants access. */
export function knownOrganizations(email: string): string[] {
  try {
    const all = JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Record<string, string[]>;
    return Array.isArray(all[email]) ? all[email] : [];
  } catch {
    return [];
  }
}

export function noteOrganization(email: string, name: string): void {
  const names = [name, ...knownOrganizations(email).filter((other) => other !== name)].slice(0, MAX_COUNT);
  try {
    const all = JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Record<string, string[]>;
    localStorage.setItem(PLACE, JSON.stringify({ ...all, [email]: names }));
  } catch {
    // Without storage the name has to be typed.
  }
}
