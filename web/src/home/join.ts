/** What somebody may paste to get to a table: a whole link, a part of one, or a short code. */

export type Invitation =
  | { kind: "link"; address: string }
  | { kind: "code"; code: string }
  | { kind: "wrong"; why: string };

const CODE = /^[A-Z0-9]{6}$/;

/** Read what was pasted; links to other pages and other servers are told apart from nonsense. */
export function invitation(text: string, origin: string): Invitation {
  const pasted = text.trim();
  if (!pasted) return { kind: "wrong", why: "Paste the link or type the six characters you were given." };
  const code = pasted.replace(/[\s-]/g, "").toUpperCase();
  if (CODE.test(code)) return { kind: "code", code };
  if (!/[/.]/.test(pasted)) {
    const length = code.length;
    return { kind: "wrong", why: `A code has six letters and digits; this has ${length}.` };
  }
  let url: URL;
  try {
    url = new URL(pasted.startsWith("/") || /^[a-z]+:\/\//i.test(pasted) ? pasted : `//${pasted}`, origin);
  } catch {
    return { kind: "wrong", why: "This is neither a link nor a code." };
  }
  const [first, second] = url.pathname.split("/").filter(Boolean);
  if (first === "join" && second) return invitation(second, origin);
  if (first !== "m" || !second) return { kind: "wrong", why: "This link leads to no table. It should contain /m/ and end in a seat." };
  if (url.host !== new URL(origin).host)
    return { kind: "wrong", why: `This table stands on another server, ${url.host}. Open the link itself to go there.` };
  return { kind: "link", address: url.pathname + url.search + url.hash };
}
