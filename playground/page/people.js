// Who the visitor is: the switch between the people, and on a phone the button that opens it.

import { avatar, el, icon, refill } from "./dom.js";
import { openMenu } from "./menu.js";

const few = (count) => (count > 9 ? "9+" : String(count));

/** Draw the switch into `root` and the button of a phone into `me`; `become(id)` makes the visitor write as another. */
export function drawPeople(root, me, store, become) {
  const calls = store.people.map((person) => (person.id === store.me.id ? 0 : store.calls(person.id)));
  const buttons = store.people.map((person, seat) => {
    const mine = person.id === store.me.id;
    const label = [mine ? `You are ${person.name}` : `Write as ${person.name}`, calls[seat] && `called ${calls[seat]} times`];
    return el(
      "button",
      {
        type: "button",
        class: "person",
        "aria-pressed": String(mine),
        "aria-label": label.filter(Boolean).join(", "),
        title: `${label[0]} (Alt+${seat + 1})`,
        data: { testid: `person-${person.name}`, seat: String(seat % 5), calls: String(calls[seat]) },
        onclick: () => become(person.id),
      },
      avatar(person.name, seat),
      el("span", { class: "name", text: person.name }),
      calls[seat] > 0 && el("span", { class: "count", "aria-hidden": "true", text: few(calls[seat]) }),
    );
  });
  refill(root, el("span", { class: "you", "aria-hidden": "true", text: "You are" }), ...buttons);
  const { seat } = store.who(store.me.id);
  me.dataset.seat = String(seat % 5);
  me.classList.toggle("fresh", calls.some((count) => count > 0));
  me.setAttribute("aria-label", `You are ${store.me.name}: write as somebody else`);
  refill(me, avatar(store.me.name, seat), el("span", { class: "name", text: store.me.name }), icon("chevron"));
}

/** Let the visitor choose who to be, beside the button of a phone. */
export function choosePerson(me, store, become) {
  const items = store.people.map((person, seat) => ({
    label: person.name,
    lead: avatar(person.name, seat),
    checked: person.id === store.me.id,
    count: person.id === store.me.id ? 0 : store.calls(person.id),
    testid: `be-${person.name}`,
    run: () => become(person.id),
  }));
  openMenu(me, "Write as", ["Write as", ...items]);
}
