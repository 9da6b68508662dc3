// The types of components, by Discord's numbers.

export const ROW = 1;
export const BUTTON = 2;
export const STRING_SELECT = 3;
export const TEXT_INPUT = 4;
export const USER_SELECT = 5;
export const ROLE_SELECT = 6;
export const MENTIONABLE_SELECT = 7;
export const CHANNEL_SELECT = 8;
export const SECTION = 9;
export const TEXT_DISPLAY = 10;
export const THUMBNAIL = 11;
export const MEDIA_GALLERY = 12;
export const FILE = 13;
export const SEPARATOR = 14;
export const CONTAINER = 17;
export const LABEL = 18;
export const FILE_UPLOAD = 19;
export const RADIO_GROUP = 21;
export const CHECKBOX_GROUP = 22;
export const CHECKBOX = 23;

export const SELECTS = [STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT];
