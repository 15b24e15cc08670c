/** Which rule lies open beside the table. */

let open = $state<{ rule: string; game: string } | null>(null);
let current = $state("");
let settings = $state.raw<Record<string, unknown>>({});

export const rulebook = {
  get now() {
    return open;
  },
  /** The game whose rules chips without a game of their own belong to. */
  get game() {
    return current;
  },
  set game(game: string) {
    current = game;
  },
  /** What the match at hand has its options set to. */
  get options() {
    return settings;
  },
  set options(options: Record<string, unknown>) {
    settings = options;
  },
  open(rule: string, game = ""): void {
    open = { rule, game: game || current };
  },
  close(): void {
    open = null;
  },
};
