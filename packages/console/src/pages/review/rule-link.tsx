import { to } from '../../app/router.tsx';

/** The page of a rule; the ids of both kinds are `family/name`. */
export function ruleHref(id: string): string {
  const [family = '', ...name] = id.split('/');
  return to`review/rules/${family}/${name.join('/')}`;
}

/** Tools whose reports were taken in name their rules as they like. */
export function RuleLink({ id }: { id: string }) {
  const name = <code>{id}</code>;
  return id.includes('/') ? <a href={ruleHref(id)}>{name}</a> : name;
}
