declare module "virtual:glyphs" {
  const drawings: Record<string, string>;
  export default drawings;
}
