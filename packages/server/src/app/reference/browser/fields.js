/** An object has its fields once on a page; where it comes again, they are put in when somebody opens them. */
export function startFields() {
  // The event does not rise, but is seen on its way down.
  document.addEventListener(
    'toggle',
    ({ target }) => {
      if (!target.open || target.dataset.of === undefined) return;
      const fields = document.querySelector(`#fields-${target.dataset.of} > dl`);
      if (fields === null) return;
      const copy = fields.cloneNode(true);
      for (const details of copy.querySelectorAll('details[id]')) details.removeAttribute('id');
      target.querySelector('p').replaceWith(copy);
      delete target.dataset.of;
    },
    true,
  );
}
