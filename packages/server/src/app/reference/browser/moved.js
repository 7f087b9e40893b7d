/** A link to a part that has a page of its own by now goes on to that page. */
export function followMoved() {
  const part = document.getElementById(location.hash.slice(1));
  const link = part?.querySelector(':scope > a[data-moved]');
  if (link) location.replace(link.href);
}
