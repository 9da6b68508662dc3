// The components of a message, each drawn by its type.

import { button } from "./buttons.js";
import { el } from "./dom.js";
import * as kinds from "./kinds.js";
import { container, section, separator } from "./layout.js";
import { markdown } from "./markdown.js";
import { fileCard, gallery } from "./media.js";
import { select } from "./select.js";

/** Return the nodes of a message's components. `page` has `store` and `presses`, `names` is what `markdown` takes. */
export function components(message, page, names) {
  const draw = (one) => {
    switch (one.type) {
      case kinds.ROW:
        return el("div", { class: "row" }, one.components.map(draw));
      case kinds.BUTTON:
        return button(one, message, page.presses);
      case kinds.TEXT_DISPLAY:
        return el("div", { class: "display" }, markdown(one.content, names));
      case kinds.SECTION:
        return section(one, draw);
      case kinds.THUMBNAIL:
        return gallery([one], "thumbnail");
      case kinds.MEDIA_GALLERY:
        return gallery(one.items, "gallery");
      case kinds.FILE:
        return fileCard(fileOf(one, message), one.spoiler);
      case kinds.SEPARATOR:
        return separator(one);
      case kinds.CONTAINER:
        return container(one, draw);
      default:
        return kinds.SELECTS.includes(one.type) ? menu(one, message, page) : null;
    }
  };
  return (message.components ?? []).map(draw);
}

function menu(one, message, { store, presses }) {
  const waiting = presses.waiting(message);
  const props = {
    disabled: one.disabled,
    "aria-disabled": waiting === undefined ? null : "true",
    "aria-busy": waiting === one.custom_id ? "true" : null,
  };
  const use = (values) => presses.use(message, one.custom_id, values);
  return select(one, store, presses.chosen(message, one.custom_id) ?? null, use, props);
}

/** Return the attachment that a file component shows, as far as it is known. */
function fileOf({ file }, message) {
  const filename = decodeURIComponent(file.url.split("/").at(-1));
  return { filename, ...(message.attachments ?? []).find((one) => one.url === file.url), url: file.url };
}
