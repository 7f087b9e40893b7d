/**
 * The fields of an object are on a page only once. Where the object occurs again, they are copied when a reader opens
 * it.
 */
export function startFields() {
  // `toggle` does not bubble, so this listens in the capture phase.
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
