// The people API of the playground: what a visitor does, as one of its people.

/** The server refused; the message is its sentence. */
export class Refused extends Error {}

async function call(method, path, body, files = []) {
  const options = { method, headers: {} };
  if (files.length) {
    options.body = new FormData();
    options.body.append("payload_json", JSON.stringify(body));
    for (const [index, file] of files.entries()) options.body.append(`files[${index}]`, file, file.name);
  } else if (body !== undefined) {
    options.headers["Content-Type"] = "application/json";
    options.body = JSON.stringify(body);
  }
  const response = await fetch(path, options);
  const answer = response.status === 204 ? null : await response.json().catch(() => null);
  if (!response.ok) throw new Refused(answer?.error ?? `The playground answered with status ${response.status}.`);
  return answer;
}

const as = (user) => `/people/${encodeURIComponent(user)}`;
const reaction = (user, message, emoji) => `${as(user)}/messages/${message}/reactions/${encodeURIComponent(emoji)}`;

export const people = () => call("GET", "/people");
export const view = (user) => call("GET", `/view?as=${encodeURIComponent(user)}`);
export const send = (user, message) => call("POST", `${as(user)}/messages`, message);
export const edit = (user, id, content) => call("PATCH", `${as(user)}/messages/${id}`, { content });
export const remove = (user, id) => call("DELETE", `${as(user)}/messages/${id}`);
export const press = (user, message, customId, values) =>
  call("POST", `${as(user)}/press`, { message_id: message, custom_id: customId, values });
export const slash = (user, channel, name, options) =>
  call("POST", `${as(user)}/slash`, { channel_id: channel, name, options });
export const autocomplete = (user, channel, name, options, focused) =>
  call("POST", `${as(user)}/autocomplete`, { channel_id: channel, name, options, focused });
export const modal = (user, interaction, values, files) =>
  call("POST", `${as(user)}/modal`, { interaction_id: interaction, values }, files);
export const menu = (user, name, target) => call("POST", `${as(user)}/menu`, { name, ...target });
export const react = (user, message, emoji) => call("PUT", reaction(user, message, emoji));
export const unreact = (user, message, emoji) => call("DELETE", reaction(user, message, emoji));
export const pin = (user, message) => call("PUT", `${as(user)}/pins/${message}`);
export const unpin = (user, message) => call("DELETE", `${as(user)}/pins/${message}`);
export const change = (user, changes) => call("PATCH", as(user), changes);
export const startThread = (user, thread) => call("POST", `${as(user)}/threads`, thread);
export const editThread = (user, id, changes) => call("PATCH", `${as(user)}/threads/${id}`, changes);
export const openDm = (user, others = []) => call("POST", `${as(user)}/dm`, { user_ids: others });

/** Return the address of a person's event stream. */
export function watchAddress(user) {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${location.host}/watch?as=${encodeURIComponent(user)}`;
}
