// Checks the deals of an exported record, without the service and by nothing but Node's own modules.
//
// usage: node check-deal.mjs RECORD.json            a record with its proof; - reads standard input
//        node check-deal.mjs --vectors VECTORS.json  the test vectors of fair-deals.md
//
// Prints `chain` (intact, broken, absent), `shuffle` (proved, committed, disproved, unproved) and what was found round
// by round. Exit code: 0 proved or committed, 1 disproved or a broken chain, 2 unproved, 64 for wrong use.

import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";

const WORDS = 2 ** 32;

const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest();
const hmac = (key, ...parts) => parts.reduce((mac, part) => mac.update(part), createHmac("sha256", key)).digest();
const isSecret = (text) => typeof text === "string" && /^[0-9a-f]{64}$/.test(text);

/** Canonical JSON (RFC 8785): members sorted by UTF-16 units; numbers and strings are written as JavaScript does. */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const members = Object.keys(value).sort();
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}

const same = (one, other) => canonical(one) === canonical(other);

export const rootCommitment = (root) => sha256("domino-referee/root/1\n", root).toString("hex");
export const roundKey = (root, game, round) => hmac(root, `round\n${game}\n${round}`);
export const keyCommitment = (key) => sha256("domino-referee/round/1\n", key).toString("hex");
export const mixOf = (seeds) => sha256(canonical(seeds));

/** The endless stream of 32-bit words of a key and a mix. */
export function* wordsOf(key, mix) {
  for (let i = 0n; ; i += 1n) {
    const number = Buffer.alloc(8);
    number.writeBigUInt64BE(i);
    const block = hmac(key, mix, number);
    for (let at = 0; at < 32; at += 4) yield block.readUInt32BE(at);
  }
}

/** A number below n: words past the last whole multiple are skipped. */
export function below(n, words) {
  const limit = Math.floor(WORDS / n) * n;
  for (;;) {
    const word = words.next().value;
    if (word < limit) return word % n;
  }
}

/** Fisher-Yates from the last place down, over the tiles in order of their names. */
export function shuffled(tiles, words) {
  const order = [...tiles].sort();
  for (let i = order.length - 1; i > 0; i -= 1) {
    const j = below(i + 1, words);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

function triangles() {
  const tiles = [];
  for (let a = 0; a <= 5; a += 1)
    for (let b = a; b <= 5; b += 1) for (let c = b; c <= 5; c += 1) tiles.push(`${a}-${b}-${c}`);
  return tiles;
}

/** A double-six set without its blanks but 0-0. */
function moonTiles() {
  const tiles = ["0-0"];
  for (let high = 1; high <= 6; high += 1) for (let low = 1; low <= high; low += 1) tiles.push(`${high}-${low}`);
  return tiles;
}

const LAYING = ["domino-triunghiular", "schmidt-solitaire", "schmidt-tripple-domino", "tri-ominoes", "tridomino-hexagono"];
const SETS = new Map([...LAYING.map((sheet) => [sheet, triangles()]), ["three-player-moon", moonTiles()]]);

/** The deal of a round. `sizes`: each player's number of tiles in seat order; `first`: who bids first if not by lot. */
export function dealOf({ ruleset, players, sizes, key, mix, first = null }) {
  const words = wordsOf(key, mix);
  const order = shuffled(SETS.get(ruleset), words);
  const hands = players.map((player, seat) => [player, order.splice(0, sizes[seat])]);
  const deal = { hands: Object.fromEntries(hands) };
  if (ruleset !== "three-player-moon") return { ...deal, pool: order };
  return { ...deal, widow: order[0], first_bidder: first ?? players[below(3, words)] };
}

/** The proof's events with their opened secrets; throws where the chain or a seal does not hold. */
function opened(events) {
  let previous = "0".repeat(64);
  if (events.length === 0) throw new Error("there are no events");
  for (const [at, { hash, openings, ...event }] of events.entries()) {
    if (event.version !== at + 1 || event.game !== events[0].game) throw new Error(`event ${at + 1} is another`);
    const next = sha256("domino-referee/event/1\n", previous, "\n", canonical(event)).toString("hex");
    if (next !== hash) throw new Error(`event ${at + 1}: its hash does not follow from the one before`);
    previous = hash;
  }
  const secrets = events.map(() => new Map());
  for (const [at, event] of events.entries())
    for (const { version, name, salt, value } of event.openings ?? []) {
      const seals = version <= at + 1 ? events[version - 1]?.seals : undefined;
      const seal = sha256(canonical([event.game, version, name, salt, value])).toString("hex");
      if (seals === undefined || !Object.hasOwn(seals, name) || seals[name] !== seal)
        throw new Error(`event ${version}: its seal ${name} does not open`);
      secrets[version - 1].set(name, value);
    }
  return events.map((event, at) => ({ type: event.type, data: event.data, secrets: secrets[at] }));
}

/** What was dealt, as the log's openings tell it. */
function dealtIn({ data, secrets }, players) {
  const hands = Object.fromEntries(players.map((player) => [player, secrets.get(`hand/${player}`) ?? null]));
  if (data.first_bidder !== null)
    return { hands, widow: secrets.get("widow") ?? null, first_bidder: data.first_bidder };
  if (!(data.pool.count >= 0 && data.pool.count <= 1000)) throw new Error("no pool has that many tiles");
  const places = Array.from({ length: data.pool.count }, (_, place) => secrets.get(`pool/${place}`) ?? null);
  return { hands, pool: data.pool.known ? places : null };
}

/** The finding about a record: `{chain, shuffle, notes}`. */
export function check(record) {
  const found = { chain: "absent", shuffle: "unproved", notes: [] };
  const note = (text) => found.notes.push(text);
  if (!record.proof) return note("the record has no proof"), found;
  let events;
  try {
    events = opened(record.proof.events);
    sameGame(record, events);
  } catch (error) {
    return note(error.message), { ...found, chain: "broken" };
  }
  found.chain = "intact";
  found.shuffle = shuffle(record, record.proof.events[0].game, events, note);
  return found;
}

/** Throws where the record's own terms or deals are not those that its proof tells. */
function sameGame(record, events) {
  if (events[0].type !== "game-opened") throw new Error("event 1 is no opening");
  const { terms } = events[0].data;
  if (events.some(({ type, data }) => type === "round-dealt" && !same(data.terms, terms)))
    throw new Error("a round was dealt by other terms");
  for (const name of ["ruleset", "edition", "house_rules", "players"])
    if (!same(terms[name], record[name] ?? null)) throw new Error(`the proof is of a game with other ${name}`);
  const deals = events.filter((event) => event.type === "round-dealt").map((event) => dealtIn(event, terms.players));
  if (deals.length !== record.rounds.length) throw new Error("the proof has another number of rounds");
  for (const [at, { deal }] of record.rounds.entries())
    for (const name of Object.keys(deals[at]))
      if (!same(deals[at][name], deal[name] ?? null)) throw new Error(`round ${at + 1}: the record has another ${name}`);
}

function shuffle(record, game, events, note) {
  const { players } = record;
  const { commitment } = events[0].data;
  if (commitment === null) return note("the client dealt"), "unproved";
  if (!SETS.has(record.ruleset)) return note(`the tiles of ${record.ruleset} are not known here`), "unproved";
  const of = (type) => events.filter((event) => event.type === type);
  const over = of("game-ended").at(-1);
  const root = over?.data.root ?? null;
  if (over && root === null) return note("the game is over and its root was not opened"), "unproved";
  if (over && !(isSecret(root) && rootCommitment(Buffer.from(root, "hex")) === commitment))
    return note("the root is not the one committed to"), "disproved";
  const seeds = of("seed-given").map(({ data, secrets }) => [data.player, secrets.get("seed")]);
  if (seeds.some(([, seed]) => seed === undefined)) return note("seeds are sealed until the end"), "unproved";
  const mix = mixOf(Object.fromEntries(seeds));
  const told = new Map(of("round-settled").map(({ data }) => [data.round, data.key]));
  let first = null;
  let checked = 0;
  for (const dealt of of("round-dealt")) {
    const { round } = dealt.data;
    const key = root === null ? told.get(round) : roundKey(Buffer.from(root, "hex"), game, round).toString("hex");
    if (key === undefined) continue;
    if (key === null) return note(`round ${round}: its key was not opened`), "unproved";
    if ((told.get(round) ?? key) !== key) return note(`round ${round}: another key was told`), "disproved";
    if (!isSecret(key) || keyCommitment(Buffer.from(key, "hex")) !== dealt.data.key_commitment)
      return note(`round ${round}: the key is not the one committed to`), "disproved";
    const sizes = players.map((player) => dealt.data.hands[player]);
    const expected = dealOf({ ruleset: record.ruleset, players, sizes, key: Buffer.from(key, "hex"), mix, first });
    if (!same(expected, dealtIn(dealt, players)))
      return note(`round ${round}: the deal does not follow from the key and the seeds`), "disproved";
    note(`round ${round}: the deal follows from ${root === null ? "its key" : "the root"}`);
    if (dealt.data.first_bidder !== null)
      first = players[(players.indexOf(dealt.data.first_bidder) + 1) % players.length];
    checked += 1;
  }
  if (checked === 0) return note("no key was opened yet"), "unproved";
  return seeds.length > 0 ? "proved" : "committed";
}

/** The first thing in which a test vector is not what follows from its secrets, or null. */
export function difference(vector) {
  const root = Buffer.from(vector.root, "hex");
  const key = roundKey(root, vector.game, vector.round);
  const mix = mixOf(vector.seeds);
  const words = wordsOf(key, mix);
  const made = {
    commitment: rootCommitment(root),
    key: key.toString("hex"),
    key_commitment: keyCommitment(key),
    mix: mix.toString("hex"),
    first_words: vector.first_words.map(() => words.next().value),
    ...dealOf({ ...vector, key, mix, first: vector.first, sizes: vector.players.map((name) => vector.hands[name].length) }),
  };
  return Object.keys(made).find((name) => !same(made[name], vector[name] ?? null)) ?? null;
}

const read = (file) => JSON.parse(readFileSync(file === "-" ? 0 : file, "utf8"));

function main(options) {
  const [first, second] = options;
  if (first === "--vectors" && second !== undefined) {
    const wrong = read(second).map((vector) => [vector.name, difference(vector)]);
    for (const [name, what] of wrong) console.log(`${what === null ? "holds" : `differs in ${what}`}: ${name}`);
    return wrong.every(([, what]) => what === null) ? 0 : 1;
  }
  if (options.length !== 1 || first.startsWith("--")) {
    console.error("usage: node check-deal.mjs RECORD.json | --vectors VECTORS.json");
    return 64;
  }
  const { chain, shuffle: answer, notes } = check(read(first));
  console.log([`chain: ${chain}`, `shuffle: ${answer}`, ...notes].join("\n"));
  if (chain === "broken" || answer === "disproved") return 1;
  return answer === "unproved" ? 2 : 0;
}

if (process.argv[1] && import.meta.url.endsWith("/check-deal.mjs") && process.argv[1].endsWith("check-deal.mjs"))
  process.exitCode = main(process.argv.slice(2));
