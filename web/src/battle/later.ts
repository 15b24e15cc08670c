/**
 * Parts of the battle screen that nobody needs to see the table and to take a model in hand: they are fetched once the
 * table stands, so that the way from the first page into a battle stays short, and are there when they are wanted.
 */
export const later = {
  side: () => import("./Side.svelte"),
  sheet: () => import("./Sheet.svelte"),
  rail: () => import("./Rail.svelte"),
  strip: () => import("./Strip.svelte"),
  instruments: () => import("./Instruments.svelte"),
  card: () => import("./TargetCard.svelte"),
  text: () => import("./TextView.svelte"),
  speaker: () => import("./Speaker.svelte"),
  reasons: () => import("./Reasons.svelte"),
  dice: () => import("../slots/DiceWindow.svelte"),
  split: () => import("../slots/SplitBar.svelte"),
  count: () => import("../slots/CountPick.svelte"),
  options: () => import("./Options.svelte"),
  doers: () => import("./Doers.svelte"),
  heights: () => import("./Heights.svelte"),
  levels: () => import("./LevelBar.svelte"),
  acts: () => import("./mission/Acts.svelte"),
  notice: () => import("./Notice.svelte"),
  thinking: () => import("./ThinkingLine.svelte"),
  line: () => import("./mission/MissionLine.svelte"),
  mission: () => import("./mission/MissionPanel.svelte"),
  presence: () => import("./Presence.svelte"),
  prospects: () => import("./Prospects.svelte"),
  words: () => import("../slots/WordPick.svelte"),
  tools: () => import("./Tools.svelte"),
  // A phone that has lost its network opens them all the same.
  chat: () => import("./Chat.svelte"),
  invite: () => import("./Invite.svelte"),
  settings: () => import("./SettingsPanel.svelte"),
  result: () => import("./Result.svelte"),
};

/** Fetch them all while nothing else is to be done. */
export function prepare(): () => void {
  const timer = setTimeout(() => Object.values(later).forEach((fetch) => void fetch().catch(() => undefined)), 1200);
  return () => clearTimeout(timer);
}
