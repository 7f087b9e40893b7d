import { to } from '../../app/router.tsx';

/** A rule's page; ids of both kinds are `family/name`. */
export function ruleHref(id: string): string {
  const [family = '', ...name] = id.split('/');
  return to`review/rules/${family}/${name.join('/')}`;
}

/** Tools with imported reports name their rules freely. */
export function RuleLink({ id }: { id: string }) {
  const name = <code>{id}</code>;
  return id.includes('/') ? <a href={ruleHref(id)}>{name}</a> : name;
}
