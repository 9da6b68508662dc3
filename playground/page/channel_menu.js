// What can be done with a channel: begin a thread in it, close or reopen a thread.

import * as api from "./api.js";
import { openMenu } from "./menu.js";
import { newThread } from "./new_thread.js";
import { ANNOUNCEMENT, isThread, TEXT } from "./places.js";

/** Whether there is anything to do with a channel. */
export const hasMenu = (channel) => channel !== undefined && (isThread(channel) || holdsThreads(channel));

const holdsThreads = (channel) => channel.type === TEXT || channel.type === ANNOUNCEMENT;

/** Whether a thread can be begun on a message. */
export const canBranch = (message, store) =>
  !message.thread && holdsThreads(store.channels.get(message.channel_id) ?? { type: null });

/** Open the menu of a channel beside an element. `openWhat(request)` opens the channel that a request returns. */
export function channelMenu(anchor, channel, store, openWhat, tell) {
  const edit = (changes) => () => api.editThread(store.me.id, channel.id, changes).catch(tell);
  const begin = (fields) => () => newThread({ channel_id: channel.id, ...fields }, store, openWhat);
  const items = isThread(channel)
    ? [
        channel.archived
          ? { label: "Reopen", icon: "play", run: edit({ archived: false }) }
          : { label: "Archive", icon: "check", run: edit({ archived: true }) },
        channel.locked
          ? { label: "Unlock", icon: "lock", run: edit({ locked: false }) }
          : { label: "Lock and archive", icon: "lock", run: edit({ locked: true, archived: true }) },
      ]
    : [
        { label: "New thread", icon: "thread", run: begin({}) },
        channel.type === TEXT && { label: "New private thread", icon: "lock", run: begin({ private: true }) },
      ];
  openMenu(anchor, channel.name, items);
}
