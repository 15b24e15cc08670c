/** What axe finds fault with, in a line each: everything in the mood the page is in, the colours in the other one as well. */
async () => {
  // Colours on their way are nobody's choice; what never ends is not waited for.
  const settled = async () => {
    const moving = () => document.getAnimations().filter((one) => one.playState === "running" && Number.isFinite(one.effect?.getComputedTiming().endTime));
    for (let all = moving(); all.length; all = moving()) await Promise.allSettled(all.map((one) => one.finished));
  };
  const look = async (rules) => {
    await settled();
    // Axe describes only what it finds fault with, and fetches no style sheet again: both take it longer than looking.
    const { violations } = await axe.run({ resultTypes: ["violations"], preload: false, ...rules });
    return violations.map((one) => `${one.id}: ${one.help} (${one.nodes.map((node) => node.target)}, ${root.dataset.mood})`);
  };
  const root = document.documentElement;
  const { mood } = root.dataset;
  const found = await look({});
  root.dataset.mood = mood === "dark" ? "light" : "dark";
  found.push(...(await look({ runOnly: ["color-contrast", "link-in-text-block"] })));
  root.dataset.mood = mood;
  await settled();
  return found;
}
