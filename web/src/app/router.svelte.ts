/** Which page is shown: the path of the address, and what its fragment says. Nothing in a fragment reaches a server. */

export interface Place {
  path: string;
  parts: string[];
  query: URLSearchParams;
  fragment: URLSearchParams;
}

/** A part of a path in words; what no browser could have written is no part of any address here. */
export function part(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function read(): Place {
  const { pathname, search, hash } = window.location;
  return {
    path: pathname,
    parts: pathname.split("/").filter(Boolean).map(part),
    query: new URLSearchParams(search),
    fragment: new URLSearchParams(hash.slice(1)),
  };
}

let here = $state.raw<Place>(read());

export const place = {
  get now(): Place {
    return here;
  },
};

/** Go to an address of this site; `replace` leaves no trace in the history. */
export function go(address: string, replace = false): void {
  if (replace) history.replaceState(null, "", address);
  else {
    history.pushState(null, "", address);
    window.scrollTo(0, 0);
  }
  here = read();
}

window.addEventListener("popstate", () => (here = read()));
window.addEventListener("hashchange", () => (here = read()));

/** Links inside the site change the page without loading it again. */
document.addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = (event.target as Element).closest?.("a[href]");
  if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute("download")) return;
  if (link.origin !== location.origin || link.pathname.startsWith("/api") || link.pathname.startsWith("/docs")) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
});
