/**
 * `{ implicit request: Request[A] => …`: the grammar only supports such a parameter without its type. Offsets do not
 * change.
 */
export function withoutImplicitTypes(text: string): string {
  return text.replace(
    /(\{\s{0,200}implicit\s{1,20}\w{1,100})(\s{0,20}:[\w.[\], \t]{1,200})(?==>)/g,
    (_, head: string, type: string) => head + ' '.repeat(type.length),
  );
}
