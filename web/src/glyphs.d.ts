declare module "virtual:glyphs" {
  const drawings: Record<string, string>;
  export default drawings;
  /** In which set each other drawing is. */
  export const where: Record<string, number[]>;
  export const sets: (() => Promise<{ default: Record<string, string> }>)[];
}
