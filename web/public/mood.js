// Before anything is drawn: the mood chosen last time, or the one the system prefers.
(function () {
  var chosen = null;
  try {
    chosen = localStorage.getItem("sightline.mood");
  } catch (error) {
    /* a browser that keeps nothing */
  }
  var light = chosen ? chosen === "light" : matchMedia("(prefers-color-scheme: light)").matches;
  document.documentElement.dataset.mood = light ? "light" : "dark";
})();
