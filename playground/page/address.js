// The place where a tab is, kept in its address as #name/channel, so that a reload leads back to the same person.

/** Return {name, channel} of the page's address; "" for what it doesn't say. */
export function readAddress() {
  const [name = "", channel = ""] = decodeURIComponent(location.hash.slice(1)).split("/");
  return { name: name.toLowerCase(), channel };
}

/** Write a person and a channel into the page's address. */
export function writeAddress(person, channel) {
  const hash = `#${encodeURIComponent(person.name.toLowerCase())}/${channel}`;
  if (location.hash !== hash) history.replaceState(null, "", hash);
}

/** Return the person among several whom the address names, or undefined. */
export const addressed = (people) => people.find((one) => one.name.toLowerCase() === readAddress().name);
