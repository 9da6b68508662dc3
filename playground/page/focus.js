// Where the focus goes when a window over the page closes.

/**
 * Return a function that puts the focus back on an element, unless it is elsewhere by then. The element is looked for
 * again if its message was drawn anew.
 */
export function returnTo(anchor) {
  const { testid, customId } = anchor.dataset;
  const message = anchor.closest("li.message")?.dataset.id;
  const own = customId ? `[data-custom-id="${CSS.escape(customId)}"]` : `[data-testid="${CSS.escape(testid ?? "")}"]`;
  const scope = `li.message[data-id="${message}"]`;
  const again = () => document.querySelector(`${scope} ${own}`) ?? document.querySelector(scope);
  return () => {
    if (document.activeElement === document.body) (anchor.isConnected ? anchor : again())?.focus();
  };
}
