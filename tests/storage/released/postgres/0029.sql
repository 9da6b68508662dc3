-- The schema 0029 on PostgreSQL with what a referee wrote, as `pg_dump --no-owner --no-privileges --inserts` gives it.
-- Made from the dump of schema 0028: migrated.
SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
COMMENT ON SCHEMA public IS 'standard public schema';
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public.alembic_version (
    version_num character varying(32) NOT NULL
);
CREATE TABLE public.analyses (
    match_id bigint NOT NULL,
    user_id bigint NOT NULL,
    tree json NOT NULL
);
CREATE TABLE public.audit_log (
    id bigint NOT NULL,
    guild_id bigint NOT NULL,
    user_id bigint NOT NULL,
    action text NOT NULL,
    subject_id bigint,
    match_id bigint,
    tournament_id bigint,
    details json NOT NULL,
    source_id bigint NOT NULL,
    at timestamp with time zone NOT NULL
);
CREATE SEQUENCE public.audit_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.audit_log_id_seq OWNED BY public.audit_log.id;
CREATE TABLE public.beats (
    guild_id bigint NOT NULL,
    at timestamp with time zone NOT NULL
);
CREATE TABLE public.blocks (
    guild_id bigint NOT NULL,
    user_id bigint NOT NULL,
    blocked_by bigint,
    blocked_at timestamp with time zone,
    reason text NOT NULL
);
CREATE TABLE public.challenge_people (
    challenge_id bigint NOT NULL,
    place integer NOT NULL,
    user_id bigint NOT NULL,
    name text NOT NULL,
    accepted boolean NOT NULL,
    seat integer
);
CREATE TABLE public.challenges (
    id bigint NOT NULL,
    game text NOT NULL,
    options json NOT NULL,
    guild_id bigint NOT NULL,
    channel_id bigint NOT NULL,
    seat integer,
    size integer NOT NULL,
    status text NOT NULL,
    source_id bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    look json DEFAULT '{}'::json NOT NULL,
    rematch_of bigint,
    clock text DEFAULT 'none'::text NOT NULL,
    again integer DEFAULT 0 NOT NULL,
    theirs boolean DEFAULT false NOT NULL,
    rated boolean DEFAULT true NOT NULL,
    start text,
    origin_id bigint,
    origin_ply integer
);
CREATE SEQUENCE public.challenges_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.challenges_id_seq OWNED BY public.challenges.id;
CREATE TABLE public.clocks (
    match_id bigint NOT NULL,
    control text NOT NULL,
    "left" json NOT NULL,
    since timestamp with time zone NOT NULL,
    deadline timestamp with time zone,
    due text,
    due_at timestamp with time zone
);
CREATE TABLE public.corrections (
    match_id bigint NOT NULL,
    number integer NOT NULL,
    user_id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    places json NOT NULL
);
CREATE TABLE public.crowd_members (
    challenge_id bigint NOT NULL,
    user_id bigint NOT NULL,
    number integer NOT NULL,
    name text NOT NULL,
    joined_at timestamp with time zone NOT NULL,
    left_at timestamp with time zone,
    source_id bigint NOT NULL
);
CREATE TABLE public.crowds (
    challenge_id bigint NOT NULL,
    number integer NOT NULL,
    place integer NOT NULL,
    role_id bigint,
    name text NOT NULL,
    vote_time integer NOT NULL
);
CREATE TABLE public.deleted_channels (
    channel_id bigint NOT NULL,
    noted_at timestamp with time zone NOT NULL
);
CREATE TABLE public.deletions (
    user_id bigint NOT NULL,
    asked_at timestamp with time zone NOT NULL,
    erased_at timestamp with time zone
);
CREATE TABLE public.events (
    match_id bigint NOT NULL,
    seq integer NOT NULL,
    kind text NOT NULL,
    seat integer,
    user_id bigint,
    text text NOT NULL,
    source_id bigint,
    at timestamp with time zone NOT NULL,
    by_plan boolean DEFAULT false NOT NULL
);
CREATE TABLE public.guesses (
    match_id bigint NOT NULL,
    user_id bigint NOT NULL,
    name text NOT NULL,
    choices integer NOT NULL,
    result integer NOT NULL,
    percent integer NOT NULL,
    seq integer NOT NULL,
    source_id bigint NOT NULL,
    at timestamp with time zone NOT NULL
);
CREATE TABLE public.guilds (
    guild_id bigint NOT NULL,
    settings json NOT NULL,
    puzzle_at timestamp with time zone,
    weekly_at timestamp with time zone
);
CREATE TABLE public.heard (
    channel_id bigint NOT NULL,
    message_id bigint NOT NULL,
    user_id bigint
);
CREATE TABLE public.match_views (
    match_id bigint NOT NULL,
    hour integer NOT NULL,
    views integer NOT NULL
);
CREATE TABLE public.matches (
    id bigint NOT NULL,
    game text NOT NULL,
    rules integer NOT NULL,
    options json NOT NULL,
    seed bigint NOT NULL,
    guild_id bigint NOT NULL,
    channel_id bigint NOT NULL,
    thread_id bigint,
    seq integer NOT NULL,
    "position" text NOT NULL,
    to_move integer,
    created_at timestamp with time zone NOT NULL,
    since timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    challenge_id bigint,
    look json DEFAULT '{}'::json NOT NULL,
    rated boolean DEFAULT true NOT NULL,
    public_id text NOT NULL,
    start text,
    origin_id bigint,
    origin_ply integer
);
CREATE SEQUENCE public.matches_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.matches_id_seq OWNED BY public.matches.id;
CREATE TABLE public.meta (
    key text NOT NULL,
    value text NOT NULL
);
CREATE TABLE public.net_days (
    id bigint NOT NULL,
    match_id bigint NOT NULL,
    user_id bigint NOT NULL,
    began_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone NOT NULL
);
CREATE SEQUENCE public.net_days_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.net_days_id_seq OWNED BY public.net_days.id;
CREATE TABLE public.notes (
    id bigint NOT NULL,
    match_id bigint NOT NULL,
    seat integer NOT NULL,
    seq integer NOT NULL,
    text text NOT NULL,
    source_id bigint NOT NULL,
    created_at timestamp with time zone NOT NULL
);
CREATE SEQUENCE public.notes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.notes_id_seq OWNED BY public.notes.id;
CREATE TABLE public.offer_votes (
    match_id bigint NOT NULL,
    offer_id bigint NOT NULL,
    user_id bigint NOT NULL,
    agrees boolean NOT NULL,
    source_id bigint NOT NULL,
    at timestamp with time zone NOT NULL
);
CREATE TABLE public.offers (
    id bigint NOT NULL,
    match_id bigint NOT NULL,
    kind text NOT NULL,
    seat integer NOT NULL,
    seq integer NOT NULL,
    agreed json NOT NULL,
    status text NOT NULL,
    closed_by integer,
    source_id bigint NOT NULL,
    created_at timestamp with time zone NOT NULL
);
CREATE SEQUENCE public.offers_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.offers_id_seq OWNED BY public.offers.id;
CREATE TABLE public.open_seats (
    id bigint NOT NULL,
    match_id bigint NOT NULL,
    seat integer NOT NULL,
    seq integer NOT NULL,
    opened_at timestamp with time zone NOT NULL,
    status text NOT NULL,
    closed_at timestamp with time zone
);
CREATE SEQUENCE public.open_seats_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.open_seats_id_seq OWNED BY public.open_seats.id;
CREATE TABLE public.outages (
    id bigint NOT NULL,
    guild_id bigint NOT NULL,
    began_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone NOT NULL
);
CREATE SEQUENCE public.outages_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.outages_id_seq OWNED BY public.outages.id;
CREATE TABLE public.outbox (
    id bigint NOT NULL,
    lane text NOT NULL,
    kind text NOT NULL,
    body json NOT NULL,
    match_id bigint,
    challenge_id bigint,
    seq integer,
    created_at timestamp with time zone NOT NULL,
    attempts integer NOT NULL,
    retry_at timestamp with time zone,
    sent_at timestamp with time zone,
    channel_id bigint,
    message_id bigint,
    given_up_at timestamp with time zone,
    given_up_for text,
    source_id bigint,
    claimed_by text,
    claimed_until timestamp with time zone,
    destination text
);
CREATE SEQUENCE public.outbox_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.outbox_id_seq OWNED BY public.outbox.id;
CREATE TABLE public.outcomes (
    match_id bigint NOT NULL,
    game text NOT NULL,
    options text NOT NULL,
    players integer NOT NULL,
    computers boolean NOT NULL,
    ending text,
    winner integer,
    moves integer,
    leaders integer,
    ply_1 text,
    ply_2 text,
    ply_3 text
);
CREATE TABLE public.pairing_people (
    pairing_id bigint NOT NULL,
    seat integer NOT NULL,
    user_id bigint NOT NULL,
    place integer,
    late boolean DEFAULT false NOT NULL
);
CREATE TABLE public.pairings (
    id bigint NOT NULL,
    tournament_id bigint NOT NULL,
    stage integer NOT NULL,
    group_number integer NOT NULL,
    match_id bigint,
    settled_at timestamp with time zone
);
CREATE SEQUENCE public.pairings_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.pairings_id_seq OWNED BY public.pairings.id;
CREATE TABLE public.pauses (
    id bigint NOT NULL,
    match_id bigint NOT NULL,
    began_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone
);
CREATE SEQUENCE public.pauses_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.pauses_id_seq OWNED BY public.pauses.id;
CREATE TABLE public.people (
    user_id bigint NOT NULL,
    look json NOT NULL,
    preferences json DEFAULT '{}'::json NOT NULL,
    digest_at timestamp with time zone
);
CREATE TABLE public.plans (
    match_id bigint NOT NULL,
    seat integer NOT NULL,
    seq integer NOT NULL,
    tree json NOT NULL,
    source_id bigint NOT NULL
);
CREATE TABLE public.proposals (
    id bigint NOT NULL,
    match_id bigint NOT NULL,
    seat integer NOT NULL,
    seq integer NOT NULL,
    text text NOT NULL,
    user_id bigint NOT NULL,
    source_id bigint NOT NULL,
    at timestamp with time zone NOT NULL
);
CREATE SEQUENCE public.proposals_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.proposals_id_seq OWNED BY public.proposals.id;
CREATE TABLE public.puzzle_attempts (
    user_id bigint NOT NULL,
    game text NOT NULL,
    number integer NOT NULL,
    failed boolean NOT NULL,
    tried_at timestamp with time zone NOT NULL,
    solved_at timestamp with time zone
);
CREATE TABLE public.queued_moves (
    match_id bigint NOT NULL,
    seat integer NOT NULL,
    moves text NOT NULL,
    source_id bigint NOT NULL
);
CREATE TABLE public.ratings (
    match_id bigint NOT NULL,
    user_id bigint NOT NULL,
    game text NOT NULL,
    at timestamp with time zone NOT NULL,
    place integer NOT NULL,
    weight double precision NOT NULL,
    mu double precision NOT NULL,
    sigma double precision NOT NULL
);
CREATE TABLE public.reviews (
    match_id bigint NOT NULL,
    asked_at timestamp with time zone NOT NULL,
    content json DEFAULT '{}'::json NOT NULL
);
CREATE TABLE public.saved_states (
    match_id bigint NOT NULL,
    seq integer NOT NULL,
    plies integer NOT NULL,
    rules integer NOT NULL,
    state bytea NOT NULL
);
CREATE TABLE public.seats (
    match_id bigint NOT NULL,
    seat integer NOT NULL,
    user_id bigint NOT NULL,
    name text NOT NULL,
    gone boolean NOT NULL
);
CREATE TABLE public.set_aside_jobs (
    kind text NOT NULL,
    key bigint NOT NULL,
    failures integer NOT NULL,
    reason text NOT NULL,
    since timestamp with time zone NOT NULL,
    retry_at timestamp with time zone NOT NULL
);
CREATE TABLE public.thread_archives (
    match_id bigint NOT NULL,
    due_at timestamp with time zone NOT NULL
);
CREATE TABLE public.tournament_people (
    tournament_id bigint NOT NULL,
    user_id bigint NOT NULL,
    name text NOT NULL,
    joined_at timestamp with time zone NOT NULL,
    group_number integer,
    seed integer,
    warned boolean DEFAULT false NOT NULL,
    withdrawn_at timestamp with time zone,
    struck boolean DEFAULT false NOT NULL
);
CREATE TABLE public.tournaments (
    id bigint NOT NULL,
    guild_id bigint NOT NULL,
    channel_id bigint NOT NULL,
    name text NOT NULL,
    kind text NOT NULL,
    game text NOT NULL,
    options json NOT NULL,
    clock text NOT NULL,
    size integer NOT NULL,
    rounds integer NOT NULL,
    at_once integer NOT NULL,
    season integer NOT NULL,
    previous_id bigint,
    organizer_id bigint NOT NULL,
    source_id bigint,
    status text NOT NULL,
    stage integer NOT NULL,
    created_at timestamp with time zone NOT NULL,
    starts_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    due_at timestamp with time zone,
    changed_at timestamp with time zone NOT NULL,
    posted_at timestamp with time zone NOT NULL,
    message_id bigint
);
CREATE SEQUENCE public.tournaments_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.tournaments_id_seq OWNED BY public.tournaments.id;
CREATE TABLE public.vacations (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    began_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone NOT NULL
);
CREATE SEQUENCE public.vacations_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.vacations_id_seq OWNED BY public.vacations.id;
CREATE TABLE public.votes (
    match_id bigint NOT NULL,
    seq integer NOT NULL,
    user_id bigint NOT NULL,
    proposal_id bigint NOT NULL,
    source_id bigint NOT NULL,
    at timestamp with time zone NOT NULL
);
CREATE TABLE public.watchers (
    match_id bigint NOT NULL,
    user_id bigint NOT NULL
);
CREATE TABLE public.web_sessions (
    id bigint NOT NULL,
    user_id bigint,
    token_hash text,
    link text NOT NULL,
    browser text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone NOT NULL
);
CREATE SEQUENCE public.web_sessions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.web_sessions_id_seq OWNED BY public.web_sessions.id;
ALTER TABLE ONLY public.audit_log ALTER COLUMN id SET DEFAULT nextval('public.audit_log_id_seq'::regclass);
ALTER TABLE ONLY public.challenges ALTER COLUMN id SET DEFAULT nextval('public.challenges_id_seq'::regclass);
ALTER TABLE ONLY public.matches ALTER COLUMN id SET DEFAULT nextval('public.matches_id_seq'::regclass);
ALTER TABLE ONLY public.net_days ALTER COLUMN id SET DEFAULT nextval('public.net_days_id_seq'::regclass);
ALTER TABLE ONLY public.notes ALTER COLUMN id SET DEFAULT nextval('public.notes_id_seq'::regclass);
ALTER TABLE ONLY public.offers ALTER COLUMN id SET DEFAULT nextval('public.offers_id_seq'::regclass);
ALTER TABLE ONLY public.open_seats ALTER COLUMN id SET DEFAULT nextval('public.open_seats_id_seq'::regclass);
ALTER TABLE ONLY public.outages ALTER COLUMN id SET DEFAULT nextval('public.outages_id_seq'::regclass);
ALTER TABLE ONLY public.outbox ALTER COLUMN id SET DEFAULT nextval('public.outbox_id_seq'::regclass);
ALTER TABLE ONLY public.pairings ALTER COLUMN id SET DEFAULT nextval('public.pairings_id_seq'::regclass);
ALTER TABLE ONLY public.pauses ALTER COLUMN id SET DEFAULT nextval('public.pauses_id_seq'::regclass);
ALTER TABLE ONLY public.proposals ALTER COLUMN id SET DEFAULT nextval('public.proposals_id_seq'::regclass);
ALTER TABLE ONLY public.tournaments ALTER COLUMN id SET DEFAULT nextval('public.tournaments_id_seq'::regclass);
ALTER TABLE ONLY public.vacations ALTER COLUMN id SET DEFAULT nextval('public.vacations_id_seq'::regclass);
ALTER TABLE ONLY public.web_sessions ALTER COLUMN id SET DEFAULT nextval('public.web_sessions_id_seq'::regclass);
INSERT INTO public.alembic_version VALUES ('0029');
INSERT INTO public.analyses VALUES (7, 103, '{"moves": [[1, 0, 0, "c4"]], "names": [], "notes": [], "point": [0, 1], "seq": 0}');
INSERT INTO public.audit_log VALUES (1, 11, 101, 'settings', NULL, NULL, NULL, '{"most": ["any", "50"]}', 9001, '2026-03-06 12:00:00+00');
INSERT INTO public.audit_log VALUES (2, 11, 101, 'block', 106, NULL, NULL, '{"reason": "spam"}', 9002, '2026-03-06 12:00:00+00');
INSERT INTO public.beats VALUES (11, '2026-03-06 09:12:00+00');
INSERT INTO public.blocks VALUES (11, 106, 101, '2026-03-06 12:00:00+00', 'spam');
INSERT INTO public.challenge_people VALUES (1, 0, 101, 'Ann', true, NULL);
INSERT INTO public.challenge_people VALUES (1, 1, 102, 'Bob', true, NULL);
INSERT INTO public.challenge_people VALUES (2, 0, 101, 'Ann', true, NULL);
INSERT INTO public.challenge_people VALUES (2, 1, 102, 'Bob', false, NULL);
INSERT INTO public.challenge_people VALUES (3, 0, 103, 'Cleo', true, NULL);
INSERT INTO public.challenge_people VALUES (3, 1, 101, 'Ann', true, NULL);
INSERT INTO public.challenge_people VALUES (4, 0, 103, 'Cleo', true, NULL);
INSERT INTO public.challenge_people VALUES (4, 1, 101, 'Ann', true, NULL);
INSERT INTO public.challenge_people VALUES (5, 0, 101, 'Ann', true, NULL);
INSERT INTO public.challenge_people VALUES (5, 1, 102, 'Bob', true, NULL);
INSERT INTO public.challenge_people VALUES (6, 0, 101, 'Ann', true, NULL);
INSERT INTO public.challenge_people VALUES (6, 1, 103, 'Cleo', true, NULL);
INSERT INTO public.challenge_people VALUES (7, 0, 103, 'Cleo', true, NULL);
INSERT INTO public.challenge_people VALUES (7, 1, 102, 'Bob', true, NULL);
INSERT INTO public.challenge_people VALUES (8, 0, 103, 'Cleo', true, NULL);
INSERT INTO public.challenge_people VALUES (8, 1, 102, 'Bob', true, NULL);
INSERT INTO public.challenge_people VALUES (9, 0, 101, 'Ann', true, NULL);
INSERT INTO public.challenge_people VALUES (9, 1, 102, 'Bob', true, NULL);
INSERT INTO public.challenge_people VALUES (9, 2, 103, 'Cleo', true, NULL);
INSERT INTO public.challenge_people VALUES (10, 0, 102, 'Bob', true, NULL);
INSERT INTO public.challenge_people VALUES (10, 1, 101, 'Ann', true, NULL);
INSERT INTO public.challenge_people VALUES (11, 0, 101, 'Ann', true, NULL);
INSERT INTO public.challenge_people VALUES (11, 1, 102, 'Bob', false, NULL);
INSERT INTO public.challenge_people VALUES (12, 0, 102, 'Bob', true, NULL);
INSERT INTO public.challenge_people VALUES (12, 1, 103, 'Cleo', false, NULL);
INSERT INTO public.challenge_people VALUES (13, 0, 101, 'Ann', true, NULL);
INSERT INTO public.challenge_people VALUES (13, 1, 102, 'Bob', true, 2);
INSERT INTO public.challenge_people VALUES (13, 2, 103, 'Cleo', true, NULL);
INSERT INTO public.challenge_people VALUES (14, 0, 104, 'Dan', true, NULL);
INSERT INTO public.challenge_people VALUES (14, 1, 101, 'Ann', true, NULL);
INSERT INTO public.challenge_people VALUES (15, 0, 101, 'Ann', true, NULL);
INSERT INTO public.challenge_people VALUES (15, 1, 102, 'Bob', true, NULL);
INSERT INTO public.challenge_people VALUES (15, 2, 103, 'Cleo', true, NULL);
INSERT INTO public.challenge_people VALUES (16, 0, 102, 'Bob', true, NULL);
INSERT INTO public.challenge_people VALUES (16, 1, 103, 'Cleo', true, 2);
INSERT INTO public.challenge_people VALUES (17, 0, 101, 'Ann', true, NULL);
INSERT INTO public.challenge_people VALUES (17, 1, 102, 'Bob', true, 2);
INSERT INTO public.challenge_people VALUES (18, 0, 103, 'Cleo', true, NULL);
INSERT INTO public.challenge_people VALUES (18, 1, 101, 'Ann', true, 2);
INSERT INTO public.challenge_people VALUES (19, 0, 101, 'Ann', true, NULL);
INSERT INTO public.challenge_people VALUES (19, 1, 102, 'Bob', true, 2);
INSERT INTO public.challenge_people VALUES (20, 0, 103, 'Cleo', true, NULL);
INSERT INTO public.challenge_people VALUES (20, 1, 104, 'Dan', true, 2);
INSERT INTO public.challenges VALUES (1, 'force-field-factions', '{"facing": "upright", "pool": "3"}', 11, 21, 1, 2, 'accepted', 10000, '2026-03-02 12:01:00+00', '2026-03-09 12:01:00+00', '{"theme": "light"}', NULL, 'none', 0, false, true, NULL, NULL, NULL);
INSERT INTO public.challenges VALUES (2, 'force-field-factions', '{"facing": "upright", "pool": "3"}', 11, 21, 2, 2, 'open', 10038, '2026-03-02 12:19:00+00', '2026-03-09 12:19:00+00', '{"theme": "light"}', 1, 'none', 0, false, true, NULL, NULL, NULL);
INSERT INTO public.challenges VALUES (3, 'xero-g', '{}', 11, 21, 1, 2, 'accepted', 10039, '2026-03-02 12:20:00+00', '2026-03-09 12:20:00+00', '{}', NULL, 'none', 0, false, true, NULL, NULL, NULL);
INSERT INTO public.challenges VALUES (4, 'xero-g', '{}', 11, 21, 1, 2, 'accepted', 10043, '2026-03-02 12:24:00+00', '2026-03-09 12:24:00+00', '{}', NULL, 'none', 0, false, true, NULL, NULL, NULL);
INSERT INTO public.challenges VALUES (5, 'xero-g', '{}', 11, 21, 1, 2, 'accepted', 10059, '2026-03-02 12:29:00+00', '2026-03-09 12:29:00+00', '{}', NULL, '3d+1d cap 6d', 0, false, true, NULL, NULL, NULL);
INSERT INTO public.challenges VALUES (6, 'xero-g', '{}', 11, 21, 1, 2, 'accepted', 10067, '2026-03-02 13:37:00+00', '2026-03-09 13:37:00+00', '{}', NULL, '2d no weekends', 0, false, true, NULL, NULL, NULL);
INSERT INTO public.challenges VALUES (7, 'xero-g', '{}', 11, 21, 1, 2, 'accepted', 10072, '2026-03-02 13:42:00+00', '2026-03-09 13:42:00+00', '{}', NULL, '12h', 0, false, true, NULL, NULL, NULL);
INSERT INTO public.challenges VALUES (8, 'xero-g', '{}', 11, 21, 1, 2, 'accepted', 10074, '2026-03-02 13:44:00+00', '2026-03-09 13:44:00+00', '{}', NULL, '12h', 0, false, true, NULL, NULL, NULL);
INSERT INTO public.challenges VALUES (9, 'zyrcan', '{"variant": "standard"}', 11, 21, 1, 3, 'accepted', 10103, '2026-03-06 04:48:00+00', '2026-03-13 04:48:00+00', '{}', NULL, 'none', 0, false, true, NULL, NULL, NULL);
INSERT INTO public.challenges VALUES (10, 'xong', '{"board": "islands", "hexes": 61}', 11, 21, 1, 2, 'accepted', 10108, '2026-03-06 04:53:00+00', '2026-03-13 04:53:00+00', '{}', NULL, 'none', 0, false, true, NULL, NULL, NULL);
INSERT INTO public.challenges VALUES (11, 'xong', '{"board": "standard", "hexes": 61}', 11, 21, 1, 2, 'declined', 10122, '2026-03-06 04:58:00+00', '2026-03-13 04:58:00+00', '{}', NULL, '3d', 0, false, true, NULL, NULL, NULL);
INSERT INTO public.challenges VALUES (12, 'xero-g', '{}', 11, 21, 1, 2, 'open', 10124, '2026-03-06 05:00:00+00', '2026-03-13 05:00:00+00', '{"size": "small"}', NULL, '3d+1d cap 6d', 0, false, true, NULL, NULL, NULL);
INSERT INTO public.challenges VALUES (13, 'zyrcan', '{"variant": "standard"}', 11, 21, 1, 4, 'open', 10125, '2026-03-06 05:01:00+00', '2026-03-13 05:01:00+00', '{}', NULL, '3d', 2, true, true, NULL, NULL, NULL);
INSERT INTO public.challenges VALUES (14, 'martian-life', '{"supply": "stash", "target": 15}', 11, 21, 1, 2, 'accepted', 20000, '2026-03-06 05:05:00+00', '2026-03-13 05:05:00+00', '{"theme": "light"}', NULL, '3d+1d cap 6d no weekends', 0, false, true, NULL, NULL, NULL);
INSERT INTO public.challenges VALUES (15, 'zyrcan', '{"variant": "standard"}', 11, 21, 1, 3, 'accepted', 9000000, '2026-03-06 06:11:00+00', '2026-03-13 06:11:00+00', '{}', NULL, '3d', 0, false, true, NULL, NULL, NULL);
INSERT INTO public.challenges VALUES (16, 'xero-g', '{}', 11, 21, 1, 2, 'accepted', -1, '2026-03-06 06:35:00+00', '2026-03-13 06:35:00+00', '{}', NULL, '1h no net no vacation no pauses', 0, true, true, NULL, NULL, NULL);
INSERT INTO public.challenges VALUES (17, 'xero-g', '{}', 11, 21, 1, 2, 'accepted', -2, '2026-03-06 06:35:00+00', '2026-03-13 06:35:00+00', '{}', NULL, '1h no net no vacation no pauses', 0, true, true, NULL, NULL, NULL);
INSERT INTO public.challenges VALUES (18, 'xero-g', '{}', 11, 21, 1, 2, 'accepted', -3, '2026-03-06 06:35:00+00', '2026-03-13 06:35:00+00', '{}', NULL, '1h no net no vacation no pauses', 0, true, true, NULL, NULL, NULL);
INSERT INTO public.challenges VALUES (19, 'xero-g', '{}', 11, 21, 1, 2, 'accepted', -4, '2026-03-06 08:49:00+00', '2026-03-13 08:49:00+00', '{}', NULL, '3d no net no vacation no pauses', 0, true, true, NULL, NULL, NULL);
INSERT INTO public.challenges VALUES (20, 'xero-g', '{}', 11, 21, 1, 2, 'accepted', -5, '2026-03-06 08:49:00+00', '2026-03-13 08:49:00+00', '{}', NULL, '3d no net no vacation no pauses', 0, true, true, NULL, NULL, NULL);
INSERT INTO public.clocks VALUES (4, '3d+1d cap 6d', '[431940000000, 345540000000]', '2026-03-02 12:32:00+00', '2026-03-07 15:50:00+00', 'alarm', '2026-03-06 15:50:12+00');
INSERT INTO public.clocks VALUES (5, '2d no weekends', '[172800000000, 172800000000]', '2026-03-02 13:39:00+00', NULL, 'alarm', NULL);
INSERT INTO public.clocks VALUES (6, '12h', '[43200000000, 43200000000]', '2026-03-02 13:43:00+00', '2026-03-03 01:47:00+00', NULL, NULL);
INSERT INTO public.clocks VALUES (7, '12h', '[43200000000, 43200000000]', '2026-03-02 13:45:00+00', NULL, NULL, NULL);
INSERT INTO public.clocks VALUES (10, '3d', '[259200000000, 86400000000]', '2026-03-06 05:03:00+00', '2026-03-10 23:00:00+00', 'alarm', '2026-03-10 18:12:00+00');
INSERT INTO public.clocks VALUES (12, '3d+1d cap 6d no weekends', '[432000000000, 345600000000]', '2026-03-06 05:09:00+00', '2026-03-12 05:09:00+00', 'alarm', '2026-03-11 09:57:00+00');
INSERT INTO public.clocks VALUES (13, '3d', '[259200000000, 259200000000, 259200000000]', '2026-03-06 06:15:00+00', '2026-03-09 06:15:00+00', 'alarm', '2026-03-08 15:51:00+00');
INSERT INTO public.clocks VALUES (14, '1h no net no vacation no pauses', '[3600000000, 3600000000]', '2026-03-06 06:39:00+00', NULL, NULL, NULL);
INSERT INTO public.clocks VALUES (15, '1h no net no vacation no pauses', '[3600000000, 3600000000]', '2026-03-06 06:43:00+00', NULL, NULL, NULL);
INSERT INTO public.clocks VALUES (16, '1h no net no vacation no pauses', '[3600000000, 3600000000]', '2026-03-06 06:47:00+00', NULL, NULL, NULL);
INSERT INTO public.clocks VALUES (17, '3d no net no vacation no pauses', '[259200000000, 259200000000]', '2026-03-06 08:53:00+00', NULL, NULL, NULL);
INSERT INTO public.clocks VALUES (18, '3d no net no vacation no pauses', '[259200000000, 259200000000]', '2026-03-06 08:49:00+00', '2026-03-09 08:49:00+00', 'alarm', '2026-03-08 18:25:00+00');
INSERT INTO public.corrections VALUES (14, 1, 101, '2026-03-06 08:25:00+00', '[1, 1]');
INSERT INTO public.corrections VALUES (14, 2, 101, '2026-03-06 08:31:00+00', '[2, 1]');
INSERT INTO public.corrections VALUES (17, 1, 101, '2026-03-06 09:03:00+00', '[1, 1]');
INSERT INTO public.deleted_channels VALUES (33, '2026-03-11 12:00:00+00');
INSERT INTO public.deletions VALUES (105, '2026-03-11 12:00:00+00', NULL);
INSERT INTO public.events VALUES (1, 1, 'move', 1, 101, 'a8: e', 10002, '2026-03-02 12:03:00+00', false);
INSERT INTO public.events VALUES (1, 2, 'move', 2, 102, 'a1: e', 10003, '2026-03-02 12:04:00+00', false);
INSERT INTO public.events VALUES (1, 3, 'move', 1, 101, 'a8: n', 10004, '2026-03-02 12:05:00+00', false);
INSERT INTO public.events VALUES (1, 4, 'takeback', 1, 102, 'to 2', 10008, '2026-03-02 12:09:00+00', false);
INSERT INTO public.events VALUES (1, 5, 'move', 1, 101, 'a8: n', 10009, '2026-03-02 12:10:00+00', false);
INSERT INTO public.events VALUES (1, 6, 'move', 2, 102, 'a1: n', 10010, '2026-03-02 12:11:00+00', false);
INSERT INTO public.events VALUES (1, 7, 'move', 1, 101, 'a8: e', 10014, '2026-03-02 12:15:00+00', false);
INSERT INTO public.events VALUES (1, 8, 'move', 2, 102, 'a1: e', 10015, '2026-03-02 12:16:00+00', false);
INSERT INTO public.events VALUES (1, 9, 'draw', 1, 101, 'agreed', 10017, '2026-03-02 12:18:00+00', false);
INSERT INTO public.events VALUES (2, 1, 'move', 1, 103, '112233', 10041, '2026-03-02 12:22:00+00', false);
INSERT INTO public.events VALUES (2, 2, 'move', 2, 101, '112233', 10042, '2026-03-02 12:23:00+00', false);
INSERT INTO public.events VALUES (3, 1, 'move', 1, 103, '112233', 10045, '2026-03-02 12:26:00+00', false);
INSERT INTO public.events VALUES (3, 2, 'move', 2, 101, '112233', 10046, '2026-03-02 12:27:00+00', false);
INSERT INTO public.events VALUES (3, 3, 'leave', 1, 103, 'resigned', 10047, '2026-03-02 12:28:00+00', false);
INSERT INTO public.events VALUES (4, 1, 'move', 1, 101, '112233', 10061, '2026-03-02 12:31:00+00', false);
INSERT INTO public.events VALUES (4, 2, 'move', 2, 102, '112233', 10062, '2026-03-02 12:32:00+00', false);
INSERT INTO public.events VALUES (5, 1, 'move', 1, 101, '112233', 10069, '2026-03-02 13:39:00+00', false);
INSERT INTO public.events VALUES (7, 1, 'leave', 1, 102, 'ran out of time', 10076, '2026-03-03 02:46:00+00', false);
INSERT INTO public.events VALUES (8, 1, 'move', 1, 101, '1@b2', 10106, '2026-03-06 04:51:00+00', false);
INSERT INTO public.events VALUES (8, 2, 'leave', 2, 103, 'resigned', 10107, '2026-03-06 04:52:00+00', false);
INSERT INTO public.events VALUES (9, 1, 'move', 2, 101, 'give F', 10110, '2026-03-06 04:55:00+00', false);
INSERT INTO public.events VALUES (9, 2, 'move', 1, 102, 'place a4e give FL', 10111, '2026-03-06 04:56:00+00', false);
INSERT INTO public.events VALUES (10, 1, 'move', 1, 101, '321123', 5000000000000000001, '2026-03-01 12:00:00.123456+00', false);
INSERT INTO public.events VALUES (10, 2, 'move', 2, 102, '123321', 5000000000000000002, '2026-03-01 12:01:00.123456+00', false);
INSERT INTO public.events VALUES (10, 3, 'move', 1, 101, 'd1xe1@a4', 5000000000000000003, '2026-03-01 12:02:00.123456+00', false);
INSERT INTO public.events VALUES (9, 3, 'move', 2, 101, 'place a4ne a4nw give FLL', 10131, '2026-03-06 05:04:00+00', false);
INSERT INTO public.events VALUES (11, 1, 'move', 1, 101, 'e4+', 77, '2026-03-01 12:00:00.123456+00', false);
INSERT INTO public.events VALUES (11, 2, 'move', 2, 102, 'c6', 78, '2026-03-01 12:01:00.123456+00', false);
INSERT INTO public.events VALUES (11, 3, 'move', 1, 101, 'c4', 79, '2026-03-01 12:02:00.123456+00', false);
INSERT INTO public.events VALUES (11, 4, 'move', 2, 102, 'd5', 80, '2026-03-01 12:03:00.123456+00', false);
INSERT INTO public.events VALUES (11, 5, 'move', 1, 101, 'f5', 81, '2026-03-01 12:04:00.123456+00', false);
INSERT INTO public.events VALUES (11, 6, 'move', 2, 102, 'd5+', 82, '2026-03-01 12:05:00.123456+00', false);
INSERT INTO public.events VALUES (11, 7, 'move', 1, 101, 'd3', 83, '2026-03-01 12:06:00.123456+00', false);
INSERT INTO public.events VALUES (11, 8, 'move', 2, 102, 'e4', 84, '2026-03-01 12:07:00.123456+00', false);
INSERT INTO public.events VALUES (11, 9, 'move', 1, 101, 'e3', 85, '2026-03-01 12:08:00.123456+00', false);
INSERT INTO public.events VALUES (11, 10, 'move', 2, 102, 'f3', 86, '2026-03-01 12:09:00.123456+00', false);
INSERT INTO public.events VALUES (11, 11, 'move', 1, 101, 'd6', 87, '2026-03-01 12:10:00.123456+00', false);
INSERT INTO public.events VALUES (11, 12, 'move', 2, 102, 'e2', 88, '2026-03-01 12:11:00.123456+00', false);
INSERT INTO public.events VALUES (11, 13, 'move', 1, 101, 'd3+', 89, '2026-03-01 12:12:00.123456+00', false);
INSERT INTO public.events VALUES (11, 14, 'move', 2, 102, 'e4', 90, '2026-03-01 12:13:00.123456+00', false);
INSERT INTO public.events VALUES (11, 15, 'move', 1, 101, 'c5', 91, '2026-03-01 12:14:00.123456+00', false);
INSERT INTO public.events VALUES (11, 16, 'move', 2, 102, 'd5', 92, '2026-03-01 12:15:00.123456+00', false);
INSERT INTO public.events VALUES (11, 17, 'move', 1, 101, 'f6', 93, '2026-03-01 12:16:00.123456+00', false);
INSERT INTO public.events VALUES (11, 18, 'move', 2, 102, 'c4', 94, '2026-03-01 12:17:00.123456+00', false);
INSERT INTO public.events VALUES (11, 19, 'move', 1, 101, 'e4', 95, '2026-03-01 12:18:00.123456+00', false);
INSERT INTO public.events VALUES (11, 20, 'move', 2, 102, 'd3', 96, '2026-03-01 12:19:00.123456+00', false);
INSERT INTO public.events VALUES (11, 21, 'move', 1, 101, 'f6+', 97, '2026-03-01 12:20:00.123456+00', false);
INSERT INTO public.events VALUES (11, 22, 'move', 2, 102, 'd5', 98, '2026-03-01 12:21:00.123456+00', false);
INSERT INTO public.events VALUES (11, 23, 'move', 1, 101, 'd5', 99, '2026-03-01 12:22:00.123456+00', false);
INSERT INTO public.events VALUES (11, 24, 'move', 2, 102, 'd4', 100, '2026-03-01 12:23:00.123456+00', false);
INSERT INTO public.events VALUES (11, 25, 'move', 1, 101, 'f2', 101, '2026-03-01 12:24:00.123456+00', false);
INSERT INTO public.events VALUES (11, 26, 'move', 2, 102, 'c4', 102, '2026-03-01 12:25:00.123456+00', false);
INSERT INTO public.events VALUES (11, 27, 'move', 1, 101, 'e1', 103, '2026-03-01 12:26:00.123456+00', false);
INSERT INTO public.events VALUES (11, 28, 'move', 2, 102, 'f5', 104, '2026-03-01 12:27:00.123456+00', false);
INSERT INTO public.events VALUES (11, 29, 'move', 1, 101, 'c3', 105, '2026-03-01 12:28:00.123456+00', false);
INSERT INTO public.events VALUES (11, 30, 'move', 2, 102, 'c2', 106, '2026-03-01 12:29:00.123456+00', false);
INSERT INTO public.events VALUES (11, 31, 'move', 1, 101, 'e4', 107, '2026-03-01 12:30:00.123456+00', false);
INSERT INTO public.events VALUES (11, 32, 'move', 2, 102, 'e3', 108, '2026-03-01 12:31:00.123456+00', false);
INSERT INTO public.events VALUES (11, 33, 'move', 1, 101, 'f4', 109, '2026-03-01 12:32:00.123456+00', false);
INSERT INTO public.events VALUES (11, 34, 'move', 2, 102, 'e3', 110, '2026-03-01 12:33:00.123456+00', false);
INSERT INTO public.events VALUES (11, 35, 'move', 1, 101, 'e1+', 111, '2026-03-01 12:34:00.123456+00', false);
INSERT INTO public.events VALUES (11, 36, 'move', 2, 102, 'f5', 112, '2026-03-01 12:35:00.123456+00', false);
INSERT INTO public.events VALUES (11, 37, 'move', 1, 101, 'e2', 113, '2026-03-01 12:36:00.123456+00', false);
INSERT INTO public.events VALUES (11, 38, 'move', 2, 102, 'd4', 114, '2026-03-01 12:37:00.123456+00', false);
INSERT INTO public.events VALUES (11, 39, 'move', 1, 101, 'f4+', 115, '2026-03-01 12:38:00.123456+00', false);
INSERT INTO public.events VALUES (11, 40, 'move', 2, 102, 'd4+', 116, '2026-03-01 12:39:00.123456+00', false);
INSERT INTO public.events VALUES (11, 41, 'move', 1, 101, 'b2', 117, '2026-03-01 12:40:00.123456+00', false);
INSERT INTO public.events VALUES (11, 42, 'move', 2, 102, 'f4', 118, '2026-03-01 12:41:00.123456+00', false);
INSERT INTO public.events VALUES (11, 43, 'move', 1, 101, 'd3', 119, '2026-03-01 12:42:00.123456+00', false);
INSERT INTO public.events VALUES (11, 44, 'move', 2, 102, 'e5', 120, '2026-03-01 12:43:00.123456+00', false);
INSERT INTO public.events VALUES (11, 45, 'move', 1, 101, 'g4', 121, '2026-03-01 12:44:00.123456+00', false);
INSERT INTO public.events VALUES (11, 46, 'move', 2, 102, 'd4', 122, '2026-03-01 12:45:00.123456+00', false);
INSERT INTO public.events VALUES (11, 47, 'move', 1, 101, 'g4+', 123, '2026-03-01 12:46:00.123456+00', false);
INSERT INTO public.events VALUES (11, 48, 'move', 2, 102, 'f4+', 124, '2026-03-01 12:47:00.123456+00', false);
INSERT INTO public.events VALUES (11, 49, 'move', 1, 101, 'd6', 125, '2026-03-01 12:48:00.123456+00', false);
INSERT INTO public.events VALUES (11, 50, 'move', 2, 102, 'e5+', 126, '2026-03-01 12:49:00.123456+00', false);
INSERT INTO public.events VALUES (11, 51, 'move', 1, 101, 'd6+', 127, '2026-03-01 12:50:00.123456+00', false);
INSERT INTO public.events VALUES (11, 52, 'move', 2, 102, 'c4', 128, '2026-03-01 12:51:00.123456+00', false);
INSERT INTO public.events VALUES (11, 53, 'move', 1, 101, 'd5', 129, '2026-03-01 12:52:00.123456+00', false);
INSERT INTO public.events VALUES (11, 54, 'move', 2, 102, 'e6', 130, '2026-03-01 12:53:00.123456+00', false);
INSERT INTO public.events VALUES (11, 55, 'move', 1, 101, 'd5+', 131, '2026-03-01 12:54:00.123456+00', false);
INSERT INTO public.events VALUES (11, 56, 'move', 2, 102, 'c5', 132, '2026-03-01 12:55:00.123456+00', false);
INSERT INTO public.events VALUES (11, 57, 'move', 1, 101, 'e4', 133, '2026-03-01 12:56:00.123456+00', false);
INSERT INTO public.events VALUES (11, 58, 'move', 2, 102, 'e5', 134, '2026-03-01 12:57:00.123456+00', false);
INSERT INTO public.events VALUES (11, 59, 'move', 1, 101, 'f4', 135, '2026-03-01 12:58:00.123456+00', false);
INSERT INTO public.events VALUES (11, 60, 'move', 2, 102, 'd7', 136, '2026-03-01 12:59:00.123456+00', false);
INSERT INTO public.events VALUES (11, 61, 'move', 1, 101, 'e4+', 137, '2026-03-01 13:00:00.123456+00', false);
INSERT INTO public.events VALUES (11, 62, 'move', 2, 102, 'c4+', 138, '2026-03-01 13:01:00.123456+00', false);
INSERT INTO public.events VALUES (11, 63, 'move', 1, 101, 'f5', 139, '2026-03-01 13:02:00.123456+00', false);
INSERT INTO public.events VALUES (11, 64, 'move', 2, 102, 'e4', 140, '2026-03-01 13:03:00.123456+00', false);
INSERT INTO public.events VALUES (11, 65, 'move', 1, 101, 'd5', 141, '2026-03-01 13:04:00.123456+00', false);
INSERT INTO public.events VALUES (11, 66, 'move', 2, 102, 'e3', 142, '2026-03-01 13:05:00.123456+00', false);
INSERT INTO public.events VALUES (11, 67, 'move', 1, 101, 'd5+', 143, '2026-03-01 13:06:00.123456+00', false);
INSERT INTO public.events VALUES (11, 68, 'move', 2, 102, 'e4+', 144, '2026-03-01 13:07:00.123456+00', false);
INSERT INTO public.events VALUES (11, 69, 'move', 1, 101, 'd4', 145, '2026-03-01 13:08:00.123456+00', false);
INSERT INTO public.events VALUES (11, 70, 'move', 2, 102, 'e5', 146, '2026-03-01 13:09:00.123456+00', false);
INSERT INTO public.events VALUES (11, 71, 'move', 1, 101, 'b2+', 147, '2026-03-01 13:10:00.123456+00', false);
INSERT INTO public.events VALUES (11, 72, 'move', 2, 102, 'd3', 148, '2026-03-01 13:11:00.123456+00', false);
INSERT INTO public.events VALUES (11, 73, 'move', 1, 101, 'd5', 149, '2026-03-01 13:12:00.123456+00', false);
INSERT INTO public.events VALUES (11, 74, 'move', 2, 102, 'd2', 150, '2026-03-01 13:13:00.123456+00', false);
INSERT INTO public.events VALUES (11, 75, 'move', 1, 101, 'c4', 151, '2026-03-01 13:14:00.123456+00', false);
INSERT INTO public.events VALUES (11, 76, 'move', 2, 102, 'g5', 152, '2026-03-01 13:15:00.123456+00', false);
INSERT INTO public.events VALUES (11, 77, 'move', 1, 101, 'e2+', 153, '2026-03-01 13:16:00.123456+00', false);
INSERT INTO public.events VALUES (11, 78, 'move', 2, 102, 'e4', 154, '2026-03-01 13:17:00.123456+00', false);
INSERT INTO public.events VALUES (11, 79, 'move', 1, 101, 'd4+', 155, '2026-03-01 13:18:00.123456+00', false);
INSERT INTO public.events VALUES (11, 80, 'move', 2, 102, 'e6', 156, '2026-03-01 13:19:00.123456+00', false);
INSERT INTO public.events VALUES (12, 1, 'move', 1, 104, 'a1', 20002, '2026-03-06 05:07:00+00', false);
INSERT INTO public.events VALUES (12, 2, 'move', 2, 101, 'a1', 20003, '2026-03-06 05:08:00+00', false);
INSERT INTO public.events VALUES (12, 3, 'move', 1, 104, 'a1', 20009, '2026-03-06 05:09:00+00', false);
INSERT INTO public.events VALUES (13, 1, 'move', 1, 101, '1@b2', 9000006, '2026-03-06 06:15:00+00', false);
INSERT INTO public.events VALUES (13, 2, 'move', 2, 102, '1@d4', NULL, '2026-03-06 06:15:00+00', false);
INSERT INTO public.events VALUES (14, 1, 'move', 1, 102, '112233', 50005, '2026-03-06 06:36:00+00', false);
INSERT INTO public.events VALUES (14, 2, 'move', 2, 103, '112233', 50006, '2026-03-06 06:37:00+00', false);
INSERT INTO public.events VALUES (14, 3, 'move', 1, 102, 'a1xb1@a2', 50007, '2026-03-06 06:38:00+00', false);
INSERT INTO public.events VALUES (14, 4, 'move', 2, 103, 'a6-c4', 50008, '2026-03-06 06:39:00+00', false);
INSERT INTO public.events VALUES (15, 1, 'move', 1, 101, '112233', 50009, '2026-03-06 06:40:00+00', false);
INSERT INTO public.events VALUES (15, 2, 'move', 2, 102, '112233', 50010, '2026-03-06 06:41:00+00', false);
INSERT INTO public.events VALUES (15, 3, 'move', 1, 101, 'a1xb1@a2', 50011, '2026-03-06 06:42:00+00', false);
INSERT INTO public.events VALUES (15, 4, 'move', 2, 102, 'a6-c4', 50012, '2026-03-06 06:43:00+00', false);
INSERT INTO public.events VALUES (16, 1, 'move', 1, 103, '112233', 50013, '2026-03-06 06:44:00+00', false);
INSERT INTO public.events VALUES (16, 2, 'move', 2, 101, '112233', 50014, '2026-03-06 06:45:00+00', false);
INSERT INTO public.events VALUES (16, 3, 'move', 1, 103, 'a1xb1@a2', 50015, '2026-03-06 06:46:00+00', false);
INSERT INTO public.events VALUES (16, 4, 'move', 2, 101, 'a6-c4', 50016, '2026-03-06 06:47:00+00', false);
INSERT INTO public.events VALUES (14, 5, 'leave', 2, 103, 'resigned', 50017, '2026-03-06 06:48:00+00', false);
INSERT INTO public.events VALUES (15, 5, 'leave', 2, 102, 'resigned', 50018, '2026-03-06 06:49:00+00', false);
INSERT INTO public.events VALUES (16, 5, 'leave', 1, NULL, 'ran out of time', NULL, '2026-03-06 08:19:00+00', false);
INSERT INTO public.events VALUES (17, 1, 'move', 1, 101, '112233', 50028, '2026-03-06 08:50:00+00', false);
INSERT INTO public.events VALUES (17, 2, 'move', 2, 102, '112233', 50029, '2026-03-06 08:51:00+00', false);
INSERT INTO public.events VALUES (17, 3, 'move', 1, 101, 'a1xb1@a2', 50030, '2026-03-06 08:52:00+00', false);
INSERT INTO public.events VALUES (17, 4, 'move', 2, 102, 'a6-c4', 50031, '2026-03-06 08:53:00+00', false);
INSERT INTO public.events VALUES (17, 5, 'leave', 1, 101, 'resigned', 50032, '2026-03-06 08:54:00+00', false);
INSERT INTO public.guesses VALUES (7, 999, 'Gus', 3, 2, 70, 0, 998001, '2026-03-02 13:45:00+00');
INSERT INTO public.guilds VALUES (11, '{"prefix": "?", "clock": "3d", "most": 50, "zone": "Europe/Berlin", "finished": 22}', NULL, NULL);
INSERT INTO public.heard VALUES (21, 9999, NULL);
INSERT INTO public.heard VALUES (41, 9998, 101);
INSERT INTO public.match_views VALUES (9, 492504, 1);
INSERT INTO public.matches VALUES (1, 'force-field-factions', 1, '{"facing": "upright", "pool": "3"}', 2444712010, 11, 21, 31, 9, 'a1:w3.e a8:b3.e b1:w2.up b8:b1.up c1:w1.up c8:b2.up d1:w2.up d8:b1.up e1:w1.up e8:b2.up f1:w2.up f8:b1.up g1:w1.up g8:b2.up h1:w3.up h8:b3.up 1', NULL, '2026-03-02 12:02:00+00', '2026-03-02 12:18:00+00', '2026-03-02 12:18:00+00', 1, '{"theme": "light"}', true, 'ThTqV5Vf6JSdiWvP', NULL, NULL, NULL);
INSERT INTO public.matches VALUES (2, 'xero-g', 1, '{}', 1095513148, 11, 21, 32, 2, '112233/....../....../....../....../112233 play 1', 1, '2026-03-02 12:21:00+00', '2026-03-02 12:23:00+00', NULL, 3, '{}', true, '_j9uKzdDojPal0-J', NULL, NULL, NULL);
INSERT INTO public.matches VALUES (3, 'xero-g', 1, '{}', 2127877499, 11, 21, 33, 3, '112233/....../....../....../....../112233 play -', NULL, '2026-03-02 12:25:00+00', '2026-03-02 12:28:00+00', '2026-03-02 12:28:00+00', 4, '{}', true, 'xqv58WfafRME3ucZ', NULL, NULL, NULL);
INSERT INTO public.matches VALUES (4, 'xero-g', 1, '{}', 2028277857, 11, 21, 34, 2, '112233/....../....../....../....../112233 play 1', 1, '2026-03-02 12:30:00+00', '2026-03-02 12:32:00+00', NULL, 5, '{}', true, 'L6JmByBd-rcV7tKr', NULL, NULL, NULL);
INSERT INTO public.matches VALUES (5, 'xero-g', 1, '{}', 3387541014, 11, 21, 35, 1, '....../....../....../....../....../112233 setup 2', 2, '2026-03-02 13:38:00+00', '2026-03-02 13:39:00+00', NULL, 6, '{}', true, 'gtlbvbxyi7BoyWVG', NULL, NULL, NULL);
INSERT INTO public.matches VALUES (6, 'xero-g', 1, '{}', 403123852, 11, 21, 36, 0, '....../....../....../....../....../...... setup 1', 1, '2026-03-02 13:43:00+00', '2026-03-02 13:43:00+00', NULL, 7, '{}', true, 'O_wlLZQeT0kDWnjc', NULL, NULL, NULL);
INSERT INTO public.matches VALUES (7, 'xero-g', 1, '{}', 121751464, 11, 21, 37, 1, '....../....../....../....../....../...... setup -', NULL, '2026-03-02 13:45:00+00', '2026-03-03 02:46:00+00', '2026-03-03 02:46:00+00', 8, '{}', true, 'hyLsFOXQ2axIqZ57', NULL, NULL, NULL);
INSERT INTO public.matches VALUES (8, 'zyrcan', 2, '{"variant": "standard"}', 2608926326, 11, 21, 38, 2, '/-,-,-,-/-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-/11,-,-,-/ 3,6,2;4,6,2;4,6,2 deploy 3', 3, '2026-03-06 04:50:00+00', '2026-03-06 04:52:00+00', NULL, 9, '{}', true, 'dWHviwMYBY0mCfGc', NULL, NULL, NULL);
INSERT INTO public.matches VALUES (9, 'xong', 1, '{"board": "islands", "hexes": 61}', 2988579416, 11, 21, 39, 3, '1:a4e 2:a4ne,a4nw hand:FLL played:F,FL 1', 1, '2026-03-06 04:54:00+00', '2026-03-06 05:04:00+00', NULL, 10, '{}', true, 'X_YYcLkjO5M_BuN3', NULL, NULL, NULL);
INSERT INTO public.matches VALUES (10, 'xero-g', 1, '{}', 42, 2000000000000000001, 3000000000000000001, NULL, 3, '123321/....../2...../....../....../321.13 play 2', 2, '2026-03-01 12:00:00.123456+00', '2026-03-01 12:02:00.123456+00', NULL, NULL, '{}', true, 'TkaVelB71YZf_l-6', NULL, NULL, NULL);
INSERT INTO public.matches VALUES (11, 'martian-life', 1, '{"supply": "stash", "target": 10}', 120, 2000000000000000001, 3000000000000000001, NULL, 80, '......../......../......../......../......../......../......../........ -', NULL, '2026-03-01 12:00:00.123456+00', '2026-03-01 13:19:00.123456+00', '2026-03-01 13:19:00.123456+00', NULL, '{}', true, 'JjaQjNd9BrXPZR2b', NULL, NULL, NULL);
INSERT INTO public.matches VALUES (12, 'martian-life', 1, '{"supply": "stash", "target": 15}', 2444712010, 11, 21, 42, 3, '......../......../......../...sS.../...Ss.../......../......../........ 2', 2, '2026-03-06 05:06:00+00', '2026-03-06 05:09:00+00', NULL, 14, '{"theme": "light"}', true, '9PexxbWapEcWszSC', NULL, NULL, NULL);
INSERT INTO public.matches VALUES (13, 'zyrcan', 2, '{"variant": "standard"}', 1095513148, 11, 21, 43, 2, '/-,-,-,-/-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-,-/-,-,21,-,-,-/-,-,-,-,-/11,-,-,-/ 3,6,2;3,6,2;4,6,2 deploy 3', 3, '2026-03-06 06:13:00+00', '2026-03-06 06:15:00+00', NULL, 15, '{}', true, 'FD3sHv0YlmHLauC0', NULL, NULL, NULL);
INSERT INTO public.matches VALUES (14, 'xero-g', 1, '{}', 506456969, 11, 21, 44, 5, '.12233/....../..1.../....../1...../.12233 play -', NULL, '2026-03-06 06:35:00+00', '2026-03-06 06:48:00+00', '2026-03-06 06:48:00+00', 16, '{}', true, '0SImsNgLRESwhDUi', NULL, NULL, NULL);
INSERT INTO public.matches VALUES (15, 'xero-g', 1, '{}', 2127877499, 11, 21, 45, 5, '.12233/....../..1.../....../1...../.12233 play -', NULL, '2026-03-06 06:35:00+00', '2026-03-06 06:49:00+00', '2026-03-06 06:49:00+00', 17, '{}', true, '4K_W8WKuaoyhzfE-', NULL, NULL, NULL);
INSERT INTO public.matches VALUES (16, 'xero-g', 1, '{}', 3268308804, 11, 21, 46, 5, '.12233/....../..1.../....../1...../.12233 play -', NULL, '2026-03-06 06:35:00+00', '2026-03-06 08:19:00+00', '2026-03-06 08:19:00+00', 18, '{}', true, 'H6pg2F_S9-9UJp6B', NULL, NULL, NULL);
INSERT INTO public.matches VALUES (17, 'xero-g', 1, '{}', 403123852, 11, 21, 47, 5, '.12233/....../..1.../....../1...../.12233 play -', NULL, '2026-03-06 08:49:00+00', '2026-03-06 08:54:00+00', '2026-03-06 08:54:00+00', 19, '{}', true, '1sEjY6r4Vaup-rXR', NULL, NULL, NULL);
INSERT INTO public.matches VALUES (18, 'xero-g', 1, '{}', 2095328386, 11, 21, 48, 0, '....../....../....../....../....../...... setup 1', 1, '2026-03-06 08:49:00+00', '2026-03-06 08:49:00+00', NULL, 20, '{}', true, 'QgWnNARA8WddDUQq', NULL, NULL, NULL);
INSERT INTO public.meta VALUES ('salt', '0a1b2c');
INSERT INTO public.meta VALUES ('import', '');
INSERT INTO public.meta VALUES ('imported', '[{"matches": [[10, 10]], "clocks": 1}, {"matches": [[11, 11]], "clocks": 0}]');
INSERT INTO public.meta VALUES ('ratings xero-g', '');
INSERT INTO public.meta VALUES ('signing_key 684', 'm0Jb8m3o6zq1G7h4Yw2kq9c5r_XvT-LsPd3fNnUaE1E');
INSERT INTO public.net_days VALUES (1, 7, 103, '2026-03-03 01:46:59+00', '2026-03-03 02:46:00+00');
INSERT INTO public.notes VALUES (1, 1, 2, 6, 'watch b4', 10011, '2026-03-02 12:12:00+00');
INSERT INTO public.offers VALUES (1, 1, 'draw', 2, 3, '[]', 'declined', 1, 10005, '2026-03-02 12:06:00+00');
INSERT INTO public.offers VALUES (2, 1, 'takeback', 1, 3, '[2]', 'agreed', NULL, 10007, '2026-03-02 12:08:00+00');
INSERT INTO public.offers VALUES (3, 1, 'draw', 1, 6, '[]', 'withdrawn', 1, 10012, '2026-03-02 12:13:00+00');
INSERT INTO public.offers VALUES (4, 1, 'draw', 2, 8, '[1]', 'agreed', NULL, 10016, '2026-03-02 12:17:00+00');
INSERT INTO public.offers VALUES (5, 4, 'pause', 1, 2, '[2]', 'agreed', NULL, 10063, '2026-03-02 12:33:00+00');
INSERT INTO public.offers VALUES (6, 5, 'pause', 1, 1, '[2]', 'agreed', NULL, 10070, '2026-03-02 13:40:00+00');
INSERT INTO public.offers VALUES (7, 12, 'draw', 1, 3, '[]', 'open', NULL, 20010, '2026-03-06 05:10:00+00');
INSERT INTO public.offers VALUES (8, 8, 'seat', 2, 2, '[1, 3]', 'agreed', NULL, 30000, '2026-03-06 04:53:00+00');
INSERT INTO public.open_seats VALUES (1, 8, 2, 2, '2026-03-06 04:54:00+00', 'open', NULL);
INSERT INTO public.outages VALUES (1, 11, '2026-03-02 13:34:00+00', '2026-03-02 13:47:00+00');
INSERT INTO public.outages VALUES (2, 11, '2026-03-03 02:45:00+00', '2026-03-03 04:48:00+00');
INSERT INTO public.outages VALUES (3, 11, '2026-03-05 04:46:00+00', '2026-03-05 04:49:00+00');
INSERT INTO public.outbox VALUES (1, 'c1', 'challenge', '{}', NULL, 1, NULL, '2026-03-02 12:01:00+00', 1, NULL, '2026-03-02 12:18:01+00', 21, 10018, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (2, 'c1', 'thread', '{}', 1, 1, NULL, '2026-03-02 12:02:00+00', 1, NULL, '2026-03-02 12:18:01+00', 31, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (3, 'c1', 'board', '{}', 1, NULL, 0, '2026-03-02 12:02:00+00', 1, NULL, '2026-03-02 12:18:01+00', 31, 10020, NULL, NULL, 10001, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (4, 'c1', 'board', '{}', 1, NULL, 1, '2026-03-02 12:03:00+00', 1, NULL, '2026-03-02 12:18:01+00', 31, 10021, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (5, 'c1', 'board', '{}', 1, NULL, 2, '2026-03-02 12:04:00+00', 1, NULL, '2026-03-02 12:18:01+00', 31, 10022, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (6, 'c1', 'board', '{}', 1, NULL, 3, '2026-03-02 12:05:00+00', 1, NULL, '2026-03-02 12:18:01+00', 31, 10023, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (7, 'c1', 'offer', '{"offer": 1}', 1, NULL, 3, '2026-03-02 12:06:00+00', 1, NULL, '2026-03-02 12:18:01+00', 31, 10024, NULL, NULL, 10005, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (8, 'c1', 'answered', '{"offer": 1}', 1, NULL, 3, '2026-03-02 12:07:00+00', 1, NULL, '2026-03-02 12:18:01+00', 31, 10025, NULL, NULL, 10006, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (9, 'c1', 'offer', '{"offer": 2}', 1, NULL, 3, '2026-03-02 12:08:00+00', 1, NULL, '2026-03-02 12:18:01+00', 31, 10026, NULL, NULL, 10007, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (10, 'c1', 'board', '{}', 1, NULL, 4, '2026-03-02 12:09:00+00', 1, NULL, '2026-03-02 12:18:01+00', 31, 10027, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (11, 'c1', 'answered', '{"offer": 2}', 1, NULL, NULL, '2026-03-02 12:09:00+00', 1, NULL, '2026-03-02 12:18:01+00', 31, 10028, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (12, 'c1', 'board', '{}', 1, NULL, 5, '2026-03-02 12:10:00+00', 1, NULL, '2026-03-02 12:18:01+00', 31, 10029, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (13, 'c1', 'board', '{}', 1, NULL, 6, '2026-03-02 12:11:00+00', 1, NULL, '2026-03-02 12:18:01+00', 31, 10030, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (14, 'c1', 'offer', '{"offer": 3}', 1, NULL, 6, '2026-03-02 12:13:00+00', 1, NULL, '2026-03-02 12:18:01+00', 31, 10031, NULL, NULL, 10012, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (15, 'c1', 'answered', '{"offer": 3}', 1, NULL, 6, '2026-03-02 12:14:00+00', 1, NULL, '2026-03-02 12:18:01+00', 31, 10032, NULL, NULL, 10013, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (16, 'c1', 'board', '{}', 1, NULL, 7, '2026-03-02 12:15:00+00', 1, NULL, '2026-03-02 12:18:01+00', 31, 10033, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (17, 'c1', 'board', '{}', 1, NULL, 8, '2026-03-02 12:16:00+00', 1, NULL, '2026-03-02 12:18:01+00', 31, 10034, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (18, 'c1', 'offer', '{"offer": 4}', 1, NULL, 8, '2026-03-02 12:17:00+00', 1, NULL, '2026-03-02 12:18:01+00', 31, 10035, NULL, NULL, 10016, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (19, 'c1', 'board', '{}', 1, NULL, 9, '2026-03-02 12:18:00+00', 1, NULL, '2026-03-02 12:18:01+00', 31, 10036, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (20, 'c1', 'answered', '{"offer": 4}', 1, NULL, NULL, '2026-03-02 12:18:00+00', 1, NULL, '2026-03-02 12:18:01+00', 31, 10037, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (21, 'f1', 'finished', '{"channel": 22}', 1, NULL, 9, '2026-03-02 12:18:00+00', 1, NULL, '2026-03-02 12:18:01+00', 21, 10019, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (22, 'c2', 'challenge', '{}', NULL, 2, NULL, '2026-03-02 12:19:00+00', 1, NULL, '2026-03-02 12:28:01+00', 21, 10048, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (23, 'c3', 'challenge', '{}', NULL, 3, NULL, '2026-03-02 12:20:00+00', 1, NULL, '2026-03-02 12:28:01+00', 21, 10049, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (24, 'c3', 'thread', '{}', 2, 3, NULL, '2026-03-02 12:21:00+00', 1, NULL, '2026-03-02 12:28:01+00', 32, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (25, 'c3', 'board', '{}', 2, NULL, 0, '2026-03-02 12:21:00+00', 1, NULL, '2026-03-02 12:28:01+00', 32, 10052, NULL, NULL, 10040, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (26, 'c3', 'board', '{}', 2, NULL, 1, '2026-03-02 12:22:00+00', 1, NULL, '2026-03-02 12:28:01+00', 32, 10054, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (27, 'c3', 'board', '{}', 2, NULL, 2, '2026-03-02 12:23:00+00', 1, NULL, '2026-03-02 12:28:01+00', 32, 10056, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (28, 'c4', 'challenge', '{}', NULL, 4, NULL, '2026-03-02 12:24:00+00', 1, NULL, '2026-03-02 12:28:01+00', 21, 10050, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (29, 'c4', 'thread', '{}', 3, 4, NULL, '2026-03-02 12:25:00+00', 1, NULL, '2026-03-02 12:28:01+00', 33, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (30, 'c4', 'board', '{}', 3, NULL, 0, '2026-03-02 12:25:00+00', 1, NULL, '2026-03-02 12:28:01+00', 33, 10053, NULL, NULL, 10044, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (31, 'c4', 'board', '{}', 3, NULL, 1, '2026-03-02 12:26:00+00', 1, NULL, '2026-03-02 12:28:01+00', 33, 10055, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (32, 'c4', 'board', '{}', 3, NULL, 2, '2026-03-02 12:27:00+00', 1, NULL, '2026-03-02 12:28:01+00', 33, 10057, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (33, 'c4', 'board', '{}', 3, NULL, 3, '2026-03-02 12:28:00+00', 1, NULL, '2026-03-02 12:28:01+00', 33, 10058, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (34, 'f3', 'finished', '{"channel": 22}', 3, NULL, 3, '2026-03-02 12:28:00+00', 1, NULL, '2026-03-02 12:28:01+00', 21, 10051, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (35, 'c5', 'challenge', '{}', NULL, 5, NULL, '2026-03-02 12:29:00+00', 1, NULL, '2026-03-06 04:47:01+00', 21, 10078, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (36, 'c5', 'thread', '{}', 4, 5, NULL, '2026-03-02 12:30:00+00', 1, NULL, '2026-03-06 04:47:01+00', 34, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (37, 'c5', 'board', '{}', 4, NULL, 0, '2026-03-02 12:30:00+00', 1, NULL, '2026-03-06 04:47:01+00', 34, 10085, NULL, NULL, 10060, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (38, 'c5', 'board', '{}', 4, NULL, 1, '2026-03-02 12:31:00+00', 1, NULL, '2026-03-06 04:47:01+00', 34, 10089, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (39, 'c5', 'board', '{}', 4, NULL, 2, '2026-03-02 12:32:00+00', 1, NULL, '2026-03-06 04:47:01+00', 34, 10093, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (40, 'c5', 'offer', '{"offer": 5}', 4, NULL, 2, '2026-03-02 12:33:00+00', 1, NULL, '2026-03-06 04:47:01+00', 34, 10096, NULL, NULL, 10063, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (41, 'c5', 'paused', '{}', 4, NULL, 2, '2026-03-02 12:34:00+00', 1, NULL, '2026-03-06 04:47:01+00', 34, 10098, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (42, 'c5', 'answered', '{"offer": 5}', 4, NULL, 2, '2026-03-02 12:34:00+00', 1, NULL, '2026-03-06 04:47:01+00', 34, 10100, NULL, NULL, 10064, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (43, 'c5', 'resumed', '{"by": 102}', 4, NULL, 2, '2026-03-02 13:35:00+00', 1, NULL, '2026-03-06 04:47:01+00', 34, 10101, NULL, NULL, 10065, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (44, 'c5', 'gift', '{"from": 102, "to": 101, "length": "1d"}', 4, NULL, 2, '2026-03-02 13:36:00+00', 1, NULL, '2026-03-06 04:47:01+00', 34, 10102, NULL, NULL, 10066, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (45, 'c6', 'challenge', '{}', NULL, 6, NULL, '2026-03-02 13:37:00+00', 1, NULL, '2026-03-06 04:47:01+00', 21, 10079, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (46, 'c6', 'thread', '{}', 5, 6, NULL, '2026-03-02 13:38:00+00', 1, NULL, '2026-03-06 04:47:01+00', 35, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (47, 'c6', 'board', '{}', 5, NULL, 0, '2026-03-02 13:38:00+00', 1, NULL, '2026-03-06 04:47:01+00', 35, 10086, NULL, NULL, 10068, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (48, 'c6', 'board', '{}', 5, NULL, 1, '2026-03-02 13:39:00+00', 1, NULL, '2026-03-06 04:47:01+00', 35, 10090, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (49, 'c6', 'offer', '{"offer": 6}', 5, NULL, 1, '2026-03-02 13:40:00+00', 1, NULL, '2026-03-06 04:47:01+00', 35, 10094, NULL, NULL, 10070, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (50, 'c6', 'paused', '{}', 5, NULL, 1, '2026-03-02 13:41:00+00', 1, NULL, '2026-03-06 04:47:01+00', 35, 10097, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (51, 'c6', 'answered', '{"offer": 6}', 5, NULL, 1, '2026-03-02 13:41:00+00', 1, NULL, '2026-03-06 04:47:01+00', 35, 10099, NULL, NULL, 10071, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (52, 'c7', 'challenge', '{}', NULL, 7, NULL, '2026-03-02 13:42:00+00', 1, NULL, '2026-03-06 04:47:01+00', 21, 10080, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (53, 'c7', 'thread', '{}', 6, 7, NULL, '2026-03-02 13:43:00+00', 1, NULL, '2026-03-06 04:47:01+00', 36, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (54, 'c7', 'board', '{}', 6, NULL, 0, '2026-03-02 13:43:00+00', 1, NULL, '2026-03-06 04:47:01+00', 36, 10087, NULL, NULL, 10073, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (55, 'c8', 'challenge', '{}', NULL, 8, NULL, '2026-03-02 13:44:00+00', 1, NULL, '2026-03-06 04:47:01+00', 21, 10081, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (56, 'c8', 'thread', '{}', 7, 8, NULL, '2026-03-02 13:45:00+00', 1, NULL, '2026-03-06 04:47:01+00', 37, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (57, 'c8', 'board', '{}', 7, NULL, 0, '2026-03-02 13:45:00+00', 1, NULL, '2026-03-06 04:47:01+00', 37, 10088, NULL, NULL, 10075, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (58, 'c7:103', 'alarm', '{"user": 103}', 6, NULL, 0, '2026-03-02 23:23:00+00', 1, NULL, '2026-03-06 04:47:01+00', 21, 10082, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (59, 'c8:103', 'alarm', '{"user": 103}', 7, NULL, 0, '2026-03-02 23:23:00+00', 1, NULL, '2026-03-06 04:47:01+00', 21, 10083, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (60, 'c7', 'timeout', '{"since": "2026-03-03 01:47:00+00:00"}', 6, NULL, 0, '2026-03-03 01:47:00+00', 1, NULL, '2026-03-06 04:47:01+00', 36, 10091, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (61, 'c8', 'timeout', '{"since": "2026-03-03 01:47:00+00:00"}', 7, NULL, 0, '2026-03-03 01:47:00+00', 1, NULL, '2026-03-06 04:47:01+00', 37, 10092, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (62, 'c8', 'board', '{}', 7, NULL, 1, '2026-03-03 02:46:00+00', 1, NULL, '2026-03-06 04:47:01+00', 37, 10095, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (63, 'f7', 'finished', '{"channel": 22}', 7, NULL, 1, '2026-03-03 02:46:00+00', 1, NULL, '2026-03-06 04:47:01+00', 21, 10084, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (64, 'c9', 'challenge', '{}', NULL, 9, NULL, '2026-03-06 04:48:00+00', 1, NULL, '2026-03-06 04:57:01+00', 21, 10113, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (65, 'c9', 'refresh', '{}', NULL, 9, NULL, '2026-03-06 04:49:00+00', 1, NULL, '2026-03-06 04:57:01+00', 21, NULL, NULL, NULL, 10104, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (66, 'c9', 'thread', '{}', 8, 9, NULL, '2026-03-06 04:50:00+00', 1, NULL, '2026-03-06 04:57:01+00', 38, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (67, 'c9', 'board', '{}', 8, NULL, 0, '2026-03-06 04:50:00+00', 1, NULL, '2026-03-06 04:57:01+00', 38, 10117, NULL, NULL, 10105, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (68, 'c9', 'board', '{}', 8, NULL, 1, '2026-03-06 04:51:00+00', 1, NULL, '2026-03-06 04:57:01+00', 38, 10119, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (69, 'c9', 'board', '{}', 8, NULL, 2, '2026-03-06 04:52:00+00', 1, NULL, '2026-03-06 04:57:01+00', 38, 10121, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (70, 'c10', 'challenge', '{}', NULL, 10, NULL, '2026-03-06 04:53:00+00', 1, NULL, '2026-03-06 04:57:01+00', 21, 10114, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (71, 'c10', 'thread', '{}', 9, 10, NULL, '2026-03-06 04:54:00+00', 1, NULL, '2026-03-06 04:57:01+00', 39, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (72, 'c10', 'board', '{}', 9, NULL, 0, '2026-03-06 04:54:00+00', 1, NULL, '2026-03-06 04:57:01+00', 39, 10116, NULL, NULL, 10109, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (73, 'c10', 'board', '{}', 9, NULL, 1, '2026-03-06 04:55:00+00', 1, NULL, '2026-03-06 04:57:01+00', 39, 10118, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (74, 'c10', 'board', '{}', 9, NULL, 2, '2026-03-06 04:56:00+00', 1, NULL, '2026-03-06 04:57:01+00', 39, 10120, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (75, 'asked:103', 'show', '{"channel": 21, "reply_to": 10112, "asker": 103, "note": "", "text": false}', 9, NULL, 2, '2026-03-06 04:57:00+00', 1, NULL, '2026-03-06 04:57:01+00', 21, 10115, NULL, NULL, 10112, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (76, 'c11', 'challenge', '{}', NULL, 11, NULL, '2026-03-06 04:58:00+00', 1, NULL, '2026-03-06 05:03:01+00', 21, 10128, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (77, 'c11', 'refresh', '{"by": 102, "word": ""}', NULL, 11, NULL, '2026-03-06 04:59:00+00', 1, NULL, '2026-03-06 05:03:01+00', 21, NULL, NULL, NULL, 10123, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (78, 'c12', 'challenge', '{}', NULL, 12, NULL, '2026-03-06 05:00:00+00', 1, NULL, '2026-03-06 05:03:01+00', 21, 10129, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (79, 'c13', 'challenge', '{}', NULL, 13, NULL, '2026-03-06 05:01:00+00', 1, NULL, '2026-03-06 05:03:01+00', 21, 10130, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (80, 'c13', 'refresh', '{}', NULL, 13, NULL, '2026-03-06 05:02:00+00', 1, NULL, '2026-03-06 05:03:01+00', 21, NULL, NULL, NULL, 10126, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (81, 'c13', 'refresh', '{}', NULL, 13, NULL, '2026-03-06 05:03:00+00', 1, NULL, '2026-03-06 05:03:01+00', 21, NULL, NULL, NULL, 10127, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (82, 'c10', 'board', '{}', 9, NULL, 3, '2026-03-06 05:04:00+00', 1, NULL, '2026-03-06 05:08:01+00', 39, 20004, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (83, 'c14', 'challenge', '{}', NULL, 14, NULL, '2026-03-06 05:05:00+00', 1, NULL, '2026-03-06 05:08:01+00', 21, 20005, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (84, 'c14', 'thread', '{}', 12, 14, NULL, '2026-03-06 05:06:00+00', 1, NULL, '2026-03-06 05:08:01+00', 42, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (85, 'c14', 'board', '{}', 12, NULL, 0, '2026-03-06 05:06:00+00', 1, NULL, '2026-03-06 05:08:01+00', 42, 20006, NULL, NULL, 20001, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (86, 'c14', 'board', '{}', 12, NULL, 1, '2026-03-06 05:07:00+00', 1, NULL, '2026-03-06 05:08:01+00', 42, 20007, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (87, 'c14', 'board', '{}', 12, NULL, 2, '2026-03-06 05:08:00+00', 1, NULL, '2026-03-06 05:08:01+00', 42, 20008, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (88, 'c14', 'board', '{}', 12, NULL, 3, '2026-03-06 05:09:00+00', 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (89, 'c14', 'offer', '{"offer": 7}', 12, NULL, 3, '2026-03-06 05:10:00+00', 0, NULL, NULL, NULL, NULL, NULL, NULL, 20010, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (90, 'c15', 'challenge', '{"mentioned": []}', NULL, 15, NULL, '2026-03-06 06:11:00+00', 0, NULL, '2026-03-06 06:13:01+00', 21, 9000003, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (91, 'c15', 'refresh', '{}', NULL, 15, NULL, '2026-03-06 06:12:00+00', 0, NULL, '2026-03-06 06:13:01+00', 21, NULL, NULL, NULL, 9000001, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (92, 'c15', 'thread', '{}', 13, 15, NULL, '2026-03-06 06:13:00+00', 0, NULL, '2026-03-06 06:13:01+00', 43, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (93, 'c15', 'board', '{}', 13, NULL, 0, '2026-03-06 06:13:00+00', 0, NULL, '2026-03-06 06:13:01+00', 43, 9000004, NULL, NULL, 9000002, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (94, 'c15', 'board', '{"first": 1}', 13, NULL, 2, '2026-03-06 06:15:00+00', 0, NULL, '2026-03-06 06:15:01+00', 43, 9000007, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (95, 'c1:review', 'review', '{"channel": 31, "asker": 101}', 1, NULL, 9, '2026-03-06 06:16:00+00', 0, NULL, '2026-03-06 06:16:01+00', 31, 9000008, NULL, NULL, 9000003, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (96, 'c9', 'offer', '{"offer": 8}', 8, NULL, 2, '2026-03-06 04:53:00+00', 1, NULL, '2026-03-06 04:58:00+00', 38, 30001, NULL, NULL, 30000, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (97, 'c9', 'open_seat', '{"seat": 1}', 8, NULL, 2, '2026-03-06 04:54:00+00', 1, NULL, '2026-03-06 04:58:00+00', 21, 30002, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (98, 'c8:103', 'net', '{"user": 103}', 7, NULL, 0, '2026-03-03 01:46:59+00', 1, NULL, '2026-03-03 02:46:00+00', 44, 12000, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (99, 'e1', 'tournament', '{"tournament": 1}', NULL, NULL, NULL, '2026-03-06 06:22:00+00', 1, NULL, '2026-03-06 09:12:01+00', 21, 50036, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (100, 'e1', 'tournament_refresh', '{"tournament": 1}', NULL, NULL, NULL, '2026-03-06 06:25:00+00', 1, NULL, '2026-03-06 09:12:01+00', 21, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (101, 'e1', 'tournament_refresh', '{"tournament": 1}', NULL, NULL, NULL, '2026-03-06 06:28:00+00', 1, NULL, '2026-03-06 09:12:01+00', 21, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (102, 'e1', 'tournament_refresh', '{"tournament": 1}', NULL, NULL, NULL, '2026-03-06 06:31:00+00', 1, NULL, '2026-03-06 09:12:01+00', 21, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (103, 'c4:archive', 'archive', '{}', 3, NULL, 3, '2026-03-06 06:35:00+00', 1, NULL, '2026-03-06 09:12:01+00', 33, 50037, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (104, 'e1', 'tournament_refresh', '{"tournament": 1}', NULL, NULL, NULL, '2026-03-06 06:35:00+00', 1, NULL, '2026-03-06 09:12:01+00', 21, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (105, 'e1', 'tournament_page', '{"tournament": 1}', NULL, NULL, NULL, '2026-03-06 06:35:00+00', 1, NULL, '2026-03-06 09:12:01+00', 21, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (106, 'c16', 'challenge', '{"event": "Spring League"}', NULL, 16, NULL, '2026-03-06 06:35:00+00', 1, NULL, '2026-03-06 09:12:01+00', 21, 50038, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (107, 'c16', 'thread', '{}', 14, 16, NULL, '2026-03-06 06:35:00+00', 1, NULL, '2026-03-06 09:12:01+00', 44, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (108, 'c16', 'board', '{}', 14, NULL, 0, '2026-03-06 06:35:00+00', 1, NULL, '2026-03-06 09:12:01+00', 44, 50050, NULL, NULL, -1, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (109, 'c17', 'challenge', '{"event": "Spring League"}', NULL, 17, NULL, '2026-03-06 06:35:00+00', 1, NULL, '2026-03-06 09:12:01+00', 21, 50039, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (110, 'c17', 'thread', '{}', 15, 17, NULL, '2026-03-06 06:35:00+00', 1, NULL, '2026-03-06 09:12:01+00', 45, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (111, 'c17', 'board', '{}', 15, NULL, 0, '2026-03-06 06:35:00+00', 1, NULL, '2026-03-06 09:12:01+00', 45, 50051, NULL, NULL, -2, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (112, 'c18', 'challenge', '{"event": "Spring League"}', NULL, 18, NULL, '2026-03-06 06:35:00+00', 1, NULL, '2026-03-06 09:12:01+00', 21, 50040, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (113, 'c18', 'thread', '{}', 16, 18, NULL, '2026-03-06 06:35:00+00', 1, NULL, '2026-03-06 09:12:01+00', 46, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (114, 'c18', 'board', '{}', 16, NULL, 0, '2026-03-06 06:35:00+00', 1, NULL, '2026-03-06 09:12:01+00', 46, 50052, NULL, NULL, -3, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (115, 'c16', 'board', '{}', 14, NULL, 1, '2026-03-06 06:36:00+00', 1, NULL, '2026-03-06 09:12:01+00', 44, 50055, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (116, 'c16', 'board', '{}', 14, NULL, 2, '2026-03-06 06:37:00+00', 1, NULL, '2026-03-06 09:12:01+00', 44, 50059, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (117, 'c16', 'board', '{}', 14, NULL, 3, '2026-03-06 06:38:00+00', 1, NULL, '2026-03-06 09:12:01+00', 44, 50063, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (118, 'c16', 'board', '{}', 14, NULL, 4, '2026-03-06 06:39:00+00', 1, NULL, '2026-03-06 09:12:01+00', 44, 50067, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (119, 'c17', 'board', '{}', 15, NULL, 1, '2026-03-06 06:40:00+00', 1, NULL, '2026-03-06 09:12:01+00', 45, 50056, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (120, 'c17', 'board', '{}', 15, NULL, 2, '2026-03-06 06:41:00+00', 1, NULL, '2026-03-06 09:12:01+00', 45, 50060, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (121, 'c17', 'board', '{}', 15, NULL, 3, '2026-03-06 06:42:00+00', 1, NULL, '2026-03-06 09:12:01+00', 45, 50064, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (122, 'c17', 'board', '{}', 15, NULL, 4, '2026-03-06 06:43:00+00', 1, NULL, '2026-03-06 09:12:01+00', 45, 50068, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (123, 'c18', 'board', '{}', 16, NULL, 1, '2026-03-06 06:44:00+00', 1, NULL, '2026-03-06 09:12:01+00', 46, 50057, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (124, 'c18', 'board', '{}', 16, NULL, 2, '2026-03-06 06:45:00+00', 1, NULL, '2026-03-06 09:12:01+00', 46, 50061, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (125, 'c18', 'board', '{}', 16, NULL, 3, '2026-03-06 06:46:00+00', 1, NULL, '2026-03-06 09:12:01+00', 46, 50065, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (126, 'c18', 'board', '{}', 16, NULL, 4, '2026-03-06 06:47:00+00', 1, NULL, '2026-03-06 09:12:01+00', 46, 50069, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (127, 'c16', 'board', '{}', 14, NULL, 5, '2026-03-06 06:48:00+00', 1, NULL, '2026-03-06 09:12:01+00', 44, 50071, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (128, 'c16', 'result', '{}', 14, NULL, 5, '2026-03-06 06:48:00+00', 1, NULL, '2026-03-06 09:12:01+00', 44, 50075, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (129, 'f14', 'finished', '{"channel": 22}', 14, NULL, 5, '2026-03-06 06:48:00+00', 1, NULL, '2026-03-06 09:12:01+00', 21, 50041, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (130, 'c17', 'board', '{}', 15, NULL, 5, '2026-03-06 06:49:00+00', 1, NULL, '2026-03-06 09:12:01+00', 45, 50072, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (131, 'c17', 'result', '{}', 15, NULL, 5, '2026-03-06 06:49:00+00', 1, NULL, '2026-03-06 09:12:01+00', 45, 50076, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (132, 'f15', 'finished', '{"channel": 22}', 15, NULL, 5, '2026-03-06 06:49:00+00', 1, NULL, '2026-03-06 09:12:01+00', 21, 50042, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (133, 'c18', 'board', '{}', 16, NULL, 5, '2026-03-06 08:19:00+00', 1, NULL, '2026-03-06 09:12:01+00', 46, 50073, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (134, 'c18', 'result', '{}', 16, NULL, 5, '2026-03-06 08:19:00+00', 1, NULL, '2026-03-06 09:12:01+00', 46, 50077, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (135, 'f16', 'finished', '{"channel": 22}', 16, NULL, 5, '2026-03-06 08:19:00+00', 1, NULL, '2026-03-06 09:12:01+00', 21, 50043, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (136, 'e1:103', 'tournament_notice', '{"user": 103, "tournament": 1, "notice": "warned", "match": 16}', NULL, NULL, NULL, '2026-03-06 08:19:00+00', 1, NULL, '2026-03-06 09:12:01+00', 21, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (137, 'e1', 'tournament_refresh', '{"tournament": 1}', NULL, NULL, NULL, '2026-03-06 08:19:00+00', 1, NULL, '2026-03-06 09:12:01+00', 21, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (138, 'e1', 'tournament_page', '{"tournament": 1}', NULL, NULL, NULL, '2026-03-06 08:19:00+00', 1, NULL, '2026-03-06 09:12:01+00', 21, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (139, 'e2', 'tournament', '{"tournament": 2}', NULL, NULL, NULL, '2026-03-06 08:19:00+00', 1, NULL, '2026-03-06 09:12:01+00', 21, 50044, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (140, 'e1:102', 'tournament_notice', '{"user": 102, "tournament": 1, "notice": "corrected", "match": 14}', NULL, NULL, NULL, '2026-03-06 08:25:00+00', 1, NULL, '2026-03-06 09:12:01+00', 21, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (141, 'e1:103', 'tournament_notice', '{"user": 103, "tournament": 1, "notice": "corrected", "match": 14}', NULL, NULL, NULL, '2026-03-06 08:25:00+00', 1, NULL, '2026-03-06 09:12:01+00', 21, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (142, 'e1:102', 'tournament_notice', '{"user": 102, "tournament": 1, "notice": "corrected", "match": 14}', NULL, NULL, NULL, '2026-03-06 08:31:00+00', 1, NULL, '2026-03-06 09:12:01+00', 21, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (143, 'e1:103', 'tournament_notice', '{"user": 103, "tournament": 1, "notice": "corrected", "match": 14}', NULL, NULL, NULL, '2026-03-06 08:31:00+00', 1, NULL, '2026-03-06 09:12:01+00', 21, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (144, 'e2', 'tournament_refresh', '{"tournament": 2}', NULL, NULL, NULL, '2026-03-06 08:32:00+00', 1, NULL, '2026-03-06 09:12:01+00', 21, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (145, 'e3', 'tournament', '{"tournament": 3}', NULL, NULL, NULL, '2026-03-06 08:33:00+00', 1, NULL, '2026-03-06 09:12:01+00', 21, 50045, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (146, 'e3', 'tournament_refresh', '{"tournament": 3}', NULL, NULL, NULL, '2026-03-06 08:36:00+00', 1, NULL, '2026-03-06 09:12:01+00', 21, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (147, 'e3', 'tournament_refresh', '{"tournament": 3}', NULL, NULL, NULL, '2026-03-06 08:39:00+00', 1, NULL, '2026-03-06 09:12:01+00', 21, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (148, 'e3', 'tournament_refresh', '{"tournament": 3}', NULL, NULL, NULL, '2026-03-06 08:42:00+00', 1, NULL, '2026-03-06 09:12:01+00', 21, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (149, 'e3', 'tournament_refresh', '{"tournament": 3}', NULL, NULL, NULL, '2026-03-06 08:45:00+00', 1, NULL, '2026-03-06 09:12:01+00', 21, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (150, 'e3', 'tournament_refresh', '{"tournament": 3}', NULL, NULL, NULL, '2026-03-06 08:49:00+00', 1, NULL, '2026-03-06 09:12:01+00', 21, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (151, 'e3', 'tournament_page', '{"tournament": 3}', NULL, NULL, NULL, '2026-03-06 08:49:00+00', 1, NULL, '2026-03-06 09:12:01+00', 21, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (152, 'c19', 'challenge', '{"event": "Spring League"}', NULL, 19, NULL, '2026-03-06 08:49:00+00', 1, NULL, '2026-03-06 09:12:01+00', 21, 50046, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (153, 'c19', 'thread', '{}', 17, 19, NULL, '2026-03-06 08:49:00+00', 1, NULL, '2026-03-06 09:12:01+00', 47, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (154, 'c19', 'board', '{}', 17, NULL, 0, '2026-03-06 08:49:00+00', 1, NULL, '2026-03-06 09:12:01+00', 47, 50053, NULL, NULL, -4, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (155, 'c20', 'challenge', '{"event": "Spring League"}', NULL, 20, NULL, '2026-03-06 08:49:00+00', 1, NULL, '2026-03-06 09:12:01+00', 21, 50047, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (156, 'c20', 'thread', '{}', 18, 20, NULL, '2026-03-06 08:49:00+00', 1, NULL, '2026-03-06 09:12:01+00', 48, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (157, 'c20', 'board', '{}', 18, NULL, 0, '2026-03-06 08:49:00+00', 1, NULL, '2026-03-06 09:12:01+00', 48, 50054, NULL, NULL, -5, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (158, 'c19', 'board', '{}', 17, NULL, 1, '2026-03-06 08:50:00+00', 1, NULL, '2026-03-06 09:12:01+00', 47, 50058, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (159, 'c19', 'board', '{}', 17, NULL, 2, '2026-03-06 08:51:00+00', 1, NULL, '2026-03-06 09:12:01+00', 47, 50062, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (160, 'c19', 'board', '{}', 17, NULL, 3, '2026-03-06 08:52:00+00', 1, NULL, '2026-03-06 09:12:01+00', 47, 50066, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (161, 'c19', 'board', '{}', 17, NULL, 4, '2026-03-06 08:53:00+00', 1, NULL, '2026-03-06 09:12:01+00', 47, 50070, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (162, 'c19', 'board', '{}', 17, NULL, 5, '2026-03-06 08:54:00+00', 1, NULL, '2026-03-06 09:12:01+00', 47, 50074, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (163, 'c19', 'result', '{}', 17, NULL, 5, '2026-03-06 08:54:00+00', 1, NULL, '2026-03-06 09:12:01+00', 47, 50078, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (164, 'f17', 'finished', '{"channel": 22}', 17, NULL, 5, '2026-03-06 08:54:00+00', 1, NULL, '2026-03-06 09:12:01+00', 21, 50048, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (165, 'e3:101', 'tournament_notice', '{"user": 101, "tournament": 3, "notice": "corrected", "match": 17}', NULL, NULL, NULL, '2026-03-06 09:03:00+00', 1, NULL, '2026-03-06 09:12:01+00', 21, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (166, 'e3:102', 'tournament_notice', '{"user": 102, "tournament": 3, "notice": "corrected", "match": 17}', NULL, NULL, NULL, '2026-03-06 09:03:00+00', 1, NULL, '2026-03-06 09:12:01+00', 21, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outcomes VALUES (1, 'force-field-factions', '{"facing":"upright","pool":"3"}', 2, false, 'draw', NULL, 6, 3, 'a8: e', 'a1: e', 'a8: n');
INSERT INTO public.outcomes VALUES (3, 'xero-g', '{}', 2, false, 'resigned', 2, 2, 2, '112233', '112233', '');
INSERT INTO public.outcomes VALUES (7, 'xero-g', '{}', 2, false, 'time', 2, 0, 2, '', '', '');
INSERT INTO public.outcomes VALUES (11, 'martian-life', '{"supply":"stash","target":10}', 2, false, 'rules', NULL, 80, 3, 'e4+', 'c6', 'c4');
INSERT INTO public.outcomes VALUES (14, 'xero-g', '{}', 2, false, 'resigned', 1, 4, 1, '112233', '112233', 'a1xb1@a2');
INSERT INTO public.outcomes VALUES (15, 'xero-g', '{}', 2, false, 'resigned', 1, 4, 1, '112233', '112233', 'a1xb1@a2');
INSERT INTO public.outcomes VALUES (16, 'xero-g', '{}', 2, false, 'time', 2, 4, 2, '112233', '112233', 'a1xb1@a2');
INSERT INTO public.outcomes VALUES (17, 'xero-g', '{}', 2, false, 'resigned', 2, 4, 2, '112233', '112233', 'a1xb1@a2');
INSERT INTO public.pairing_people VALUES (1, 1, 102, 2, false);
INSERT INTO public.pairing_people VALUES (1, 2, 103, 1, false);
INSERT INTO public.pairing_people VALUES (2, 1, 101, 1, false);
INSERT INTO public.pairing_people VALUES (2, 2, 102, 2, false);
INSERT INTO public.pairing_people VALUES (3, 1, 103, 2, true);
INSERT INTO public.pairing_people VALUES (3, 2, 101, 1, false);
INSERT INTO public.pairing_people VALUES (4, 1, 101, 1, false);
INSERT INTO public.pairing_people VALUES (4, 2, 102, 1, false);
INSERT INTO public.pairing_people VALUES (5, 1, 103, NULL, false);
INSERT INTO public.pairing_people VALUES (5, 2, 104, NULL, false);
INSERT INTO public.pairing_people VALUES (6, 1, 102, NULL, false);
INSERT INTO public.pairing_people VALUES (6, 2, 103, NULL, false);
INSERT INTO public.pairing_people VALUES (7, 1, 104, 1, false);
INSERT INTO public.pairing_people VALUES (7, 2, 101, 2, false);
INSERT INTO public.pairing_people VALUES (8, 1, 102, NULL, false);
INSERT INTO public.pairing_people VALUES (8, 2, 104, NULL, false);
INSERT INTO public.pairing_people VALUES (9, 1, 103, 1, false);
INSERT INTO public.pairing_people VALUES (9, 2, 101, 2, false);
INSERT INTO public.pairings VALUES (1, 1, 0, 0, 14, '2026-03-06 08:31:00+00');
INSERT INTO public.pairings VALUES (2, 1, 0, 0, 15, '2026-03-06 08:19:00+00');
INSERT INTO public.pairings VALUES (3, 1, 0, 0, 16, '2026-03-06 08:19:00+00');
INSERT INTO public.pairings VALUES (4, 3, 0, 0, 17, '2026-03-06 09:03:00+00');
INSERT INTO public.pairings VALUES (5, 3, 0, 0, 18, NULL);
INSERT INTO public.pairings VALUES (6, 3, 0, 0, NULL, NULL);
INSERT INTO public.pairings VALUES (7, 3, 0, 0, NULL, '2026-03-06 09:09:00+00');
INSERT INTO public.pairings VALUES (8, 3, 0, 0, NULL, NULL);
INSERT INTO public.pairings VALUES (9, 3, 0, 0, NULL, '2026-03-06 09:09:00+00');
INSERT INTO public.pauses VALUES (1, 4, '2026-03-02 12:34:00+00', '2026-03-02 13:35:00+00');
INSERT INTO public.pauses VALUES (2, 5, '2026-03-02 13:41:00+00', NULL);
INSERT INTO public.people VALUES (101, '{}', '{}', NULL);
INSERT INTO public.people VALUES (102, '{}', '{}', NULL);
INSERT INTO public.people VALUES (103, '{}', '{}', NULL);
INSERT INTO public.people VALUES (104, '{"theme": "light"}', '{"zone": "Asia/Tokyo", "quiet": "22-7", "digest": "8"}', '2026-03-06 23:00:00+00');
INSERT INTO public.plans VALUES (12, 1, 3, '{"d5": ["e6"]}', 11000);
INSERT INTO public.puzzle_attempts VALUES (101, 'xero-g', 1, false, '2026-03-06 06:17:00+00', '2026-03-06 06:17:00+00');
INSERT INTO public.puzzle_attempts VALUES (102, 'xero-g', 1, true, '2026-03-06 06:18:00+00', NULL);
INSERT INTO public.queued_moves VALUES (13, 2, '2@e5
3@f6', 9000005);
INSERT INTO public.ratings VALUES (7, 101, 'xero-g', '2026-03-03 02:46:00+00', 1, 1, 27.5, 8);
INSERT INTO public.ratings VALUES (7, 102, 'xero-g', '2026-03-03 02:46:00+00', 2, 1, 22.5, 8);
INSERT INTO public.ratings VALUES (14, 102, 'xero-g', '2026-03-06 06:48:00+00', 2, 1, 20.269335790112947, 7.76431642463041);
INSERT INTO public.ratings VALUES (14, 103, 'xero-g', '2026-03-06 06:48:00+00', 1, 1, 27.42040498677231, 8.05520276163148);
INSERT INTO public.ratings VALUES (15, 101, 'xero-g', '2026-03-06 06:49:00+00', 1, 1, 29.329577478279894, 7.761376160110254);
INSERT INTO public.ratings VALUES (15, 102, 'xero-g', '2026-03-06 06:49:00+00', 2, 1, 18.545959205569908, 7.552932812288943);
INSERT INTO public.ratings VALUES (16, 101, 'xero-g', '2026-03-06 08:19:00+00', 1, 1, 31.5325050130266, 7.535327904001424);
INSERT INTO public.ratings VALUES (16, 103, 'xero-g', '2026-03-06 08:19:00+00', 2, 1, 25.047544990600414, 7.792379613136192);
INSERT INTO public.ratings VALUES (17, 101, 'xero-g', '2026-03-06 08:54:00+00', 1, 1, 30.3969353709078, 7.364116560823656);
INSERT INTO public.ratings VALUES (17, 102, 'xero-g', '2026-03-06 08:54:00+00', 1, 1, 19.686840495818547, 7.3800964498560955);
INSERT INTO public.reviews VALUES (1, '2026-03-06 06:16:00+00', '{"curve": [{"ply": 0, "shares": [0.5, 0.5]}, {"ply": 1, "shares": [0.481, 0.519]}, {"ply": 2, "shares": [0.512, 0.488]}, {"ply": 3, "shares": [0.488, 0.512]}, {"ply": 4, "shares": [0.506, 0.494]}, {"ply": 5, "shares": [0.488, 0.512]}, {"ply": 6, "shares": [0.512, 0.488]}], "turning_points": [], "counted": false}');
INSERT INTO public.saved_states VALUES (9, 3, 3, 1, '\x80049504160000000000008c1067616d65732e786f6e672e7374617465948c0553746174659493942981945d94288c1067616d65732e786f6e672e626f617264948c084c6567426f6172649493942981947d94288c046172656194288c0e67616d65732e6865785f67726964948c0443656c6c9493944b034b0486948194680d4b044b0386948194680d4b034b0186948194680d4b034b0786948194680d4b054b0486948194680d4b044b0686948194680d4b0c4b0d86948194680d4b054b0786948194680d4b084b0686948194680d4b004b0586948194680d4b024b0286948194680d4b014b0686948194680d4b094b0b86948194680d4b0b4b0e86948194680d4b0a4b0c86948194680d4b024b0586948194680d4b094b0e86948194680d4b024b0886948194680d4b0a4b0f86948194680d4b074b0486948194680d4b064b0586948194680d4b064b0886948194680d4b044b0286948194680d4b044b0586948194680d4b034b0386948194680d4b054b0686948194680d4b044b0886948194680d4b034b0686948194680d4b054b0386948194680d4b084b0586948194680d4b094b0a86948194680d4b004b0786948194680d4b024b0486948194680d4b0a4b0b86948194680d4b094b0d86948194680d4b004b0486948194680d4b024b0186948194680d4b014b0586948194680d4b0a4b0e86948194680d4b0b4b0d86948194680d4b024b0786948194680d4b064b0486948194680d4b074b0686948194680d4b034b0286948194680d4b044b0786948194680d4b034b0586948194680d4b044b0486948194680d4b054b0586948194680d4b054b0886948194680d4b084b0786948194680d4b094b0c86948194680d4b084b0a86948194680d4b0a4b0d86948194680d4b004b0686948194680d4b024b0386948194680d4b0b4b0c86948194680d4b014b0786948194680d4b024b0686948194680d4b064b0686948194680d4b074b0586948194680d4b064b038694819491948c066e616d696e6794680b8c0b6e616d655f62795f726f779493948c0866726f6d5f746f7094898c0563656c6c739428685568216879684d68596825687f68576823687b684f682d6881685f683168136865683f680f686968456815683b6811686b683d68196867684368476817686d6841681d686f688768616837688368396835688568636849681f68716875684b682768736853682f6851682b6877685b6833687d685d6829681b74948c0963656c6c5f6d61736b948ba40100000000000000000000000000000000000000000000000000000000000000000000005500000000000000000000000000000000000000000000000000000000000000540000000000000000000000000000000000000000000000000000000000005455010000000000000000000000000000000000000000000000000000000000545500000000000000000000000000000000000000000000000000000000000050550100000000000000000000000000000000000000000000000000000000004055010000000000000000000000000000000000000000000000000000000000401501000000000000000000000000000000000000000000000000000000000000150000000000000000000000000000000000000000000000000000000000000054100000000000000000000000000000000000000000000000000000000000000050150000000000000000000000000000000000000000000000000000000000004055000000000000000000000000000000000000000000000000000000000000001500000000000000000000000000000000000000000000000000000000000000048c046c656773948bb401000000000000000000000000000000000000807f000000000000000000000000000080aa000000000000000000000000000000ff000000000000000000000000000000aa0000000000000000000000000000feff0100000000000000000000000000aaaa0200000000000000000000000000feff0300000000000000000000000000aaaa0000000000000000000000000000fcff0100000000000000000000000000a8aa0200000000000000000000000000f0ff0300000000000000000000000000a0aa0200000000000000000000000000e0ff0300000000000000000000000000a0aa0200000000000000000000000000c03f0300000000000000000000000000802a0000000000000000000000000000007f180000000000000000000000000000aa280000000000000000000000000000fcf81f0000000000000000000000000000a82a0000000000000000000000000000f07f0000000000000000000000000000a0aa0000000000000000000000000000c0ff0000000000000000000000000000802a0000000000000000000000000000003f0000000000000000000000000000000a0000000000000000000000000000000c8c0762795f6e616d65947d94288c03613465944d09018c0461346e65944d89018c0461346e77944d88018c03613477944d07018c0461347377944b878c0461347365944b888c03613565944d0b018c0461356e65944d8b018c0461356e77944d8a018c03613577944d09018c0461357377944b898c0461357365944b8a8c03613665944d0d018c0461366e65944d8d018c0461366e77944d8c018c03613677944d0b018c0461367377944b8b8c0461367365944b8c8c03613765944d0f018c0461376e65944d8f018c0461376e77944d8e018c03613777944d0d018c0461377377944b8d8c0461377365944b8e8c03623565944d0b028c0462356e65944d8b028c0462356e77944d8a028c03623577944d09028c0462357377944d89018c0462357365944d8a018c03623665944d0d028c0462366e65944d8d028c0462366e77944d8c028c03623677944d0b028c0462367377944d8b018c0462367365944d8c018c03623765944d0f028c0462376e65944d8f028c0462376e77944d8e028c03623777944d0d028c0462377377944d8d018c0462377365944d8e018c03633165944d03038c0463316e65944d83038c0463316e77944d82038c03633177944d01038c0463317377944d81028c0463317365944d82028c03633265944d05038c0463326e65944d85038c0463326e77944d84038c03633277944d03038c0463327377944d83028c0463327365944d84028c03633365944d07038c0463336e65944d87038c0463336e77944d86038c03633377944d05038c0463337377944d85028c0463337365944d86028c03633465944d09038c0463346e65944d89038c0463346e77944d88038c03633477944d07038c0463347377944d87028c0463347365944d88028c03633565944d0b038c0463356e65944d8b038c0463356e77944d8a038c03633577944d09038c0463357377944d89028c0463357365944d8a028c03633665944d0d038c0463366e65944d8d038c0463366e77944d8c038c03633677944d0b038c0463367377944d8b028c0463367365944d8c028c03633765944d0f038c0463376e65944d8f038c0463376e77944d8e038c03633777944d0d038c0463377377944d8d028c0463377365944d8e028c03633865944d11038c0463386e65944d91038c0463386e77944d90038c03633877944d0f038c0463387377944d8f028c0463387365944d90028c03643165944d03048c0464316e65944d83048c0464316e77944d82048c03643177944d01048c0464317377944d81038c0464317365944d82038c03643265944d05048c0464326e65944d85048c0464326e77944d84048c03643277944d03048c0464327377944d83038c0464327365944d84038c03643365944d07048c0464336e65944d87048c0464336e77944d86048c03643377944d05048c0464337377944d85038c0464337365944d86038c03643465944d09048c0464346e65944d89048c0464346e77944d88048c03643477944d07048c0464347377944d87038c0464347365944d88038c03643565944d0b048c0464356e65944d8b048c0464356e77944d8a048c03643577944d09048c0464357377944d89038c0464357365944d8a038c03643665944d0d048c0464366e65944d8d048c0464366e77944d8c048c03643677944d0b048c0464367377944d8b038c0464367365944d8c038c03643765944d0f048c0464376e65944d8f048c0464376e77944d8e048c03643777944d0d048c0464377377944d8d038c0464377365944d8e038c03653265944d05058c0465326e65944d85058c0465326e77944d84058c03653277944d03058c0465327377944d83048c0465327365944d84048c03653365944d07058c0465336e65944d87058c0465336e77944d86058c03653377944d05058c0465337377944d85048c0465337365944d86048c03653465944d09058c0465346e65944d89058c0465346e77944d88058c03653477944d07058c0465347377944d87048c0465347365944d88048c03653565944d0b058c0465356e65944d8b058c0465356e77944d8a058c03653577944d09058c0465357377944d89048c0465357365944d8a048c03653665944d0d058c0465366e65944d8d058c0465366e77944d8c058c03653677944d0b058c0465367377944d8b048c0465367365944d8c048c03653765944d0f058c0465376e65944d8f058c0465376e77944d8e058c03653777944d0d058c0465377377944d8d048c0465377365944d8e048c03653865944d11058c0465386e65944d91058c0465386e77944d90058c03653877944d0f058c0465387377944d8f048c0465387365944d90048c03663365944d07068c0466336e65944d87068c0466336e77944d86068c03663377944d05068c0466337377944d85058c0466337365944d86058c03663465944d09068c0466346e65944d89068c0466346e77944d88068c03663477944d07068c0466347377944d87058c0466347365944d88058c03663565944d0b068c0466356e65944d8b068c0466356e77944d8a068c03663577944d09068c0466357377944d89058c0466357365944d8a058c03663665944d0d068c0466366e65944d8d068c0466366e77944d8c068c03663677944d0b068c0466367377944d8b058c0466367365944d8c058c03663765944d0f068c0466376e65944d8f068c0466376e77944d8e068c03663777944d0d068c0466377377944d8d058c0466377365944d8e058c03663865944d11068c0466386e65944d91068c0466386e77944d90068c03663877944d0f068c0466387377944d8f058c0466387365944d90058c03673365944d07078c0467336e65944d87078c0467336e77944d86078c03673377944d05078c0467337377944d85068c0467337365944d86068c03673465944d09078c0467346e65944d89078c0467346e77944d88078c03673477944d07078c0467347377944d87068c0467347365944d88068c03673565944d0b078c0467356e65944d8b078c0467356e77944d8a078c03673577944d09078c0467357377944d89068c0467357365944d8a068c03673665944d0d078c0467366e65944d8d078c0467366e77944d8c078c03673677944d0b078c0467367377944d8b068c0467367365944d8c068c03673865944d11078c0467386e65944d91078c0467386e77944d90078c03673877944d0f078c0467387377944d8f068c0467387365944d90068c03683465944d09088c0468346e65944d89088c0468346e77944d88088c03683477944d07088c0468347377944d87078c0468347365944d88078c03683565944d0b088c0468356e65944d8b088c0468356e77944d8a088c03683577944d09088c0468357377944d89078c0468357365944d8a078c03683665944d0d088c0468366e65944d8d088c0468366e77944d8c088c03683677944d0b088c0468367377944d8b078c0468367365944d8c078c03693565944d0b098c0469356e65944d8b098c0469356e77944d8a098c03693577944d09098c0469357377944d89088c0469357365944d8a088c03693665944d0d098c0469366e65944d8d098c0469366e77944d8c098c03693677944d0b098c0469367377944d8b088c0469367365944d8c088c03693765944d0f098c0469376e65944d8f098c0469376e77944d8e098c03693777944d0d098c0469377377944d8d088c0469377365944d8e088c0469313065944d15098c056931306e65944d95098c056931306e77944d94098c0469313077944d13098c056931307377944d93088c056931307365944d94088c046a313065944d150a8c056a31306e65944d950a8c056a31306e77944d940a8c046a313077944d130a8c056a31307377944d93098c056a31307365944d94098c046a313165944d170a8c056a31316e65944d970a8c056a31316e77944d960a8c046a313177944d150a8c056a31317377944d95098c056a31317365944d96098c046a313265944d190a8c056a31326e65944d990a8c056a31326e77944d980a8c046a313277944d170a8c056a31327377944d97098c056a31327365944d98098c046a313365944d1b0a8c056a31336e65944d9b0a8c056a31336e77944d9a0a8c046a313377944d190a8c056a31337377944d99098c056a31337365944d9a098c046a313465944d1d0a8c056a31346e65944d9d0a8c056a31346e77944d9c0a8c046a313477944d1b0a8c056a31347377944d9b098c056a31347365944d9c098c046b313165944d170b8c056b31316e65944d970b8c056b31316e77944d960b8c046b313177944d150b8c056b31317377944d950a8c056b31317365944d960a8c046b313265944d190b8c056b31326e65944d990b8c056b31326e77944d980b8c046b313277944d170b8c056b31327377944d970a8c056b31327365944d980a8c046b313365944d1b0b8c056b31336e65944d9b0b8c056b31336e77944d9a0b8c046b313377944d190b8c056b31337377944d990a8c056b31337365944d9a0a8c046b313465944d1d0b8c056b31346e65944d9d0b8c056b31346e77944d9c0b8c046b313477944d1b0b8c056b31347377944d9b0a8c056b31347365944d9c0a8c046b313565944d1f0b8c056b31356e65944d9f0b8c056b31356e77944d9e0b8c046b313577944d1d0b8c056b31357377944d9d0a8c056b31357365944d9e0a8c046c313265944d190c8c056c31326e65944d990c8c056c31326e77944d980c8c046c313277944d170c8c056c31327377944d970b8c056c31327365944d980b8c046c313365944d1b0c8c056c31336e65944d9b0c8c056c31336e77944d9a0c8c046c313377944d190c8c056c31337377944d990b8c056c31337365944d9a0b8c046c313465944d1d0c8c056c31346e65944d9d0c8c056c31346e77944d9c0c8c046c313477944d1b0c8c056c31347377944d9b0b8c056c31347365944d9c0b8c046d313365944d1b0d8c056d31336e65944d9b0d8c056d31336e77944d9a0d8c046d313377944d190d8c056d31337377944d990c8c056d31337365944d9a0c7575628a22000000000000000000000000000000000000000000000000000000000000000000028a32000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000386948c03464c4c948c0146948c02464c9486944b0168008c045475726e9493942981945d94284b0268008c044d6f76659493948a3200000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000036a02020000869481946a040200008c03332d31944affffffff4b01869465624e65622e');
INSERT INTO public.seats VALUES (1, 1, 101, 'Ann', false);
INSERT INTO public.seats VALUES (1, 2, 102, 'Bob', false);
INSERT INTO public.seats VALUES (2, 1, 103, 'Cleo', false);
INSERT INTO public.seats VALUES (2, 2, 101, 'Ann', false);
INSERT INTO public.seats VALUES (3, 1, 103, 'Cleo', true);
INSERT INTO public.seats VALUES (3, 2, 101, 'Ann', false);
INSERT INTO public.seats VALUES (4, 1, 101, 'Ann', false);
INSERT INTO public.seats VALUES (4, 2, 102, 'Bob', false);
INSERT INTO public.seats VALUES (5, 1, 101, 'Ann', false);
INSERT INTO public.seats VALUES (5, 2, 103, 'Cleo', false);
INSERT INTO public.seats VALUES (6, 1, 103, 'Cleo', false);
INSERT INTO public.seats VALUES (6, 2, 102, 'Bob', false);
INSERT INTO public.seats VALUES (7, 1, 103, 'Cleo', true);
INSERT INTO public.seats VALUES (7, 2, 102, 'Bob', false);
INSERT INTO public.seats VALUES (8, 1, 101, 'Ann', false);
INSERT INTO public.seats VALUES (8, 2, 103, 'Cleo', true);
INSERT INTO public.seats VALUES (8, 3, 102, 'Bob', false);
INSERT INTO public.seats VALUES (9, 1, 102, 'Bob', false);
INSERT INTO public.seats VALUES (9, 2, 101, 'Ann', false);
INSERT INTO public.seats VALUES (10, 1, 101, 'Zoë 1', false);
INSERT INTO public.seats VALUES (10, 2, 102, 'Zoë 2', false);
INSERT INTO public.seats VALUES (11, 1, 101, 'Zoë 1', false);
INSERT INTO public.seats VALUES (11, 2, 102, 'Zoë 2', false);
INSERT INTO public.seats VALUES (12, 1, 104, 'Dan', false);
INSERT INTO public.seats VALUES (12, 2, 101, 'Ann', false);
INSERT INTO public.seats VALUES (13, 1, 101, 'Ann', false);
INSERT INTO public.seats VALUES (13, 2, 102, 'Bob', false);
INSERT INTO public.seats VALUES (13, 3, 103, 'Cleo', false);
INSERT INTO public.seats VALUES (14, 1, 102, 'Bob', false);
INSERT INTO public.seats VALUES (14, 2, 103, 'Cleo', true);
INSERT INTO public.seats VALUES (15, 1, 101, 'Ann', false);
INSERT INTO public.seats VALUES (15, 2, 102, 'Bob', true);
INSERT INTO public.seats VALUES (16, 1, 103, 'Cleo', true);
INSERT INTO public.seats VALUES (16, 2, 101, 'Ann', false);
INSERT INTO public.seats VALUES (17, 1, 101, 'Ann', true);
INSERT INTO public.seats VALUES (17, 2, 102, 'Bob', false);
INSERT INTO public.seats VALUES (18, 1, 103, 'Cleo', false);
INSERT INTO public.seats VALUES (18, 2, 104, 'Dan', false);
INSERT INTO public.thread_archives VALUES (14, '2026-03-07 06:48:00+00');
INSERT INTO public.thread_archives VALUES (15, '2026-03-07 06:49:00+00');
INSERT INTO public.thread_archives VALUES (16, '2026-03-07 08:19:00+00');
INSERT INTO public.thread_archives VALUES (17, '2026-03-07 08:54:00+00');
INSERT INTO public.tournament_people VALUES (1, 101, 'Ann', '2026-03-06 06:25:00+00', 0, 1, false, NULL, false);
INSERT INTO public.tournament_people VALUES (1, 102, 'Bob', '2026-03-06 06:28:00+00', 0, 3, false, NULL, false);
INSERT INTO public.tournament_people VALUES (1, 103, 'Cleo', '2026-03-06 06:31:00+00', 0, 2, true, NULL, false);
INSERT INTO public.tournament_people VALUES (2, 104, 'Dan', '2026-03-06 08:32:00+00', NULL, NULL, false, NULL, false);
INSERT INTO public.tournament_people VALUES (3, 101, 'Ann', '2026-03-06 08:36:00+00', 0, 1, false, '2026-03-06 09:09:00+00', true);
INSERT INTO public.tournament_people VALUES (3, 102, 'Bob', '2026-03-06 08:39:00+00', 0, 4, false, NULL, false);
INSERT INTO public.tournament_people VALUES (3, 103, 'Cleo', '2026-03-06 08:42:00+00', 0, 2, false, NULL, false);
INSERT INTO public.tournament_people VALUES (3, 104, 'Dan', '2026-03-06 08:45:00+00', 0, 3, false, NULL, false);
INSERT INTO public.tournaments VALUES (1, 11, 21, 'Spring League', 'league', 'xero-g', '{}', '1h no net no vacation no pauses', 2, 1, 3, 1, NULL, 101, 50000, 'finished', 0, '2026-03-06 06:22:00+00', '2026-03-06 06:32:00+00', '2026-03-06 08:19:00+00', NULL, '2026-03-06 08:19:00+00', '2026-03-06 08:19:00+00', 50036);
INSERT INTO public.tournaments VALUES (2, 11, 21, 'Spring League', 'league', 'xero-g', '{}', '1h no net no vacation no pauses', 2, 1, 3, 2, 1, 101, NULL, 'open', 0, '2026-03-06 08:19:00+00', '2026-03-13 08:19:00+00', NULL, '2026-03-13 08:19:00+00', '2026-03-06 08:19:00+00', '2026-03-06 08:19:00+00', 50044);
INSERT INTO public.tournaments VALUES (3, 11, 21, 'Spring League', 'league', 'xero-g', '{}', '3d no net no vacation no pauses', 2, 1, 1, 1, NULL, 101, 50022, 'running', 0, '2026-03-06 08:33:00+00', '2026-03-06 08:46:00+00', NULL, '2026-03-07 08:49:00+00', '2026-03-06 09:09:00+00', '2026-03-06 08:49:00+00', 50045);
INSERT INTO public.vacations VALUES (1, 102, '2026-03-05 04:47:00+00', '2026-03-09 23:00:00+00');
INSERT INTO public.watchers VALUES (9, 105);
INSERT INTO public.web_sessions VALUES (1, 101, '5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8', 'pG3xw0Hn2k5Yc_1Q', 'Firefox on Android', '2026-03-02 12:00:00+00', '2026-03-02 12:00:00+00');
INSERT INTO public.web_sessions VALUES (2, NULL, NULL, 'Zr8_mV4tQe-7bLdA', '', '2026-03-02 12:00:00+00', '2026-03-02 12:00:00+00');
SELECT pg_catalog.setval('public.audit_log_id_seq', 2, true);
SELECT pg_catalog.setval('public.challenges_id_seq', 20, true);
SELECT pg_catalog.setval('public.matches_id_seq', 18, true);
SELECT pg_catalog.setval('public.net_days_id_seq', 1, true);
SELECT pg_catalog.setval('public.notes_id_seq', 1, true);
SELECT pg_catalog.setval('public.offers_id_seq', 8, true);
SELECT pg_catalog.setval('public.open_seats_id_seq', 1, true);
SELECT pg_catalog.setval('public.outages_id_seq', 3, true);
SELECT pg_catalog.setval('public.outbox_id_seq', 166, true);
SELECT pg_catalog.setval('public.pairings_id_seq', 9, true);
SELECT pg_catalog.setval('public.pauses_id_seq', 2, true);
SELECT pg_catalog.setval('public.proposals_id_seq', 1, false);
SELECT pg_catalog.setval('public.tournaments_id_seq', 3, true);
SELECT pg_catalog.setval('public.vacations_id_seq', 1, true);
SELECT pg_catalog.setval('public.web_sessions_id_seq', 2, true);
ALTER TABLE ONLY public.alembic_version
    ADD CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num);
ALTER TABLE ONLY public.analyses
    ADD CONSTRAINT pk_analyses PRIMARY KEY (match_id, user_id);
ALTER TABLE ONLY public.audit_log
    ADD CONSTRAINT pk_audit_log PRIMARY KEY (id);
ALTER TABLE ONLY public.beats
    ADD CONSTRAINT pk_beats PRIMARY KEY (guild_id);
ALTER TABLE ONLY public.blocks
    ADD CONSTRAINT pk_blocks PRIMARY KEY (guild_id, user_id);
ALTER TABLE ONLY public.challenge_people
    ADD CONSTRAINT pk_challenge_people PRIMARY KEY (challenge_id, place);
ALTER TABLE ONLY public.challenges
    ADD CONSTRAINT pk_challenges PRIMARY KEY (id);
ALTER TABLE ONLY public.clocks
    ADD CONSTRAINT pk_clocks PRIMARY KEY (match_id);
ALTER TABLE ONLY public.corrections
    ADD CONSTRAINT pk_corrections PRIMARY KEY (match_id, number);
ALTER TABLE ONLY public.crowd_members
    ADD CONSTRAINT pk_crowd_members PRIMARY KEY (challenge_id, user_id);
ALTER TABLE ONLY public.crowds
    ADD CONSTRAINT pk_crowds PRIMARY KEY (challenge_id, number);
ALTER TABLE ONLY public.deleted_channels
    ADD CONSTRAINT pk_deleted_channels PRIMARY KEY (channel_id);
ALTER TABLE ONLY public.deletions
    ADD CONSTRAINT pk_deletions PRIMARY KEY (user_id);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT pk_events PRIMARY KEY (match_id, seq);
ALTER TABLE ONLY public.guesses
    ADD CONSTRAINT pk_guesses PRIMARY KEY (match_id, user_id);
ALTER TABLE ONLY public.guilds
    ADD CONSTRAINT pk_guilds PRIMARY KEY (guild_id);
ALTER TABLE ONLY public.heard
    ADD CONSTRAINT pk_heard PRIMARY KEY (channel_id);
ALTER TABLE ONLY public.match_views
    ADD CONSTRAINT pk_match_views PRIMARY KEY (match_id, hour);
ALTER TABLE ONLY public.matches
    ADD CONSTRAINT pk_matches PRIMARY KEY (id);
ALTER TABLE ONLY public.meta
    ADD CONSTRAINT pk_meta PRIMARY KEY (key);
ALTER TABLE ONLY public.net_days
    ADD CONSTRAINT pk_net_days PRIMARY KEY (id);
ALTER TABLE ONLY public.notes
    ADD CONSTRAINT pk_notes PRIMARY KEY (id);
ALTER TABLE ONLY public.offer_votes
    ADD CONSTRAINT pk_offer_votes PRIMARY KEY (match_id, offer_id, user_id);
ALTER TABLE ONLY public.offers
    ADD CONSTRAINT pk_offers PRIMARY KEY (id);
ALTER TABLE ONLY public.open_seats
    ADD CONSTRAINT pk_open_seats PRIMARY KEY (id);
ALTER TABLE ONLY public.outages
    ADD CONSTRAINT pk_outages PRIMARY KEY (id);
ALTER TABLE ONLY public.outbox
    ADD CONSTRAINT pk_outbox PRIMARY KEY (id);
ALTER TABLE ONLY public.outcomes
    ADD CONSTRAINT pk_outcomes PRIMARY KEY (match_id);
ALTER TABLE ONLY public.pairing_people
    ADD CONSTRAINT pk_pairing_people PRIMARY KEY (pairing_id, seat);
ALTER TABLE ONLY public.pairings
    ADD CONSTRAINT pk_pairings PRIMARY KEY (id);
ALTER TABLE ONLY public.pauses
    ADD CONSTRAINT pk_pauses PRIMARY KEY (id);
ALTER TABLE ONLY public.people
    ADD CONSTRAINT pk_people PRIMARY KEY (user_id);
ALTER TABLE ONLY public.plans
    ADD CONSTRAINT pk_plans PRIMARY KEY (match_id, seat);
ALTER TABLE ONLY public.proposals
    ADD CONSTRAINT pk_proposals PRIMARY KEY (id);
ALTER TABLE ONLY public.puzzle_attempts
    ADD CONSTRAINT pk_puzzle_attempts PRIMARY KEY (user_id, game, number);
ALTER TABLE ONLY public.queued_moves
    ADD CONSTRAINT pk_queued_moves PRIMARY KEY (match_id, seat);
ALTER TABLE ONLY public.ratings
    ADD CONSTRAINT pk_ratings PRIMARY KEY (match_id, user_id);
ALTER TABLE ONLY public.reviews
    ADD CONSTRAINT pk_reviews PRIMARY KEY (match_id);
ALTER TABLE ONLY public.saved_states
    ADD CONSTRAINT pk_saved_states PRIMARY KEY (match_id);
ALTER TABLE ONLY public.seats
    ADD CONSTRAINT pk_seats PRIMARY KEY (match_id, seat);
ALTER TABLE ONLY public.set_aside_jobs
    ADD CONSTRAINT pk_set_aside_jobs PRIMARY KEY (kind, key);
ALTER TABLE ONLY public.thread_archives
    ADD CONSTRAINT pk_thread_archives PRIMARY KEY (match_id);
ALTER TABLE ONLY public.tournament_people
    ADD CONSTRAINT pk_tournament_people PRIMARY KEY (tournament_id, user_id);
ALTER TABLE ONLY public.tournaments
    ADD CONSTRAINT pk_tournaments PRIMARY KEY (id);
ALTER TABLE ONLY public.vacations
    ADD CONSTRAINT pk_vacations PRIMARY KEY (id);
ALTER TABLE ONLY public.votes
    ADD CONSTRAINT pk_votes PRIMARY KEY (match_id, seq, user_id);
ALTER TABLE ONLY public.watchers
    ADD CONSTRAINT pk_watchers PRIMARY KEY (match_id, user_id);
ALTER TABLE ONLY public.web_sessions
    ADD CONSTRAINT pk_web_sessions PRIMARY KEY (id);
ALTER TABLE ONLY public.audit_log
    ADD CONSTRAINT uq_audit_log_source_id UNIQUE (source_id);
ALTER TABLE ONLY public.challenges
    ADD CONSTRAINT uq_challenges_source_id UNIQUE (source_id);
ALTER TABLE ONLY public.crowd_members
    ADD CONSTRAINT uq_crowd_members_source_id UNIQUE (source_id);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT uq_events_source_id UNIQUE (source_id);
ALTER TABLE ONLY public.guesses
    ADD CONSTRAINT uq_guesses_source_id UNIQUE (source_id);
ALTER TABLE ONLY public.matches
    ADD CONSTRAINT uq_matches_challenge_id UNIQUE (challenge_id);
ALTER TABLE ONLY public.notes
    ADD CONSTRAINT uq_notes_source_id UNIQUE (source_id);
ALTER TABLE ONLY public.offer_votes
    ADD CONSTRAINT uq_offer_votes_source_id UNIQUE (source_id);
ALTER TABLE ONLY public.pairings
    ADD CONSTRAINT uq_pairings_match_id UNIQUE (match_id);
ALTER TABLE ONLY public.proposals
    ADD CONSTRAINT uq_proposals_match_id_seq_text UNIQUE (match_id, seq, text);
ALTER TABLE ONLY public.proposals
    ADD CONSTRAINT uq_proposals_source_id UNIQUE (source_id);
ALTER TABLE ONLY public.tournaments
    ADD CONSTRAINT uq_tournaments_previous_id UNIQUE (previous_id);
ALTER TABLE ONLY public.tournaments
    ADD CONSTRAINT uq_tournaments_source_id UNIQUE (source_id);
ALTER TABLE ONLY public.votes
    ADD CONSTRAINT uq_votes_source_id UNIQUE (source_id);
ALTER TABLE ONLY public.web_sessions
    ADD CONSTRAINT uq_web_sessions_link UNIQUE (link);
ALTER TABLE ONLY public.web_sessions
    ADD CONSTRAINT uq_web_sessions_token_hash UNIQUE (token_hash);
CREATE INDEX ix_audit_log_at ON public.audit_log USING btree (at);
CREATE INDEX ix_audit_log_guild_id_id ON public.audit_log USING btree (guild_id, id);
CREATE INDEX ix_blocks_user_id ON public.blocks USING btree (user_id);
CREATE INDEX ix_challenge_people_user_id ON public.challenge_people USING btree (user_id);
CREATE INDEX ix_challenges_channel_id_created_at ON public.challenges USING btree (channel_id, created_at);
CREATE UNIQUE INDEX ix_challenges_rematch_of ON public.challenges USING btree (rematch_of);
CREATE INDEX ix_challenges_status_expires_at ON public.challenges USING btree (status, expires_at);
CREATE INDEX ix_clocks_due_at ON public.clocks USING btree (due_at);
CREATE INDEX ix_crowd_members_user_id ON public.crowd_members USING btree (user_id);
CREATE INDEX ix_events_left ON public.events USING btree (user_id, match_id) WHERE (kind = 'substitute'::text);
CREATE INDEX ix_guesses_user_id ON public.guesses USING btree (user_id);
CREATE INDEX ix_guilds_puzzle_at ON public.guilds USING btree (puzzle_at);
CREATE INDEX ix_guilds_weekly_at ON public.guilds USING btree (weekly_at);
CREATE INDEX ix_heard_user_id ON public.heard USING btree (user_id);
CREATE INDEX ix_match_views_hour ON public.match_views USING btree (hour);
CREATE INDEX ix_matches_channel_id_thread_id ON public.matches USING btree (channel_id, thread_id);
CREATE INDEX ix_matches_ended_at ON public.matches USING btree (ended_at);
CREATE INDEX ix_matches_guild_id_ended_at_since ON public.matches USING btree (guild_id, ended_at, since);
CREATE UNIQUE INDEX ix_matches_public_id ON public.matches USING btree (public_id);
CREATE INDEX ix_matches_thread_id ON public.matches USING btree (thread_id);
CREATE INDEX ix_net_days_match_id_ended_at ON public.net_days USING btree (match_id, ended_at);
CREATE INDEX ix_net_days_user_id_began_at ON public.net_days USING btree (user_id, began_at);
CREATE INDEX ix_notes_match_id_seat ON public.notes USING btree (match_id, seat);
CREATE INDEX ix_offer_votes_offer_id ON public.offer_votes USING btree (offer_id);
CREATE INDEX ix_offer_votes_user_id ON public.offer_votes USING btree (user_id);
CREATE INDEX ix_offers_match_id_seq ON public.offers USING btree (match_id, seq);
CREATE INDEX ix_open_seats_match_id ON public.open_seats USING btree (match_id);
CREATE INDEX ix_open_seats_status_opened_at ON public.open_seats USING btree (status, opened_at);
CREATE INDEX ix_outages_guild_id_ended_at ON public.outages USING btree (guild_id, ended_at);
CREATE INDEX ix_outbox_challenge_id_kind ON public.outbox USING btree (challenge_id, kind);
CREATE INDEX ix_outbox_match_id_kind ON public.outbox USING btree (match_id, kind);
CREATE INDEX ix_outbox_message_id ON public.outbox USING btree (message_id);
CREATE INDEX ix_outbox_pending ON public.outbox USING btree (lane, id) WHERE ((sent_at IS NULL) AND (given_up_at IS NULL));
CREATE UNIQUE INDEX ix_outbox_source_id ON public.outbox USING btree (source_id);
CREATE INDEX ix_outcomes_game_ending ON public.outcomes USING btree (game, ending);
CREATE INDEX ix_outcomes_game_ply_1_ply_2_ply_3 ON public.outcomes USING btree (game, ply_1, ply_2, ply_3);
CREATE INDEX ix_pairings_settled_at ON public.pairings USING btree (settled_at);
CREATE INDEX ix_pairings_tournament_id ON public.pairings USING btree (tournament_id);
CREATE INDEX ix_pauses_match_id_ended_at ON public.pauses USING btree (match_id, ended_at);
CREATE INDEX ix_people_digest_at ON public.people USING btree (digest_at);
CREATE INDEX ix_plans_source_id ON public.plans USING btree (source_id);
CREATE INDEX ix_proposals_user_id ON public.proposals USING btree (user_id);
CREATE INDEX ix_puzzle_attempts_game_number ON public.puzzle_attempts USING btree (game, number);
CREATE INDEX ix_ratings_game_at_match_id ON public.ratings USING btree (game, at, match_id);
CREATE INDEX ix_ratings_user_id_game_at_match_id ON public.ratings USING btree (user_id, game, at, match_id);
CREATE INDEX ix_seats_user_id ON public.seats USING btree (user_id);
CREATE INDEX ix_thread_archives_due_at ON public.thread_archives USING btree (due_at);
CREATE INDEX ix_tournament_people_user_id ON public.tournament_people USING btree (user_id);
CREATE INDEX ix_tournaments_due_at ON public.tournaments USING btree (due_at);
CREATE INDEX ix_tournaments_guild_id_status ON public.tournaments USING btree (guild_id, status);
CREATE INDEX ix_vacations_ended_at ON public.vacations USING btree (ended_at);
CREATE INDEX ix_vacations_user_id_ended_at ON public.vacations USING btree (user_id, ended_at);
CREATE INDEX ix_votes_user_id ON public.votes USING btree (user_id);
CREATE INDEX ix_watchers_user_id ON public.watchers USING btree (user_id);
CREATE INDEX ix_web_sessions_created_at ON public.web_sessions USING btree (created_at);
CREATE INDEX ix_web_sessions_user_id ON public.web_sessions USING btree (user_id);
ALTER TABLE ONLY public.analyses
    ADD CONSTRAINT fk_analyses_match_id FOREIGN KEY (match_id) REFERENCES public.matches(id);
ALTER TABLE ONLY public.audit_log
    ADD CONSTRAINT fk_audit_log_match_id FOREIGN KEY (match_id) REFERENCES public.matches(id);
ALTER TABLE ONLY public.audit_log
    ADD CONSTRAINT fk_audit_log_tournament_id FOREIGN KEY (tournament_id) REFERENCES public.tournaments(id);
ALTER TABLE ONLY public.challenge_people
    ADD CONSTRAINT fk_challenge_people_challenge_id FOREIGN KEY (challenge_id) REFERENCES public.challenges(id);
ALTER TABLE ONLY public.clocks
    ADD CONSTRAINT fk_clocks_match_id FOREIGN KEY (match_id) REFERENCES public.matches(id);
ALTER TABLE ONLY public.corrections
    ADD CONSTRAINT fk_corrections_match_id FOREIGN KEY (match_id) REFERENCES public.matches(id);
ALTER TABLE ONLY public.crowd_members
    ADD CONSTRAINT fk_crowd_members_challenge_id FOREIGN KEY (challenge_id) REFERENCES public.challenges(id);
ALTER TABLE ONLY public.crowds
    ADD CONSTRAINT fk_crowds_challenge_id FOREIGN KEY (challenge_id) REFERENCES public.challenges(id);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT fk_events_match_id FOREIGN KEY (match_id) REFERENCES public.matches(id);
ALTER TABLE ONLY public.guesses
    ADD CONSTRAINT fk_guesses_match_id FOREIGN KEY (match_id) REFERENCES public.matches(id);
ALTER TABLE ONLY public.match_views
    ADD CONSTRAINT fk_match_views_match_id FOREIGN KEY (match_id) REFERENCES public.matches(id);
ALTER TABLE ONLY public.matches
    ADD CONSTRAINT fk_matches_challenge_id FOREIGN KEY (challenge_id) REFERENCES public.challenges(id);
ALTER TABLE ONLY public.net_days
    ADD CONSTRAINT fk_net_days_match_id FOREIGN KEY (match_id) REFERENCES public.matches(id);
ALTER TABLE ONLY public.notes
    ADD CONSTRAINT fk_notes_match_id FOREIGN KEY (match_id) REFERENCES public.matches(id);
ALTER TABLE ONLY public.offer_votes
    ADD CONSTRAINT fk_offer_votes_match_id FOREIGN KEY (match_id) REFERENCES public.matches(id);
ALTER TABLE ONLY public.offer_votes
    ADD CONSTRAINT fk_offer_votes_offer_id FOREIGN KEY (offer_id) REFERENCES public.offers(id);
ALTER TABLE ONLY public.offers
    ADD CONSTRAINT fk_offers_match_id FOREIGN KEY (match_id) REFERENCES public.matches(id);
ALTER TABLE ONLY public.open_seats
    ADD CONSTRAINT fk_open_seats_match_id FOREIGN KEY (match_id) REFERENCES public.matches(id);
ALTER TABLE ONLY public.outbox
    ADD CONSTRAINT fk_outbox_challenge_id FOREIGN KEY (challenge_id) REFERENCES public.challenges(id);
ALTER TABLE ONLY public.outbox
    ADD CONSTRAINT fk_outbox_match_id FOREIGN KEY (match_id) REFERENCES public.matches(id);
ALTER TABLE ONLY public.outcomes
    ADD CONSTRAINT fk_outcomes_match_id FOREIGN KEY (match_id) REFERENCES public.matches(id);
ALTER TABLE ONLY public.pairing_people
    ADD CONSTRAINT fk_pairing_people_pairing_id FOREIGN KEY (pairing_id) REFERENCES public.pairings(id);
ALTER TABLE ONLY public.pairings
    ADD CONSTRAINT fk_pairings_match_id FOREIGN KEY (match_id) REFERENCES public.matches(id);
ALTER TABLE ONLY public.pairings
    ADD CONSTRAINT fk_pairings_tournament_id FOREIGN KEY (tournament_id) REFERENCES public.tournaments(id);
ALTER TABLE ONLY public.pauses
    ADD CONSTRAINT fk_pauses_match_id FOREIGN KEY (match_id) REFERENCES public.matches(id);
ALTER TABLE ONLY public.plans
    ADD CONSTRAINT fk_plans_match_id FOREIGN KEY (match_id) REFERENCES public.matches(id);
ALTER TABLE ONLY public.proposals
    ADD CONSTRAINT fk_proposals_match_id FOREIGN KEY (match_id) REFERENCES public.matches(id);
ALTER TABLE ONLY public.queued_moves
    ADD CONSTRAINT fk_queued_moves_match_id FOREIGN KEY (match_id) REFERENCES public.matches(id);
ALTER TABLE ONLY public.ratings
    ADD CONSTRAINT fk_ratings_match_id FOREIGN KEY (match_id) REFERENCES public.matches(id);
ALTER TABLE ONLY public.reviews
    ADD CONSTRAINT fk_reviews_match_id FOREIGN KEY (match_id) REFERENCES public.matches(id);
ALTER TABLE ONLY public.saved_states
    ADD CONSTRAINT fk_saved_states_match_id FOREIGN KEY (match_id) REFERENCES public.matches(id);
ALTER TABLE ONLY public.seats
    ADD CONSTRAINT fk_seats_match_id FOREIGN KEY (match_id) REFERENCES public.matches(id);
ALTER TABLE ONLY public.thread_archives
    ADD CONSTRAINT fk_thread_archives_match_id FOREIGN KEY (match_id) REFERENCES public.matches(id);
ALTER TABLE ONLY public.tournament_people
    ADD CONSTRAINT fk_tournament_people_tournament_id FOREIGN KEY (tournament_id) REFERENCES public.tournaments(id);
ALTER TABLE ONLY public.votes
    ADD CONSTRAINT fk_votes_match_id FOREIGN KEY (match_id) REFERENCES public.matches(id);
ALTER TABLE ONLY public.votes
    ADD CONSTRAINT fk_votes_proposal_id FOREIGN KEY (proposal_id) REFERENCES public.proposals(id);
ALTER TABLE ONLY public.watchers
    ADD CONSTRAINT fk_watchers_match_id FOREIGN KEY (match_id) REFERENCES public.matches(id);
