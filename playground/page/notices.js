// The lines above the composer: what the bot can't do now, and what can't be written here.

const ARCHIVED = "This thread is archived. Write something to reopen it.";
const LOCKED = "This thread is locked: nobody can write or press anything here.";

/** Show what there is to say about the server, the bot and the open channel; `part` returns an element by id. */
export function drawNotices(part, store) {
  const { name, online } = store.bot;
  const channel = store.channels.get(store.current);
  part("lost").hidden = store.connected;
  part("offline").hidden = online || !store.connected;
  part("offline").textContent = `${name} is offline. Nobody answers until it is back.`;
  part("archived").hidden = !channel?.archived && !channel?.locked;
  part("archived").textContent = channel?.locked ? LOCKED : ARCHIVED;
  part("absent").hidden = !channel || store.hasBot(channel);
  part("absent").textContent = `${name} isn't here. It answers only its commands, if you've added it to your apps.`;
  part("content-off").hidden = store.messageContent;
  part("content-off-text").textContent =
    `Message content intent off: ${name} sees only commands with /, buttons, @${name}, ` +
    "answers to it with the ping on, and direct messages.";
}
