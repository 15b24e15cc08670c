// Written by `make types` from the messages of the server: change those, not this.


/** What this server offers. */
export interface About {
  version: string;
  local: boolean;
  games: GameBrief[];
  levels: LevelView[];
  sliders: SliderView[];
  usual: string;
}

/** A rulebook on the shelf. */
export interface GameBrief {
  id: string;
  title: string;
  rules: number;
  tested: number;
  status: string;
  campaign: boolean;
}

/** A program that plays. */
export interface LevelView {
  id: string;
  name: string;
  text: string;
  seconds: number;
  testing?: boolean;
}

/** A leaning of a program, from 0 (none) to 1 (all the way). */
export interface SliderView {
  id: string;
  name: string;
  text: string;
}

/** What a good player would answer now, or after a draft. */
export interface Advise {
  type: "advise";
  draft?: Record<string, unknown>[];
}

/** One thing that could be done, with its odds, or why not. */
export interface AimView {
  gear: string;
  name: string;
  glyph: string;
  rule: string;
  when?: string;
  refusal?: RefusalView | null;
  need?: NeedView | null;
  dice?: number;
  sides?: number;
  each?: number;
  chances?: Chances[];
  again?: Chances[];
  again_name?: string;
  again_rule?: string;
  exact?: boolean;
  sight?: Sightline | null;
}

/** Exact chances of one action for one model, or for a piece: what it loses, and whether that is the end of it. */
export interface Chances {
  model: string;
  loss: Record<string, number>;
  fractions: Record<string, string>;
  mean: number;
  lethal: number;
  health?: Gauge | null;
  effects?: Record<string, number>;
  fatal?: number[];
}

/** A figure that runs from full to empty, such as health or the points left in a turn. */
export interface Gauge {
  name: string;
  value: number;
  most: number;
  rule: string;
}

/** A number dice have to reach, with every reason. */
export interface NeedView {
  base: number;
  value: number;
  name: string;
  rule: string;
  notes?: NoteView[];
  low?: boolean;
}

/** One reason of a number. */
export interface NoteView {
  rule: string;
  name: string;
  value: number;
  how?: string;
  muted?: string;
  tone?: "bad" | "good" | "plain";
}

/** A no: the rule, in words, by how much, and where it would be a yes. */
export interface RefusalView {
  rule: string;
  title: string;
  text: string;
  facts?: Record<string, unknown>;
  nearest?: [number, number] | null;
}

/** What one model sees of another. */
export interface Sightline {
  share: number;
  distance: number;
  verdict: "clear" | "none" | "part";
  name: string;
  rule: string;
  blockers?: string[];
}

/** The answer to a question, for the table of that version. */
export interface Answer {
  type: "answer";
  id: string;
  version: number;
  answer: IntentsAnswer | ReachAnswer | SeesAnswer | PlanAnswer | CardAnswer | TryAnswer | AreaAnswer | WeighAnswer | ThoughtAnswer;
}

/** Who would be concerned by an action at a spot. */
export interface Area {
  type: "area";
  answers: Record<string, unknown>[];
}

/** Who would be concerned by an action at a spot. */
export interface AreaAnswer {
  type: "area";
  refusal?: RefusalView | null;
  affected?: string[];
  chances?: Chances[];
  need?: NeedView | null;
  each?: number;
}

/** A question about the table. */
export interface Ask {
  type: "ask";
  id: string;
  query: Reach | Sees | Plan | Card | Try | Area | Weigh | Intents | Why | Advise;
}

/** What befell a side that was no enemy's doing: by the ground, by its own hand, by chance. */
export interface AstrayView {
  side: string;
  taken?: number;
  fell?: number;
}

/** Where a battle is fought; the tokens of the campaign open its seats. */
export interface BattleCalled {
  match: string;
}

/** Somebody an offer could be for. */
export interface BearerView {
  model: string;
  name: string;
  refusal?: RefusalView | null;
}

/** The battle a campaign waits for. */
export interface CalledView {
  briefing: Briefing;
  commands: Record<string, string>;
  squads: Record<string, string>;
  match?: string;
}

/** The battle ahead, told before it is fought. */
export interface Briefing {
  name: string;
  rule: string;
  lines?: string[];
}

/** A campaign in a list. */
export interface CampaignBrief {
  campaign: string;
  game: string;
  title: string;
  name: string;
  seats: Record<string, SeatView>;
  scores: Record<string, number>;
  clock: Clock;
  turn: string;
  changed: number;
  squads: Record<string, string>;
  glyphs: [string, string][];
  chapters: Chapter[];
  battle?: string;
  match?: string;
  you?: string;
  outcome?: OutcomeView | null;
}

/** A stretch of a campaign; where players choose among chapters, an offer names its id. */
export interface Chapter {
  id: string;
  name: string;
  state: "ahead" | "done" | "lost" | "now" | "open";
  rule: string;
  line?: string;
  stages?: Stage[];
}

/** One battle of a chapter, as a screen shows it. */
export interface Stage {
  id: string;
  name: string;
  state: "ahead" | "done" | "lost" | "now" | "open";
  line?: string;
}

/** How far the match has come. */
export interface Clock {
  name: string;
  round: number;
  rounds: number;
  phases: Phase[];
  phase: number;
}

/** A part of a round. */
export interface Phase {
  id: string;
  name: string;
  glyph: string;
  rule: string;
}

/** How it ended. */
export interface OutcomeView {
  winner: string;
  rule: string;
  text: string;
}

/** Who plays a side. */
export interface SeatView {
  side: string;
  kind: "ai" | "open" | "person";
  name: string;
  level?: string;
  label?: string;
  present?: boolean;
  absent_since?: number | null;
  stand_in?: boolean;
  clock?: number | null;
  hands?: HandView[];
}

/** Some models of a side and who commands them: a program of a level, or somebody with a link of their own. */
export interface HandView {
  models: string[];
  name?: string;
  level?: string;
  label?: string;
  present?: boolean;
}

/** A seat in a campaign that somebody remembers. */
export interface CampaignKey {
  campaign: string;
  token: string;
}

/** A campaign that was begun or read from a file: the seats' secrets, for whoever did it to hand on. */
export interface CampaignMade {
  campaign: string;
  tokens: Record<string, string>;
  watch: string;
  mine: string[];
  changed?: boolean;
}

/** What is needed to begin a campaign of a game. */
export interface CampaignSheet {
  game: string;
  title: string;
  sides: string[];
  fewest: number;
  squads: SquadBrief[];
  options: OptionView[];
}

/** A house rule: what it may be set to, and how the book is read. */
export interface OptionView {
  name: string;
  title: string;
  default: unknown;
  values: unknown[];
  rule: string;
  ruling: string;
}

/** A squad on offer. */
export interface SquadBrief {
  roster: Roster;
  cost: number;
  glyphs: string[];
  faults?: number;
  saved?: string;
  sides?: string[];
}

/** A squad as it is written down. */
export interface Roster {
  game: string;
  name: string;
  models: Entry[];
  id?: string;
  note?: string;
  origin?: string;
}

/** One model of a roster. */
export interface Entry {
  profile: string;
  items?: string[];
  base?: number | null;
  name?: string;
  stats?: Record<string, number>;
}

/** An answer that was weighed, in words, and what of it can be shown on the table. */
export interface CandidateView {
  answer: Record<string, unknown>;
  text: string;
  glyph: string;
  rule: string;
  value?: number | null;
  reasons?: ReasonView[];
  then?: string;
  mark?: string;
  played?: boolean;
  model?: string;
  targets?: string[];
  path?: [number, number][];
  radius?: number;
}

/** One number of an appraisal, and what it counts. */
export interface ReasonView {
  id: string;
  text: string;
  value: number;
}

/** Everything about what one model could do to another, or to a sturdy piece of terrain. */
export interface Card {
  type: "card";
  model: string;
  target: string;
  at: [number, number] | null;
  gear: string;
  choices: Record<string, unknown>;
}

/** Everything about what one model could do to another. */
export interface CardAnswer {
  type: "card";
  model: string;
  target: string;
  sight: Sightline;
  aims: AimView[];
}

/** Something a squad is made of. */
export interface CatalogEntry {
  id: string;
  name: string;
  cost: number;
  glyph: string;
  figures?: Record<string, unknown>;
  line?: string;
  open_to?: string[];
  spans?: Record<string, [number, number]>;
  of?: string;
  rule?: string;
  text?: string;
}

/** A chapter of the catalog; `role` says whether its entries are profiles or things profiles carry. */
export interface CatalogHeading {
  id: string;
  name: string;
  role: "item" | "profile";
  entries: CatalogEntry[];
}

/** What differs from the scene before; what is not named is as it was. */
export interface Change {
  models?: Record<string, ModelView>;
  sides?: Record<string, SideView>;
  clock?: Clock | null;
  zones?: Zone[] | null;
  pieces?: Piece[] | null;
  blocks?: string[] | null;
  active?: string | null;
  mission?: Mission | null;
  sturdy?: Record<string, Gauge> | null;
}

/** What is to be achieved and under which circumstances, where a match is more than beating the other side. */
export interface Mission {
  name: string;
  side: string;
  tasks: Task[];
  marks?: Mark[];
}

/** Something that weighs on a whole mission: how alert somebody is, the hour, the weather. */
export interface Mark {
  id: string;
  name: string;
  text: string;
  glyph: string;
  rule: string;
  tone?: "bad" | "good" | "plain";
  value?: number;
  most?: number;
}

/** Something a mission wants done: how far it has come, and where. */
export interface Task {
  id: string;
  name: string;
  text: string;
  rule: string;
  state?: "done" | "later" | "missed" | "open";
  value?: number;
  most?: number;
  spots?: [number, number][];
}

/** One model, marker or token bearer as it is drawn. */
export interface ModelView {
  id: string;
  side: string;
  owner: string;
  name: string;
  profile: string;
  radius: number;
  figure: Figure;
  kind?: string;
  at?: [number, number] | null;
  z?: number;
  facing?: number | null;
  gone?: boolean;
  unit?: string;
}

/** How one model looks from above. */
export interface Figure {
  role: string;
  glyph: string;
  health?: Gauge | null;
  points?: Gauge | null;
  badges?: Badge[];
  done?: boolean;
  doomed?: boolean;
  parted?: string;
  stats?: Stat[];
  gear?: Gear[];
}

/** A status at a glance; `glyph` is a name of the icon set. */
export interface Badge {
  id: string;
  name: string;
  glyph: string;
  rule: string;
  tone?: "bad" | "good" | "plain";
  count?: number;
}

/** Something a model carries or can do. */
export interface Gear {
  id: string;
  name: string;
  glyph: string;
  rule: string;
  line?: string;
  state?: "empty" | "ready" | "spent";
  range?: number | null;
}

/** A trait as the rulebook prints it. */
export interface Stat {
  name: string;
  value: string;
  rule: string;
  title?: string;
  tally?: Tally | null;
}

/** A number with its reasons. */
export interface Tally {
  base: number;
  value: number;
  notes?: Note[];
  low?: boolean;
  bonus?: boolean;
}

/** One reason in a tally: the rule, what it is worth, and how it counts. */
export interface Note {
  rule: string;
  value: number;
  how?: string;
  group?: string;
  muted?: string;
}

/** A piece of terrain: a footprint on the mat and a height. */
export interface Piece {
  polygon: [number, number][];
  height?: number;
  id?: string;
  name?: string;
  kind?: string;
  traits?: string[];
}

/** One side: what it is called, its score, and what it has to spend. */
export interface SideView {
  side: string;
  name: string;
  score: number;
  pools?: Badge[];
}

/** Ground that means something. */
export interface Zone {
  name: string;
  polygon: [number, number][];
  rule: string;
  side?: string;
}

/** A short code for one seat: for one use, and not for long. */
export interface CodeView {
  code: string;
  until: number;
}

/** Give up. */
export interface Concession {
  type: "concede";
  id: string;
  version: number;
}

/** The answer to such a question. */
export interface Consent {
  type: "consent";
  id: string;
  yes: boolean;
}

/** A match that was set up: the seats' secrets, for whoever set it up to hand on. */
export interface Created {
  match: string;
  tokens: Record<string, string>;
  watch: string;
  mine: string[];
}

/** What a side is asked. */
export interface DecisionView {
  side: string;
  rule: string;
  text: string;
  offers: OfferView[];
  about?: string;
  window?: WindowView | null;
  default?: Record<string, unknown> | null;
  withheld?: OfferView[];
}

/** Something that may be done now. */
export interface OfferView {
  action: string;
  rule: string;
  name: string;
  glyph: string;
  given?: Record<string, unknown>;
  slots?: SlotView[];
  gear?: string;
  line?: string;
  shelf?: string;
  cost?: number;
  risk?: Risk | null;
  later?: boolean;
  ends?: boolean;
  standing?: boolean;
  foes?: string[];
  foretold?: boolean;
  source?: string;
  bearers?: BearerView[];
  grave?: boolean;
  refusal?: RefusalView | null;
}

/** What may go wrong for whoever spends points: how likely, what it is called, and its rule. */
export interface Risk {
  name: string;
  chance: number;
  rule: string;
}

/** An open field of an offer; which of the figures are there depends on its kind. */
export interface SlotView {
  field: string;
  kind: "count" | "pick" | "picks" | "route" | "split" | "spot";
  options?: unknown[];
  costs?: number[];
  risks?: Risk[];
  names?: string[];
  texts?: string[];
  of?: "dice" | "models" | "pieces" | "words";
  least?: number;
  most?: number;
  actor?: string;
  reach?: number;
  radius?: number;
  zone?: [number, number][];
  ground?: [number, number][][];
  via?: string;
  grounds?: [number, number][][];
  name?: string;
  usual?: unknown;
  spoken?: boolean;
  layouts?: boolean;
}

/** Dice on the table, some of which may be rolled again. */
export interface WindowView {
  rolls: DiceView[];
  names: string[];
  repeated?: number[];
}

/** Dice that fell. */
export interface DiceView {
  sides: number;
  faces: number[];
  need?: NeedView | null;
  again?: number[];
  expected?: number | null;
}

/** How the dice can be checked: the lock is shown before the first die, the key after the last. */
export interface DiceProof {
  lock: string;
  shares: Record<string, string>;
  key?: string;
}

/** A command was carried out; a repeated one is answered so again. */
export interface Done {
  type: "done";
  id: string;
  version: number;
  token?: string;
}

/** Have some of one's models commanded by a program or a friend, or take them back. */
export interface Entrust {
  type: "entrust";
  id: string;
  side: string;
  models: string[];
  to: "ai" | "friend" | "me";
  level?: string;
  hand?: number;
}

/** A message that made no sense, or may not be said by this seat; what was wrong, and nothing has changed. */
export interface Failed {
  type: "failed";
  id: string;
  message: string;
  fatal: boolean;
}

/** One fault of a squad or a layout. */
export interface FaultView {
  rule: string;
  title: string;
  text: string;
  model?: number;
  item?: string;
  piece?: string;
  repair?: Repair | null;
}

/** A small change that removes a fault. */
export interface Repair {
  text: string;
  roster: Roster;
  effect?: string;
}

/** What may come of one answer. */
export interface ForecastView {
  refusal?: RefusalView | null;
  prospects?: ProspectView[];
  exact?: boolean;
  spans?: Span[];
  need?: NeedView | null;
}

/** Something that may come of an answer, and how likely: a figure with one of its values, or something beside. */
export interface ProspectView {
  name: string;
  rule: string;
  chance: number;
  fraction: string;
  tone?: "bad" | "good" | "plain";
  value?: number | null;
}

/** How far something reaches that is done with what an answer wins, and whom it could be done to from here. */
export interface Span {
  name: string;
  value: number;
  range: number;
  rule: string;
  models?: string[] | null;
  front?: boolean;
}

/** A question that comes again and again, before it is asked. */
export interface ForeseenView {
  side: string;
  rule: string;
  text: string;
  ways: OrderWay[];
}

/** One way a standing order may answer. */
export interface OrderWay {
  name: string;
  answer?: Record<string, unknown> | null;
}

/** One action of a match: what it changed and what was told. */
export interface Frame {
  action: number;
  side: string;
  text: string;
  rule: string;
  round: number;
  phase: number;
  activation: number;
  change: Change;
  lines?: LineView[];
  motions?: Motion[];
  damage?: Record<string, number>;
  fallen?: string[];
}

/** One line of the log: an event, in words. Lines have the number of their event. */
export interface LineView {
  number: number;
  text: string;
  rule: string;
  kind?: "end" | "event" | "phase" | "quiet" | "roll" | "round";
  action?: number;
  side?: string;
  models?: string[];
  dice?: DiceView | null;
  tag?: string;
  throw?: number;
  why?: boolean;
}

/** Something to show moving: a model on its way, a shot, a hit, a death; a drawing may skip it. */
export interface Motion {
  kind: "area" | "gain" | "hit" | "miss" | "move" | "place" | "push" | "remove" | "shot";
  line: number;
  model?: string;
  target?: string;
  path?: [number, number][];
  amount?: number;
  radius?: number;
}

/** A rulebook with all that is needed to start a match. */
export interface GameSheet {
  id: string;
  title: string;
  sides: string[];
  width: number;
  height: number;
  cost_name: string;
  cost_limit: number;
  options: OptionView[];
  scenario: string[];
  keeps: Record<string, string>;
  bonuses: Record<string, string>;
  squads: SquadBrief[];
  tables: TableBrief[];
  catalog: CatalogHeading[];
  zones: Zone[];
  words: Record<string, string>;
  shorts: Record<string, string>;
  glyphs: Record<string, string>;
  lists: string;
}

/** A layout on offer. */
export interface TableBrief {
  plan: TablePlan;
  mat: string;
  saved?: string;
}

/** A layout of terrain under a name: a preset, or one drawn by the players. */
export interface TablePlan {
  id: string;
  pieces: Piece[];
  name?: string;
  origin?: string;
  note?: string;
  width?: number;
  height?: number;
}

/** A word of somebody. */
export interface Heard {
  type: "said";
  by: string;
  text: string;
  at: number;
  name?: string;
}

/** The first message: who one is, and what one has seen already. */
export interface Hello {
  type: "hello";
  token?: string;
  watch?: string;
  after?: number;
  hash?: string;
  name?: string;
  share?: string;
}

/** Something to think about: how fair a layout is. */
export interface Hint {
  text: string;
  value?: number;
  good?: boolean;
  name?: string;
}

/** Have the program that thinks answer at once, with the best it has so far, or one that gave up try again. */
export interface Hurry {
  type: "hurry";
  id: string;
}

/** What the book will have the side it plays do next, as things stand. */
export interface Intents {
  type: "intents";
}

/** In the order they act. */
export interface IntentsAnswer {
  type: "intents";
  intents: Intent[];
}

/** What the book has somebody do next, if nothing changes before. */
export interface Intent {
  models: string[];
  name: string;
  text: string;
  glyph: string;
  rule: string;
  target?: string;
  to?: [number, number] | null;
  spent?: boolean;
}

/** A short code. */
export interface JoinBody {
  code: string;
}

/** The seat behind it. */
export interface Joined {
  match: string;
  token: string;
  side: string;
}

/** A campaign: how far it has come, and the battle ahead. */
export interface JourneyView {
  name: string;
  chapters: Chapter[];
  battle?: CalledView | null;
  fought?: string[];
}

/** A layout to be looked at. */
export interface LayoutBody {
  plan: Record<string, unknown>;
}

/** Every fault of a layout, and how fair it is. */
export interface LayoutView {
  faults: FaultView[];
  hints: Hint[];
  advice?: FaultView[];
}

/** A part of a way that is one stride. */
export interface Leg {
  name: string;
  rule: string;
  length: number;
  limit: number;
  cost: number;
  path: [number, number][];
}

/** A list as another program writes it. */
export interface ListBody {
  text: string;
  side?: string;
  answers?: Record<string, Record<string, string>>;
}

/** A list as a squad of a side, with every open question answered, if only by a proposal. */
export interface ListRead {
  side: string;
  roster: Roster;
  units: ListUnit[];
  questions: ListQuestion[];
  losses: ListLoss[];
}

/** Something of a list that means nothing here: where, what, and what becomes of it. */
export interface ListLoss {
  unit: string;
  what: string;
  text: string;
}

/** Something a list does not say, with what is proposed or was answered. */
export interface ListQuestion {
  unit: number;
  field: string;
  name: string;
  value: string;
  choices: ListChoice[];
  rule: string;
}

/** An answer to what a list leaves open. */
export interface ListChoice {
  value: string;
  name: string;
}

/** One unit of a list as it was read, in a line. */
export interface ListUnit {
  name: string;
  line: string;
  cost: number;
}

/** How lucky a side had been by then. */
export interface LuckPoint {
  action: number;
  surplus: number;
}

/** How lucky a side was, exactly. */
export interface LuckView {
  side: string;
  points: LuckPoint[];
  surplus: number;
  chance: number;
  lucky: boolean;
  text: string;
  dice?: number;
  successes?: number;
  expected?: number;
  band50?: [number, number][];
  band90?: [number, number][];
  others?: number;
}

/** A match in a list. */
export interface MatchBrief {
  match: string;
  game: string;
  table: string;
  mat: string;
  seats: Record<string, SeatView>;
  scores: Record<string, number>;
  squads: Record<string, string>;
  clock: Clock;
  turn: string;
  changed: number;
  actions: number;
  you?: string;
  outcome?: OutcomeView | null;
  dots?: [string, [number, number]][];
  pieces?: [number, number][][];
  size?: [number, number] | null;
}

/** One model of a squad in figures. */
export interface MemberView {
  cost: number;
  figure: Figure;
  meters?: Meter[];
  like?: string;
  line?: string;
}

/** What is spent of an allowance. */
export interface Meter {
  name: string;
  value: number;
  most: number;
  rule: string;
  sign?: string;
}

/** A squad to be looked at; it may be as wrong as it likes. */
export interface MusterBody {
  roster: Record<string, unknown>;
  options?: Record<string, unknown>;
}

/** A squad in figures, with every fault at once. */
export interface MusterView {
  cost: Meter;
  members: MemberView[];
  faults: FaultView[];
  totals?: Record<string, number>;
  repaired?: Repair | null;
  advice?: FaultView[];
}

/** A campaign to be begun; what is left out is chosen by the server. */
export interface NewCampaign {
  game: string;
  seats: Record<string, SeatWish>;
  name?: string;
  squads?: Record<string, unknown>;
  options?: Record<string, unknown>;
  share?: string;
}

/** Who is to play a side: `me` (also both: hot-seat), `ai` of a level, or `friend` by link. */
export interface SeatWish {
  kind: "ai" | "friend" | "me";
  level?: string;
  name?: string;
}

/** A match to be set up; what is left out is chosen by the server. */
export interface NewMatch {
  game: string;
  seats: Record<string, SeatWish>;
  squads?: Record<string, unknown>;
  table?: unknown;
  options?: Record<string, unknown>;
  bonuses?: Record<string, string[]>;
  clock?: number;
  share?: string;
  hints?: boolean | null;
}

/** Have something answered for one's side wherever a rule asks it, from now on; or have it asked again. */
export interface Order {
  type: "order";
  id: string;
  side: string;
  rule: string;
  answer?: Record<string, unknown> | null;
  clear?: boolean;
}

/** A standing order: what is answered for a side without asking, wherever a rule asks it something. */
export interface OrderView {
  side: string;
  rule: string;
  title: string;
  text: string;
  answer?: Record<string, unknown> | null;
}

/** A sign of life, please. */
export interface Ping {
  type: "ping";
}

/** A way for a model: how long it is, whether it may be gone, and the answers that would go it. */
export interface Plan {
  type: "plan";
  model: string;
  to: [number, number];
  via: [number, number][];
  draft: Record<string, unknown>[];
}

/** A way for a model. `at` is where it would come to stand: the nearest legal spot if the wanted one is not. */
export interface PlanAnswer {
  type: "plan";
  model: string;
  at: [number, number];
  legs: Leg[];
  used: number;
  left: number;
  answers: Record<string, unknown>[];
  risk?: Risk | null;
  remarks?: Remark[];
  refusal?: RefusalView | null;
}

/** What comes of going a way besides being there, in a few words. */
export interface Remark {
  name: string;
  rule: string;
  tone?: "bad" | "good" | "plain";
}

/** Answers to what is asked, all or none. */
export interface Play {
  type: "play";
  id: string;
  version: number;
  answers: Record<string, unknown>[];
}

/** A new match from a point of another: of one stored here, or of a record handed in. */
export interface PlayOn {
  action: number;
  seats: Record<string, SeatWish>;
  match?: string;
  token?: string;
  record?: Record<string, unknown> | null;
}

/** A finger on the mat. */
export interface PointAt {
  type: "point";
  at: [number, number];
}

/** Somebody's finger on the mat. */
export interface Pointed {
  type: "pointed";
  by: string;
  at: [number, number];
}

/** A sign of life. */
export interface Pong {
  type: "pong";
}

/** Who is there has changed, or something else about the room that is not on the table. */
export interface Presence {
  type: "presence";
  room: RoomView;
}

/** A match and who sits at it. */
export interface RoomView {
  match: string;
  game: string;
  title: string;
  table: string;
  seats: Record<string, SeatView>;
  options: Record<string, unknown>;
  changed: string[];
  dice: DiceProof;
  watchers?: number;
  undo?: "" | "ask" | "free";
  asked?: string;
  turn?: string;
  running?: string;
  hints?: boolean;
  orders?: OrderView[];
  commands?: string[] | null;
  stuck?: string;
  outcome?: OutcomeView | null;
  campaign?: string;
  journey?: JourneyView | null;
}

/** How far something reaches. */
export interface RangeView {
  gear: string;
  name: string;
  range: number;
  rule: string;
}

/** How far a model could go, and what its weapons reach. */
export interface Reach {
  type: "reach";
  model: string;
  at: [number, number] | null;
}

/** How far a model could go, and what its weapons reach. */
export interface ReachAnswer {
  type: "reach";
  model: string;
  strides: StrideView[];
  ranges: RangeView[];
}

/** A length to go, and the ground within it. */
export interface StrideView {
  name: string;
  rule: string;
  limit: number;
  cost: number;
  region: [number, number][][];
}

/** A command was not carried out, and nothing has changed. */
export interface Refused {
  type: "refused";
  id: string;
  refusal: RefusalView;
  version: number;
}

/** A whole match for watching. */
export interface Replay {
  match: string;
  game: string;
  title: string;
  table: string;
  seats: Record<string, SeatView>;
  squads: Record<string, string>;
  scene: Scene;
  frames: Frame[];
  report: Report;
  outcome?: OutcomeView | null;
  dice?: DiceProof | null;
}

/** A match looked back on. */
export interface Report {
  luck: LuckView[];
  tallies: TallyView[];
  rounds: Record<string, number>[];
  scores: Record<string, number>[];
  method?: string;
  astray?: AstrayView[];
}

/** What one model did in a match. */
export interface TallyView {
  model: string;
  name: string;
  side: string;
  glyph: string;
  dealt?: number;
  taken?: number;
  kills?: number;
  fell?: number;
  parted?: string;
}

/** The whole table as it is drawn. */
export interface Scene {
  width: number;
  height: number;
  mat: string;
  name: string;
  pieces: Piece[];
  blocks: string[];
  models: Record<string, ModelView>;
  sides: Record<string, SideView>;
  clock: Clock;
  zones?: Zone[];
  active?: string;
  mission?: Mission | null;
  levels?: Levels | null;
  sturdy?: Record<string, Gauge>;
}

/** Heights one above the other at which models may be; with them, pieces of terrain are so many levels high. */
export interface Levels {
  name: string;
  step: number;
  most: number;
  rule: string;
}

/** A rule of the ledger, with its ruling, its switch and the tests that hold it. */
export interface RuleView {
  id: string;
  title: string;
  text: string;
  section: string;
  origin: string;
  ruling?: string;
  option?: OptionView | null;
  examples?: string[];
  tests?: string[];
}

/** A whole ledger. */
export interface RulesView {
  game: string;
  title: string;
  sections: Record<string, string>;
  rules: RuleView[];
}

/** A word to the others. */
export interface Say {
  type: "say";
  id: string;
  text: string;
}

/** A seat somebody remembers. */
export interface SeatKey {
  match: string;
  token: string;
}

/** What a model sees of another, and the best it could do to it. */
export interface SeenView {
  target: string;
  sight: Sightline;
  best?: AimView | null;
}

/** What a model sees of every other, from where it stands or would stand, and what it could do to them. */
export interface Sees {
  type: "sees";
  model: string;
  at: [number, number] | null;
  odds: boolean;
}

/** What a model sees of every other. */
export interface SeesAnswer {
  type: "sees";
  model: string;
  seen: SeenView[];
}

/** A command was made for a table that is no longer so. */
export interface Stale {
  type: "stale";
  id: string;
  version: number;
}

/** Let a program play a seat, or take it back (no level). */
export interface StandIn {
  type: "standin";
  id: string;
  side: string;
  level: string;
}

/** A program thinks. */
export interface Thinking {
  type: "thinking";
  side: string;
  budget: number;
  elapsed?: number;
  hurried?: boolean;
}

/** What a program made of a decision: the answers it weighed, the best first; what was planned before them. */
export interface ThoughtAnswer {
  type: "thought";
  side: string;
  level: string;
  label: string;
  candidates?: CandidateView[];
  weighed?: number;
  seconds?: number;
  stopped?: boolean;
  slipped?: boolean;
  action?: number;
  again?: boolean;
}

/** Whether answers may be given, and what comes of them before any die falls. */
export interface Try {
  type: "try";
  answers: Record<string, unknown>[];
}

/** What comes of answers before any die falls. */
export interface TryAnswer {
  type: "try";
  refusal?: RefusalView | null;
  change?: Change | null;
  decision?: DecisionView | null;
  rolls?: boolean;
}

/** Take the last answer back, or ask whether it may be. */
export interface Undo {
  type: "undo";
  id: string;
  version: number;
}

/** Something happened. */
export interface Update {
  type: "update";
  version: number;
  number: number;
  hash: string;
  room: RoomView;
  change: Change;
  lines?: LineView[];
  motions?: Motion[];
  decision?: DecisionView | null;
}

/** What may come of each of several answers, any of which could follow a draft. */
export interface Weigh {
  type: "weigh";
  options: Record<string, unknown>[];
  draft: Record<string, unknown>[];
}

/** What may come of each of the answers that were asked about, in their order. */
export interface WeighAnswer {
  type: "weigh";
  forecasts: ForecastView[];
}

/** Everything there is to see, to one who has just come; lines only those not seen yet. */
export interface Welcome {
  type: "welcome";
  you: string;
  sides: string[];
  room: RoomView;
  scene: Scene;
  version: number;
  number: number;
  hash: string;
  lines: LineView[];
  whole: boolean;
  decision?: DecisionView | null;
  foreseen?: ForeseenView[];
}

/** What a program made of the decision that it answered with an action. */
export interface Why {
  type: "why";
  action: number;
}

/** Why a program took an action: in a match stored here, or in a record handed in. */
export interface Wonder {
  action: number;
  match?: string;
  token?: string;
  record?: Record<string, unknown> | null;
}

export type Query = Reach | Sees | Plan | Card | Try | Area | Weigh | Intents | Why | Advise;

export type QueryAnswer = IntentsAnswer | ReachAnswer | SeesAnswer | PlanAnswer | CardAnswer | TryAnswer | AreaAnswer | WeighAnswer | ThoughtAnswer;

export type Said = Hello | Play | Ask | Undo | Consent | StandIn | Entrust | Order | Hurry | Say | PointAt | Concession | Ping;

export type Told = Welcome | Update | Presence | Done | Refused | Stale | Answer | Failed | Heard | Pointed | Thinking | Pong;
