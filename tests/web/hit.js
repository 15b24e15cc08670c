/** Every control in view with the width and height of the area around its middle on which a press reaches it. */
() => {
  const FAR = 24;
  const reach = (one, x, y, dx, dy) => {
    let far = 0;
    while (far < FAR) {
      const found = document.elementFromPoint(x + dx * (far + 1), y + dy * (far + 1));
      if (!found || (!one.contains(found) && found.closest("label")?.control !== one)) break;
      far++;
    }
    return far;
  };
  return [...document.querySelectorAll("button, a, select, input, [role=tab]")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.disabled && !one.closest(".unseen, [inert]"))
    .flatMap((one) => {
      // What is cut off by the edge of something that scrolls is brought into view first.
      one.scrollIntoView({ block: "nearest", behavior: "instant" });
      const box = one.getBoundingClientRect();
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      if (!one.contains(document.elementFromPoint(x, y))) return [];
      const wide = reach(one, x, y, -1, 0) + reach(one, x, y, 1, 0) + 1;
      const tall = reach(one, x, y, 0, -1) + reach(one, x, y, 0, 1) + 1;
      return [[one.ariaLabel || one.innerText || one.title, wide, tall, one.matches(".chip, .number, .why")]];
    });
}
