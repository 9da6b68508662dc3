// What discord.js is used for on Discord, done against the playground.

import "./gateway.mjs";
import "./messages.mjs";
import "./places.mjs";
import "./threads.mjs";
import "./rooms.mjs";
import "./commands.mjs";
import "./interactions.mjs";
import "./installs.mjs";
import "./components.mjs";
import "./permitted.mjs";
import "./limits.mjs";
import { run } from "./harness.mjs";

await run();
