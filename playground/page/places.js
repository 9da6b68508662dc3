// The kinds of channels, by Discord's numbers.

export const TEXT = 0;
export const DM = 1;
export const GROUP = 3;
export const ANNOUNCEMENT = 5;
const PRIVATE_THREAD = 12;
const THREADS = [10, 11, PRIVATE_THREAD];
const FORUMS = [15, 16];

/** Whether a channel is a thread, or a post of a forum. */
export const isThread = (channel) => THREADS.includes(channel.type);

/** Whether only its members see a thread. */
export const isPrivate = (channel) => channel.type === PRIVATE_THREAD;

/** Whether a channel holds posts instead of messages. */
export const isForum = (channel) => FORUMS.includes(channel.type);

/** Whether a channel belongs to people and not to the server. */
export const isDirect = (channel) => channel.type === DM || channel.type === GROUP;
